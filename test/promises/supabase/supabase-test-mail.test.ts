/** The mail engine with a Supabase project, and the Edge Function that passes test mails to it. */

import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { one, ownedProject } from './supabase-owned.ts';
import type { Claims } from './supabase-users.ts';
import { ticketOf } from './supabase-visitor.ts';
import { sendTestMail } from '../../../supabase/functions/send-test-mail/send-test-mail.ts';

const project = await ownedProject();
const { sql, request, screen, owner, urlFor, setMode } = project;

const REAL = 'jörg+a@example.org';
const ALIAS = 'alias-1234@a.test';
const PROJECT = 'https://project.supabase.co';
/** Tokens after verification by the project's gateway. */
const tokens = new Map<string, Claims>([
  ['anon', { role: 'anon' }],
  ['service', { role: 'service_role' }],
]);

await sql`ALTER ROLE veilpost_engine LOGIN`;
const { running } = await nodeInProcess(
  { after },
  {
    DATABASE_URL: urlFor('veilpost_engine'),
    ALIAS_DOMAINS: 'a.test',
    AUTH: 'off',
    ANON_KEY: 'the-key-of-the-engine',
  },
);
after(() => running.close());
const environment = {
  SUPABASE_URL: PROJECT,
  SUPABASE_ANON_KEY: 'anon',
  SUPABASE_SERVICE_ROLE_KEY: 'service',
  VEILPOST_URL: addressesOf(running).http,
  VEILPOST_ANON_KEY: 'the-key-of-the-engine',
};

/** PostgREST for the function's one query; everything else goes to the engine. */
const network: typeof fetch = async (input, init) => {
  const asked = new Request(input, init);
  const address = new URL(asked.url);
  if (address.origin !== PROJECT) return fetch(input, init);
  const headers = Object.fromEntries(asked.headers);
  const claims = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
  if (!claims || !tokens.has(headers.apikey ?? '')) return new Response('{}', { status: 401 });
  const id = address.searchParams.get('id')?.replace('eq.', '') ?? '';
  const column = address.searchParams.get('select') ?? '';
  const rows = await request(
    { headers, claims },
    (as) => as`SELECT ${as(column)} FROM aliases WHERE id = ${id}`,
  );
  return Response.json(rows);
};

const send = (alias_id: unknown, headers: Record<string, string> = {}, more: object = {}) =>
  sendTestMail(
    new Request('https://project.supabase.co/functions/v1/send-test-mail', {
      method: 'POST',
      headers: { Authorization: 'Bearer anon', ...headers },
      body: JSON.stringify({ alias_id, subject: 'Hello', message: 'Is it you?', ...more }),
    }),
    environment,
    network,
  );

describe('a test mail on Supabase', () => {
  beforeEach(project.empty);

  test('goes through the engine, whose receipt and wait are returned', async () => {
    await setMode('open');
    const { id } = one(await screen.make({ names: encodeURIComponent(REAL) }, REAL, ALIAS));
    const sent = await send(id);
    assert.equal(sent.status, 200, await sent.clone().text());
    assert.match(await sent.text(), /"code":250/);
    const again = await send(id);
    assert.equal(again.status, 429);
    assert.match(again.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(again.headers.get('access-control-expose-headers'), 'Retry-After');
  });

  test('is rejected for callers who do not see the alias', async () => {
    const visitor = await owner(REAL);
    const { id } = one(
      await screen.make({ ...visitor, names: encodeURIComponent(REAL) }, REAL, ALIAS),
    );
    for (const headers of [{}, { 'x-alias-ticket': ticketOf('another') }]) {
      const refused = await send(id, headers);
      assert.equal(refused.status, 404);
      assert.match(await refused.text(), /"code":"not_found"/);
    }
    assert.equal((await send('6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11')).status, 404);
  });

  test('needs a valid id, and a body of bounded size', async () => {
    for (const id of [undefined, 7, '', '*', '6f1c2f8e&select=*', `eq.${'0'.repeat(32)}`]) {
      assert.equal((await send(id)).status, 400, String(id));
    }
    const flood = { message: 'x'.repeat(70_000) };
    assert.equal((await send('6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11', {}, flood)).status, 400);
  });

  test('may be requested from another origin, and only by POST', async () => {
    const preflight = new Request(PROJECT, { method: 'OPTIONS' });
    const allowed = await sendTestMail(preflight, environment, network);
    assert.equal(allowed.status, 204);
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /x-alias-ticket/);
    assert.equal((await sendTestMail(new Request(PROJECT), environment, network)).status, 405);
    const post = new Request(PROJECT, { method: 'POST', body: '{}' });
    assert.equal((await sendTestMail(post, {}, network)).status, 500);
  });
});
