/** The screen on a static host, in a folder of it, in front of a Supabase project on another origin. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createHttpServer } from '#app/http/server.ts';
import { buildScreen } from '../../scripts/build/build-screen.ts';
import { staticConfig } from '../../scripts/build/static-config.ts';
import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { type SeenCall, standInApi } from './stand-in/api.ts';
import { Faults } from './stand-in/faults.ts';
import { AliasTable } from './stand-in/table.ts';
import { JANE } from './visitor.ts';

async function listen(site: Hono): Promise<{ server: Server; url: string }> {
  const server = createHttpServer(site.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

test('a whole visit on a static host, with a Supabase project behind it', async ({
  visitor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = new AliasTable();
  const seen: SeenCall[] = [];
  const supabase = new Hono().use(cors()).route('/', standInApi(table, new Faults(), seen));
  const api = await listen(supabase);

  const root = mkdtempSync(join(tmpdir(), 'veilpost-static-'));
  await buildScreen(
    join(root, 'folder'),
    staticConfig({
      VITE_SUPABASE_URL: api.url,
      VITE_SUPABASE_ANON_KEY: 'project-key',
      VITE_ALIAS_DOMAINS: 'post.example',
      VITE_ALIAS_NUMBERS: '100000-999999',
      VITE_MADE_IN: 'Clay|https://clay.example',
    }),
  );
  const host = await listen(new Hono().use(serveStatic({ root })));
  try {
    await page.route('/', (route) =>
      route.fulfill({ status: 302, headers: { location: `${host.url}/folder/` } }),
    );
    const alias = await visit(visitor, JANE);
    expect(alias).toMatch(/^alias-\d{6}@post\.example$/);
    expect(table.rows).toMatchObject([{ real_email: JANE, alias_email: alias, active: false }]);
    expect(new Set(seen.map(({ headers }) => headers.apikey))).toEqual(new Set(['project-key']));
    expect(seen.map(({ call }) => call)).not.toContain('testMail');
    await expect(page.getByText('Made in Clay')).toBeVisible();
  } finally {
    host.server.closeAllConnections();
    api.server.closeAllConnections();
    host.server.close();
    api.server.close();
    rmSync(root, { recursive: true });
  }
});
