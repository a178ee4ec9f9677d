import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { PostgrestClient } from '@supabase/postgrest-js';
import { reply } from '#mail/smtp/reply.ts';
import type { Ownership } from '#rules/ownership.ts';
import {
  mayMake,
  OWNERSHIP_CASES,
  type OwnershipAction,
  type OwnershipCase,
} from '#rules/ownership.fixture.ts';
import type { Alias } from '#store/store.ts';
import { ANON_KEY } from '#support/api.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { testDatabase } from '#support/database.ts';
import { signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const ALIAS = 'alias-4827@a.test';
const TICKET = 'T'.repeat(43);
const OTHER = 'U'.repeat(43);
const HASH = createHash('sha256').update(TICKET).digest('hex');
const DAY_MS = 86_400_000;
const DECOY = '00000000-0000-0000-0000-000000000000';

type Caller = { ticket?: string; token?: string };

const headersOf = ({ ticket, token = ANON_KEY }: Caller) => ({
  apikey: ANON_KEY,
  Authorization: `Bearer ${token}`,
  'x-real-email': JANE,
  ...(ticket && { 'x-alias-ticket': ticket }),
});

const clientOf = (under: AuthUnderTest, caller: Caller) =>
  new PostgrestClient('http://veilpost.test/rest/v1', {
    headers: headersOf(caller),
    fetch: async (input: string | URL | Request, init?: RequestInit) =>
      under.api.request(input, init),
  });

async function inserted(under: AuthUnderTest, alias_email: string, caller: Caller) {
  const row = { real_email: JANE, alias_email, active: true };
  const table = clientOf(under, caller).from('aliases');
  const { status, error } = await table.insert(row).select().single();
  return `${status} ${error?.code} ${error?.details?.includes('real_email')}`;
}

/** The answer of each other call to a caller, about the alias. */
async function told(under: AuthUnderTest, { id }: Pick<Alias, 'id'>, caller: Caller) {
  const headers = headersOf(caller);
  const client = clientOf(under, caller);
  const table = () => client.from('aliases');
  const rows = (answer: { status: number; data: unknown[] | null }) =>
    `${answer.status} ${answer.data?.length}`;
  const unconfirmed = () => client.from('unconfirmed_aliases');
  const post = async (path: string, body: object) => {
    const { status, json } = await under.send('POST', path, JSON.stringify(body), headers);
    const { code } = json;
    return typeof code === 'string' || typeof code === 'number' ? `${status} ${code}` : `${status}`;
  };
  const get = async (path: string) =>
    (await under.send('GET', path, undefined, headers)).status.toString();
  const exists = await table().select('id').eq('alias_email', ALIAS).single();
  const bare = await table().update({ active: true }).eq('id', id);
  return {
    select: rows(
      await table().select('*').eq('real_email', JANE).order('created_at', { ascending: false }),
    ),
    update: rows(await table().update({ active: true }).eq('id', id).select()),
    bare: `${bare.status}`,
    exists: `${exists.status} ${exists.data?.id === DECOY}`,
    test: await post('/functions/v1/send-test-mail', { alias_id: id, subject: 'a', message: 'b' }),
    states: rows(await client.from('alias_states').select('paused_until').eq('alias_id', id)),
    pause: rows(
      await client.from('alias_states').update({ paused_until: null }).eq('alias_id', id).select(),
    ),
    history: await get(`/functions/v1/history?alias_id=${id}`),
    link: await post('/functions/v1/new-switch-off-link', { alias_id: id }),
    data: await get('/functions/v1/my-data'),
    delete: rows(await table().delete().eq('id', id).select()),
    unconfirmed: rows(await unconfirmed().select('*')),
    keep: rows(await unconfirmed().update({ kept: true }).eq('alias_id', id).select()),
    discard: rows(await unconfirmed().delete().eq('alias_id', id).select()),
  };
}

/** The answers by the table: a right that is missing looks like an unknown alias. */
function expected({ mode, alias, caller, may }: OwnershipCase) {
  const rows = (action: OwnershipAction) => (may.includes(action) ? '200 1' : '200 0');
  const found = (status: string) => (may.includes('pause') ? status : '404 not_found');
  const forwards = alias.isConfirmed || mode === 'open';
  return {
    select: rows('see'),
    update: rows('switch'),
    bare: '204',
    exists: '200 true',
    test: !may.includes('see') ? '404 not_found' : forwards ? '502 refused' : '403 not_confirmed',
    states: rows('pause'),
    pause: rows('pause'),
    history: may.includes('pause') ? '200' : '404',
    link: found('200'),
    data: caller.session ? '200' : '404',
    delete: rows('delete'),
    unconfirmed: rows('keep'),
    keep: rows('keep'),
    // Whoever may do so has just kept it.
    discard: '200 0',
  };
}

/** A new alias for the same address. */
function insertion(one: OwnershipCase): string {
  if (!mayMake(one)) return '403 42501 undefined';
  return one.may.includes('replace') ? '201 undefined undefined' : '409 23505 true';
}

const url = await testDatabase(after);
let number = 1000;
// A confirmed alias's name is never given again.
const fresh = () => `alias-${number++}@a.test`;
const node = (ownership: Ownership) =>
  authUnderTest(after, {
    database: url,
    ownership,
    secrets: ['a secret for tests'],
    api: {
      // A refused test mail does not count against the limits.
      sendTestMail: async () => ({
        delivery: {
          kind: 'refused',
          reply: reply(550, '5.2.1', 'not here'),
          peer: { host: 'h', tls: null },
        },
        ms: 1,
      }),
    },
  });
const since = Date.now() - DAY_MS;
const open = await node({ mode: 'open', since: undefined });
const confirmed = await node({ mode: 'confirmed', since });
/** Its mode began after the aliases of the tests were made. */
const afterwards = await node({ mode: 'confirmed', since: since + 2 * DAY_MS });
const { store } = open;
const tokenOf = async (email: string) => {
  const { client } = await signedIn(open, email);
  return (await client.getSession()).data.session?.access_token ?? '';
};
const made = async ({ isConfirmed, hasTicket }: OwnershipCase['alias']): Promise<Alias> => {
  await store.owners.forget(JANE, 1, 0);
  const birth = { confirmedAt: null, ticket: hasTicket ? HASH : null };
  const row = await store.insertAlias({ real_email: JANE, alias_email: fresh() }, birth);
  assert.ok(row.kind === 'created');
  if (isConfirmed) await store.owners.confirm(JANE, 2);
  return row.alias;
};
// Begun in `open`, so they confirm nothing.
const tokens = { own: await tokenOf(JANE), another: await tokenOf('eve@mailbox.test') };
const tickets = { own: TICKET, another: OTHER };
await store.insertAlias({ real_email: 'other@mailbox.test', alias_email: ALIAS });

// The store's contract has all cases on both databases, also those without a state.
for (const one of OWNERSHIP_CASES.filter(({ alias }) => alias.hasState)) {
  test(`${one.name}: ${one.may.join(', ') || 'nothing'}`, async () => {
    const { session, ticket } = one.caller;
    const caller = {
      ...(session && { token: tokens[session] }),
      ...(ticket && { ticket: tickets[ticket] }),
    };
    const under = one.mode === 'open' ? open : one.alias.isOld ? afterwards : confirmed;
    assert.deepEqual(await told(under, await made(one.alias), caller), expected(one));
    await made(one.alias);
    assert.equal(await inserted(under, fresh(), caller), insertion(one));
  });
}
