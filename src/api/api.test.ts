import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Store, StoreUnavailable } from '#store/store.ts';
import { ANON_KEY, apiUnderTest } from '#support/api.ts';
import { keptStore } from '#support/database.ts';

const LOOKUP = '/rest/v1/aliases?select=*&real_email=eq.canary@example.org&order=created_at.desc';

/** A store whose lookups by owner fail with the given error; the rest works. */
async function storeThatThrows(fault: Error): Promise<Store> {
  const shortAliasOf = async () => {
    throw fault;
  };
  return { ...(await keptStore(Date.now)), shortAliasOf };
}

test('a request without the public key is rejected', async () => {
  const { send } = await apiUnderTest(after);
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const token = `${none}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
  for (const headers of [
    { apikey: '' },
    { apikey: 'wrong' },
    { apikey: `${ANON_KEY}x` },
    { apikey: `${ANON_KEY}, ${ANON_KEY}` },
    { apikey: token },
    { authorization: `Bearer ${token}` },
    { authorization: 'Bearer' },
    { authorization: `Basic ${ANON_KEY}` },
    { authorization: `Bearer ${ANON_KEY} ${token}` },
  ] as Record<string, string>[]) {
    const { status, json } = await send('GET', LOOKUP, undefined, headers);
    assert.deepEqual([status, json.code], [401, 'PGRST301'], JSON.stringify(headers));
  }
});

test('a key in the URL does not count, and the key in both headers, as the full client sends it, is accepted', async () => {
  const { api, send } = await apiUnderTest(after);
  assert.equal((await api.request(LOOKUP)).status, 401);
  assert.equal((await api.request(`${LOOKUP}&apikey=${ANON_KEY}`)).status, 401);
  const authorization = `Bearer ${ANON_KEY}`;
  assert.equal((await send('GET', LOOKUP, undefined, { authorization })).status, 200);
});

test('no other origin is allowed, not even in a preflight', async () => {
  const { send } = await apiUnderTest(after);
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await send(method, LOOKUP, undefined, headers);
    assert.equal(answer.status, method === 'GET' ? 200 : 405);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  }
});

test('an unavailable database is 503, logged without an address', async () => {
  const cause = new Error('connect ECONNREFUSED');
  const store = await storeThatThrows(new StoreUnavailable('No answer.', { cause }));
  const { send, logged } = await apiUnderTest(after, { store });
  const { status, json } = await send('GET', LOOKUP);
  assert.deepEqual([status, json.code], [503, 'PGRST001']);
  assert.match(JSON.stringify(logged), /ECONNREFUSED/);
  assert.doesNotMatch(JSON.stringify(logged), /canary/);
});

test('a fault of our own is a plain 500, with a stack in the log, without the query', async () => {
  const store = await storeThatThrows(new TypeError('x is not a function'));
  const { send, logged } = await apiUnderTest(after, { store });
  const { status, text } = await send('GET', LOOKUP);
  assert.equal(status, 500);
  assert.doesNotMatch(text, /function/);
  assert.match(JSON.stringify(logged), /x is not a function/);
  assert.doesNotMatch(JSON.stringify(logged), /canary/);
});
