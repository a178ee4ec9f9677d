/** A small service instead of the real one: serves the built screen as ours does, and answers in PostgREST's format. */

import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { type BuiltScreen, readBuiltScreen } from '#app/http/built-screen.ts';
import { closeHttpServer, createHttpServer, securityHeaders } from '#app/http/server.ts';
import { createSite } from '#app/http/site.ts';
import { NO_STS_POLICY } from '#app/http/well-known.ts';
import { createLog } from '#app/observe/log.ts';
import { createMetrics } from '#app/observe/metrics.ts';
import type { PageConfig } from '#rules/page.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { type SeenCall, standInApi } from './api.ts';
import { Faults } from './faults.ts';
import { Owners } from './owners.ts';
import { AliasTable } from './table.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Read once: it has some hundred files. */
let built: BuiltScreen | undefined;

export class StandIn {
  readonly table = new AliasTable();
  readonly faults = new Faults();
  readonly calls: SeenCall[] = [];
  /** Its URL; empty before it is served. */
  origin = '';
  readonly owners = new Owners(this.table, () => this.config.ownership);
  /** The configuration in the next page. */
  readonly config: PageConfig = {
    url: '',
    key: 'public-anonymous-key',
    domains: ['veilpost.example'],
    numbers: [1000, 9999],
    ownership: 'open',
    testMail: 'live',
    offers: ['replies', 'senders'],
    madeIn: { name: 'Vite', href: 'https://vite.dev/' },
  };
  readonly fetch: Hono['fetch'];
  readonly #server: Server;

  constructor(screen = (built ??= readBuiltScreen(DIST))) {
    const { fetch } = createSite({
      screen,
      publicUrl: undefined,
      contact: undefined,
      stsPolicy: NO_STS_POLICY,
      now: Date.now,
      pageConfig: () => this.config,
      api: standInApi(this.table, this.faults, this.calls, this.owners),
      health: () => Promise.resolve({ ok: true }),
      metrics: createMetrics(),
      log: createLog({ write: () => undefined }, false),
    });
    this.fetch = fetch;
    this.#server = createHttpServer(fetch, securityHeaders(false));
  }

  async listen(): Promise<string> {
    this.origin = `http://127.0.0.1:${await listenOnLoopback(this.#server)}`;
    await this.owners.open(this.origin);
    return this.origin;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await closeHttpServer(this.#server);
    await this.owners.close();
  }

  /** The number of calls of that name. */
  count(call: SeenCall['call']): number {
    return this.calls.filter((seen) => seen.call === call).length;
  }
}
