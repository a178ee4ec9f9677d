/** The built screen in a folder of a static host, and a Supabase project on another origin. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createHttpServer } from '#app/http/server.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { buildScreen } from '../../../scripts/build/build-screen.ts';
import { staticConfig } from '../../../scripts/build/static-config.ts';
import { type SeenCall, standInApi } from './api.ts';
import { Faults } from './faults.ts';
import { AliasTable } from './table.ts';

export class StaticHost {
  readonly table = new AliasTable();
  readonly seen: SeenCall[] = [];
  /** Bodies of the calls that request an email. */
  readonly letters: unknown[] = [];
  readonly #root = mkdtempSync(join(tmpdir(), 'veilpost-static-'));
  readonly #servers: Server[] = [];

  /** Builds the screen in English and German. @returns its address */
  async listen(): Promise<string> {
    const api = standInApi(this.table, new Faults(), this.seen);
    const supabase = new Hono().use(cors());
    supabase.post('/auth/v1/otp', async (c) => {
      this.letters.push(await c.req.json());
      return c.json({});
    });
    const project = await this.#serve(supabase.route('/', api));
    const folder = join(this.#root, 'folder');
    await buildScreen(
      folder,
      staticConfig({
        VITE_SUPABASE_URL: project,
        VITE_SUPABASE_ANON_KEY: 'project-key',
        VITE_ALIAS_DOMAINS: 'post.example',
        VITE_ALIAS_NUMBERS: '100000-999999',
        VITE_MADE_IN: 'Clay|https://clay.example',
      }),
      ['de'],
      // This host serves the plain files.
      () => Promise.resolve(),
    );
    return `${await this.#serve(new Hono().use(serveStatic({ root: this.#root })))}/folder/`;
  }

  /** The same screen as with VITE_OWNERSHIP=confirmed, in German. @returns its address */
  confirmedInGerman(screen: string): string {
    cpSync(join(this.#root, 'folder'), join(this.#root, 'confirmed'), { recursive: true });
    const file = join(this.#root, 'confirmed', 'de', 'index.html');
    const html = readFileSync(file, 'utf8');
    writeFileSync(file, html.replace('"ownership":"open"', '"ownership":"confirmed"'));
    return new URL('../confirmed/de/', screen).href;
  }

  /** Before each test. */
  reset(): void {
    this.table.rows.length = 0;
    this.seen.length = 0;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(this.#root, { recursive: true });
  }

  async #serve(site: Hono): Promise<string> {
    const server = createHttpServer(site.fetch);
    this.#servers.push(server);
    return `http://127.0.0.1:${await listenOnLoopback(server)}`;
  }
}
