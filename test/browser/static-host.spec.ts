/** The screen on a static host, in a folder of it, in front of a Supabase project on another origin. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createHttpServer } from '#app/http/server.ts';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { buildScreen } from '../../scripts/build/build-screen.ts';
import { staticConfig } from '../../scripts/build/static-config.ts';
import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { type SeenCall, standInApi } from './stand-in/api.ts';
import { Faults } from './stand-in/faults.ts';
import { AliasTable } from './stand-in/table.ts';
import { JANE } from './visitor.ts';

const table = new AliasTable();
const faults = new Faults();
const seen: SeenCall[] = [];
const root = mkdtempSync(join(tmpdir(), 'veilpost-static-'));
const servers: Server[] = [];

/** @returns its address */
async function listen(site: Hono): Promise<string> {
  const server = createHttpServer(site.fetch);
  servers.push(server);
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

// One build serves all tests of this file.
test.describe.configure({ mode: 'default' });
let screen = '';

test.beforeAll(async () => {
  const project = await listen(new Hono().use(cors()).route('/', standInApi(table, faults, seen)));
  await buildScreen(
    join(root, 'folder'),
    staticConfig({
      VITE_SUPABASE_URL: project,
      VITE_SUPABASE_ANON_KEY: 'project-key',
      VITE_ALIAS_DOMAINS: 'post.example',
      VITE_ALIAS_NUMBERS: '100000-999999',
      VITE_MADE_IN: 'Clay|https://clay.example',
    }),
    [],
  );
  screen = `${await listen(new Hono().use(serveStatic({ root })))}/folder/`;
});

test.beforeEach(async ({ page }) => {
  table.rows.length = 0;
  seen.length = 0;
  for (const call of ['lookUp', 'exists', 'insert', 'update'] as const) faults.heal(call);
  await page.route('/', (route) => route.fulfill({ status: 302, headers: { location: screen } }));
});

test.afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(root, { recursive: true });
});

test('a whole visit on a static host, with a Supabase project behind it', async ({
  visitor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const alias = await visit(visitor, JANE);
  expect(alias).toMatch(/^alias-\d{6}@post\.example$/);
  expect(table.rows).toMatchObject([{ real_email: JANE, alias_email: alias, active: false }]);
  for (const { call, headers } of seen) {
    expect(headers.apikey, call).toBe('project-key');
    expect(headers['x-real-email'], call).toBe(JANE);
  }
  expect(seen.map(({ call }) => call)).not.toContain('testMail');
  await expect(page.getByText('Made in Clay')).toBeVisible();
});

test('the privacy page stands beside the screen, and names the place of the table of aliases', async ({
  visitor,
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'What we keep, and for how long' }).click();
  await expect(
    visitor.text(/^The table of aliases is kept at http:\/\/127\.0\.0\.1:\d+,/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to main screen' }).click();
  await expect(visitor.email).toBeVisible();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  expect((await page.request.get(new URL(manifest ?? '', page.url()).href)).ok()).toBe(true);
});

test("a call that the policies of the project refuse is reported in the specification's words", async ({
  visitor,
  page,
}) => {
  // insufficient_privilege, as PostgREST answers to the role anon.
  const body = { code: '42501', details: null, hint: null, message: 'permission denied' };
  faults.fail('insert', { status: 401, body });
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text(MESSAGES.creationFailed)).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  faults.heal('insert');
  await visitor.submit();
  await visitor.ready.waitFor();
  // An update does not find a row that the policy hides.
  faults.fail('update', { status: 200, body: [] });
  await visitor.forwarding.click();
  await expect(visitor.text(ALIAS_MESSAGES.toggleFailed)).toBeVisible();
  await expect(visitor.forwarding).toBeChecked();
});

/** PostgreSQL's error under row level policies: the index, and no details (test/promises/supabase/supabase.test.ts). */
const duplicate = (index: string) => ({
  status: 409,
  body: {
    code: '23505',
    details: null,
    hint: null,
    message: `duplicate key value violates unique constraint "${index}"`,
  },
});

test('a name that another visitor has is found only at the insert, and another one is drawn', async ({
  visitor,
}) => {
  faults.fail('insert', duplicate('aliases_alias_email'), 2);
  await visitor.createAlias(JANE);
  expect(seen.filter(({ call }) => call === 'insert')).toHaveLength(3);
});

test('an address that got its alias elsewhere meanwhile: warning, and the form locks', async ({
  visitor,
  page,
}) => {
  faults.fail('insert', duplicate('aliases_free_plan'));
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect.poll(() => seen.length).toBe(1);
  await expect(visitor.generate).toBeEnabled();
  table.put({ real_email: JANE, alias_email: 'alias-200000@post.example' });
  await visitor.submit();
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(visitor.text('alias-200000@post.example')).toBeVisible();
});

test('a project without an answer: a plain sentence, the typed text stays, and a retry works', async ({
  visitor,
  page,
}) => {
  faults.fail('lookUp', 'cut');
  await page.goto('/');
  await visitor.email.fill(JANE);
  const sentence = visitor.text(/^The server cannot be reached/);
  await expect(sentence).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  faults.heal('lookUp');
  await visitor.button('Try again').click();
  await expect(sentence).toBeHidden();
  await visitor.submit();
  await expect(visitor.ready).toBeVisible();
});
