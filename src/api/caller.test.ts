import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '#support/database.ts';
import { JANE, ownerOf, newToken } from '#support/owner.ts';
import { authUnderTest } from '#support/auth.ts';
import { ANON_KEY, apiUnderTest } from '#support/api.ts';

const HOUR = 3_600_000;
const TICKET = 'T'.repeat(43);
const CONFIRMED = { mode: 'confirmed', since: 1 } as const;
const ALIAS = 'alias-1000@a.test';
const LOOKUP = `/rest/v1/aliases?select=*&real_email=eq.${JANE}&order=created_at.desc`;
const ROW = JSON.stringify({ real_email: JANE, alias_email: ALIAS, active: true });

test('another browser’s ticket, or a cut, repeated or 10 kB one, gives no access, nor does the creator’s after the confirmation', async () => {
  const under = await authUnderTest(after, { ownership: CONFIRMED });
  const { send } = under;
  const ticket = (value: string) => ({ 'x-alias-ticket': value });
  assert.equal((await send('POST', '/rest/v1/aliases', ROW, ticket(TICKET))).status, 201);
  const rows = async (value: string) =>
    JSON.parse((await send('GET', LOOKUP, undefined, ticket(value))).text).length;
  const id = (await under.store.aliasByAddress(ALIAS))?.alias.id;
  const switches = async (value: string) => {
    const prefer = { ...ticket(value), prefer: 'return=representation' };
    const path = `/rest/v1/aliases?id=eq.${id}`;
    return JSON.parse((await send('PATCH', path, '{"active":true}', prefer)).text).length;
  };
  assert.deepEqual([await rows(TICKET), await switches(TICKET)], [1, 1]);
  const wrong = [
    'U'.repeat(43),
    TICKET.slice(1),
    `${TICKET}, ${TICKET}`,
    `${TICKET}${TICKET}`,
    'T'.repeat(10_000),
    `${TICKET.slice(1)}=`,
    TICKET.toLowerCase(),
    // The stored hash of the ticket gives no access.
    createHash('sha256').update(TICKET).digest('hex'),
  ];
  for (const value of wrong) {
    assert.deepEqual([await rows(value), await switches(value)], [0, 0], value.slice(0, 50));
  }
  for (const value of wrong.slice(1, 6)) {
    const other = ROW.replaceAll('jane', 'joe').replace('1000', '1001');
    const { status, json } = await send('POST', '/rest/v1/aliases', other, ticket(value));
    assert.deepEqual([status, json.code], [403, '42501'], 'as none, nobody could manage the row');
  }
  await under.store.owners.confirm(JANE, under.time.now);
  assert.deepEqual([await rows(TICKET), await switches(TICKET)], [0, 0]);
});

/** Calls that may carry a session, each in a form that is answered without one. */
const CALLS = [
  ['GET', LOOKUP],
  ['POST', '/rest/v1/aliases', ROW],
  ['PATCH', '/rest/v1/aliases?id=eq.11111111-1111-4111-8111-111111111111', '{"active":true}'],
  ['DELETE', '/rest/v1/aliases?id=eq.11111111-1111-4111-8111-111111111111'],
  ['GET', '/rest/v1/alias_states?alias_id=eq.11111111-1111-4111-8111-111111111111'],
  ['POST', '/functions/v1/device-code', '{}'],
  ['GET', '/functions/v1/history?alias_id=x'],
  ['GET', '/functions/v1/my-data'],
  ['POST', '/functions/v1/new-switch-off-link', '{}'],
  ['GET', '/rest/v1/nothing'],
] as const;

test('an expired token is PGRST303, one whose session ended elsewhere PGRST301 within a second, any other PGRST301', async () => {
  const database = await testDatabase(after);
  const secrets = ['a secret for tests'];
  const { under, token, visitor } = await ownerOf(after, { database, secrets });
  const { client, userId } = await visitor();
  const elsewhere = await authUnderTest(after, { database, secrets, ownership: CONFIRMED });
  const told = async (authorization: string, calls: readonly (typeof CALLS)[number][] = CALLS) => {
    const answers = new Set<string>();
    for (const [method, path, body] of calls) {
      const { status, json } = await under.send(method, path, body, { authorization });
      answers.add(status === 401 ? `401 ${JSON.stringify(json.code)}` : 'answered');
    }
    return [...answers];
  };
  assert.deepEqual(await told(`Bearer ${token}`), ['answered']);
  under.time.now += HOUR;
  assert.deepEqual(await told(`Bearer ${token}`), ['401 "PGRST303"']);
  const { data } = await client.refreshSession();
  const fresh = `Bearer ${data.session?.access_token}`;
  assert.deepEqual(await told(fresh), ['answered']);
  await elsewhere.facility.sessions.endOf(userId);
  under.time.now += 1000;
  assert.deepEqual(await told(fresh), ['401 "PGRST301"']);

  const other = await authUnderTest(after, { ownership: CONFIRMED, secrets: ['another'] });
  other.time.now = under.time.now;
  const foreign = await newToken(other, JANE);
  const [head, claims, signature] = foreign.split('.');
  for (const bad of [
    `Bearer ${foreign}`,
    `Bearer ${head}.${claims}.`,
    `Bearer ${claims}.${head}.${signature}`,
    'Bearer x',
    'Bearer ',
    'Basic x',
    `Bearer ${ANON_KEY}x`,
    `Bearer ${'x'.repeat(10_000)}`,
  ]) {
    assert.deepEqual(await told(bad, CALLS.slice(0, 1)), ['401 "PGRST301"'], bad.slice(0, 40));
  }
  assert.deepEqual((await told(`Bearer ${ANON_KEY}`)).toSorted(), ['401 "PGRST301"', 'answered']);
});

test('the calls of an owner within a second read the session once', async (t) => {
  const { under, call } = await ownerOf(after);
  const reading = t.mock.method(under.store.auth.sessions, 'find');
  const twice = async () => {
    for (let n = 0; n < 2; n += 1) assert.equal((await call('GET', LOOKUP)).status, 200);
    return reading.mock.callCount();
  };
  assert.equal(await twice(), 1);
  under.time.now += 1000;
  assert.equal(await twice(), 2);
});

test('a session names its address as the rows of its aliases do, whatever the letters of the domain: the screen compares them', async () => {
  const under = await authUnderTest(after, { ownership: CONFIRMED });
  for (const [typed, shown] of [
    ['Jane@mailbox.test', JANE],
    ['jane@Exämple.test', 'jane@exämple.test'],
    ['joe@xn--exmple-cua.test', 'joe@exämple.test'],
  ] as const) {
    const client = under.browser();
    await client.signInWithOtp({ email: typed });
    const { code: token } = under.letters.sent.at(-1) ?? assert.fail();
    const { data } = await client.verifyOtp({ type: 'email', email: typed, token });
    const authorization = `Bearer ${data.session?.access_token}`;
    const number = 1000 + under.letters.sent.length;
    const row = JSON.stringify({ real_email: typed, alias_email: `alias-${number}@a.test` });
    const headers = { authorization, prefer: 'return=representation' };
    const { status, text } = await under.send('POST', '/rest/v1/aliases', row, headers);
    assert.equal(status, 201);
    assert.deepEqual([JSON.parse(text)[0].real_email, data.user?.email], [shown, shown]);
    const changed = await client.updateUser({ email: `new-${typed}` });
    assert.equal(changed.data.user?.new_email, `new-${shown}`);
  }
});

test('without sessions every token is ignored, and the public key keeps working', async () => {
  const under = await authUnderTest(after);
  const token = await newToken(under, JANE);
  const { send } = await apiUnderTest(after, { store: under.store });
  const status = async (bearer: string) =>
    (await send('GET', LOOKUP, undefined, { authorization: `Bearer ${bearer}` })).status;
  assert.deepEqual([await status(token), await status(ANON_KEY)], [401, 200]);
});

test('an unproven address, and an anonymous user, see no alias', async () => {
  const switches = { passwords: false, anonymous: true, autoconfirm: true };
  const { under, alias } = await ownerOf(after, { switches });
  const guest = under.browser();
  const { data } = await guest.signInAnonymously();
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  assert.deepEqual(JSON.parse((await under.send('GET', LOOKUP, undefined, headers)).text), []);
  const path = `/functions/v1/history?alias_id=${alias.id}`;
  assert.equal((await under.send('GET', path, undefined, headers)).status, 404);
  // `user_metadata` and claims are writable by the user: no rule reads them.
  await guest.updateUser({ data: { email: JANE, email_verified: true } });
  const { data: renewed } = await guest.refreshSession();
  const again = { authorization: `Bearer ${renewed.session?.access_token}` };
  assert.deepEqual(JSON.parse((await under.send('GET', LOOKUP, undefined, again)).text), []);
});
