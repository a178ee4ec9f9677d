import assert from 'node:assert/strict';
import { after } from 'node:test';
import { isDeliverable } from '#rules/address.ts';
import { apiUnderTest } from '#support/api.ts';
import { fuzz } from './fuzzing.ts';

const { api, store, logged } = await apiUnderTest(after);
const insertion = await store.insertAlias({
  real_email: 'canary@example.org',
  alias_email: 'alias-1234@a.test',
});
assert.ok(insertion.kind === 'created');
const canary = insertion.alias;

const TABLE = 'http://veilpost.test/rest/v1/aliases';
const QUERY = Buffer.from('select=*&real_email=eq.canary@example.org&order=created_at.desc');
const UPDATE = Buffer.from('id=eq.00000000-0000-0000-0000-000000000000&select=*');
const QUERY_ALPHABET = Buffer.from('=&.,*()%20+eqnotinlike:;\u00e9\u0000', 'utf8');
const BODY = Buffer.from(
  '{"real_email":"new@example.org","alias_email":"alias-5555@b.test","active":true}',
);
const BODY_ALPHABET = Buffer.from('{}[]":,\\u0000@é\u0000\r\n-5truefalsenull', 'utf8');
const HEADERS = ['accept', 'prefer', 'accept-profile', 'content-type', 'authorization'] as const;
const HEADER = Buffer.from('application/json, return=representation;q=1');

/** One request with arbitrary octets. */
async function ask(method: string, query: string, headers: Record<string, string>, body?: Buffer) {
  const response = await api.request(`${TABLE}?${query}`, {
    method,
    headers: { apikey: 'public-anonymous-key', 'content-type': 'application/json', ...headers },
    ...(body && { body }),
  });
  assert.ok(response.status < 500, `${method} ${query} is ${response.status}`);
  assert.deepEqual(logged, [], `${method} ${query}`);
  return { status: response.status, text: await response.text() };
}

const assertUnchanged = async () =>
  assert.deepEqual((await store.aliasById(canary.id))?.alias, canary);

fuzz('no query reveals a row to a caller who did not name its address', async (chance) => {
  const query = chance.mutate(QUERY, QUERY_ALPHABET).toString('latin1');
  const { text } = await ask('GET', query, {});
  const values = [...new URLSearchParams(query).values()];
  if (!values.some((value) => value.toLowerCase().includes('canary@example.org'))) {
    assert.doesNotMatch(text, /canary/, query);
  }
});

fuzz('no body creates a row that breaks the rules, or changes another', async (chance) => {
  const { status, text } = await ask(
    'POST',
    '',
    { prefer: 'return=representation' },
    chance.mutate(BODY, BODY_ALPHABET),
  );
  if (status === 201) {
    const [row] = JSON.parse(text);
    assert.ok(isDeliverable(row.real_email), text);
    assert.match(row.alias_email, /^alias-[1-9]\d{3}@[ab]\.test$/);
    assert.equal(row.active, true);
  }
  await assertUnchanged();
});

fuzz('no update switches an alias without its id', async (chance) => {
  const changed = chance.mutate(UPDATE, QUERY_ALPHABET).toString('latin1');
  await ask('PATCH', changed, {}, chance.mutate(Buffer.from('{"active":false}'), BODY_ALPHABET));
  await assertUnchanged();
});

fuzz('every header is survived, and none is logged', async (chance) => {
  const value = chance
    .mutate(HEADER, Buffer.from(' ,;=*/+"'))
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '');
  const header = HEADERS[value.length % HEADERS.length] ?? 'accept';
  await ask('GET', QUERY.toString(), { [header]: value.trim() });
});
