import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { PostgrestClient } from '@supabase/postgrest-js';
import { reply } from '#mail/smtp/reply.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { Alias } from '#store/store.ts';
import { ANON_KEY } from '#support/api.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { postgresServer } from '#support/postgres.ts';
import { signedIn } from '#support/signed-in.ts';
import { tempFolder } from '#support/temp-folder.ts';

const postgres = await postgresServer(after);
const DATABASES = [
  ['embedded', async () => `sqlite:${tempFolder(after)}/veilpost.sqlite`],
  ['on PostgreSQL', () => postgres.database('who_gets_what')],
] as const;

const JANE = 'jane@mailbox.test';
const ALIAS = 'alias-4827@a.test';
const TICKET = 'T'.repeat(43);
const OTHER = 'U'.repeat(43);
const HASH = createHash('sha256').update(TICKET).digest('hex');
const DECOY = '00000000-0000-0000-0000-000000000000';

type Caller = { ticket?: string; token?: string };

/** The answer of each call to a caller, about the alias; `x` is the answer without a row, `row` the row itself. */
async function told(under: AuthUnderTest, { id }: Pick<Alias, 'id'>, caller: Caller) {
  const headers = {
    apikey: ANON_KEY,
    Authorization: `Bearer ${caller.token ?? ANON_KEY}`,
    'x-real-email': JANE,
    ...(caller.ticket && { 'x-alias-ticket': caller.ticket }),
  };
  const client = new PostgrestClient('http://veilpost.test/rest/v1', {
    headers,
    fetch: async (input: string | URL | Request, init?: RequestInit) =>
      under.api.request(input, init),
  });
  const table = () => client.from('aliases');
  const rows = (answer: { status: number; data: unknown[] | null }) =>
    `${answer.status} ${answer.data?.length}`;
  const post = async (path: string, body: object) => {
    const { status, json } = await under.send('POST', path, JSON.stringify(body), headers);
    const { code } = json;
    return typeof code === 'string' || typeof code === 'number' ? `${status} ${code}` : `${status}`;
  };
  const get = async (path: string) =>
    (await under.send('GET', path, undefined, headers)).status.toString();
  const row = { real_email: JANE, alias_email: 'alias-4828@a.test', active: true };
  const insert = await table().insert(row).select().single();
  const exists = await table().select('id').eq('alias_email', ALIAS).single();
  const bare = await table().update({ active: true }).eq('id', id);
  return {
    select: rows(
      await table().select('*').eq('real_email', JANE).order('created_at', { ascending: false }),
    ),
    insert: `${insert.status} ${insert.error?.code} ${insert.error?.details?.includes('real_email')}`,
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
  };
}

const COMMON = { insert: '409 23505 true', bare: '204', exists: '200 true' };
const NOTHING = {
  ...COMMON,
  select: '200 0',
  update: '200 0',
  test: '404 not_found',
  states: '200 0',
  pause: '200 0',
  history: '404',
  link: '404 not_found',
  data: '404',
  delete: '200 0',
};
/** A caller who sees and switches it, without being its owner. */
const SWITCHES = { ...NOTHING, select: '200 1', update: '200 1' };
const OWNS = {
  ...SWITCHES,
  test: '200 250',
  states: '200 1',
  pause: '200 1',
  history: '200',
  link: '200',
  data: '200',
  delete: '200 1',
};

for (const [name, database] of DATABASES) {
  describe(`each caller gets the rule's answer, ${name}`, async () => {
    const url = await database();
    let nodes = 0;
    const node = (ownership: Ownership) =>
      authUnderTest(after, {
        database: url,
        ownership,
        secrets: ['a secret for tests'],
        api: {
          sendTestMail: async () => ({
            delivery: {
              kind: 'accepted',
              reply: reply(250, '2.0.0', 'ok'),
              peer: { host: 'h', tls: null },
            },
            ms: 1 + nodes++,
          }),
        },
      });
    const open = await node({ mode: 'open', since: undefined });
    const confirmed = await node({ mode: 'confirmed', since: 1 });
    const { store } = open;
    const tokenOf = async (email: string) => {
      const { client } = await signedIn(open, email);
      return (await client.getSession()).data.session?.access_token ?? '';
    };
    /** A new row, made by the browser with the ticket. */
    const made = async (confirm: boolean): Promise<Alias> => {
      await store.owners.forget(JANE, 1, 0);
      // A confirmed alias's name is never given again.
      const alias_email = `alias-${1000 + nodes++}@a.test`;
      const birth = { confirmedAt: null, ticket: HASH };
      const insertion = await store.insertAlias({ real_email: JANE, alias_email }, birth);
      assert.ok(insertion.kind === 'created');
      if (confirm) await store.owners.confirm(JANE, 2);
      return insertion.alias;
    };
    const askers = {
      creator: { ticket: TICKET },
      stranger: {},
      'another ticket': { ticket: OTHER },
      'another person’s session': { token: await tokenOf('eve@mailbox.test'), ticket: OTHER },
    };
    // Her session, begun in `open`, which confirms nothing.
    const owner = { token: await tokenOf(JANE) };
    const taken = { real_email: 'other@mailbox.test', alias_email: ALIAS };
    await store.insertAlias(taken);

    for (const [asker, caller] of Object.entries(askers)) {
      const data = 'token' in caller ? '200' : '404';
      // A row without a ticket could never be managed.
      const insert = asker === 'stranger' ? '403 42501 undefined' : COMMON.insert;
      test(`an unconfirmed row, in open, for a ${asker}`, async () => {
        assert.deepEqual(await told(open, await made(false), caller), {
          ...SWITCHES,
          test: '200 250',
          data,
        });
      });
      test(`an unconfirmed row, in confirmed, for a ${asker}`, async () => {
        const sees = asker === 'creator';
        const expected = sees ? { ...SWITCHES, test: '403 not_confirmed' } : NOTHING;
        const row = await made(false);
        assert.deepEqual(await told(confirmed, row, caller), { ...expected, data, insert });
      });
      for (const [mode, under] of Object.entries({ open, confirmed })) {
        test(`a confirmed row, in ${mode}, for a ${asker}`, async () => {
          const expected = { ...NOTHING, data, ...(under === confirmed && { insert }) };
          assert.deepEqual(await told(under, await made(true), caller), expected);
        });
      }
    }
    for (const [mode, under] of Object.entries({ open, confirmed })) {
      test(`a confirmed row, in ${mode}, for its owner`, async () => {
        assert.deepEqual(await told(under, await made(true), owner), OWNS);
      });
    }
  });
}
