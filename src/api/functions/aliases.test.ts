import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JANE, listed, ownerOf, severalAliases } from '#support/owner.ts';
import { newSession } from '#support/signed-in.ts';

const CALL = '/functions/v1/aliases';
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const body = (value: object) => JSON.stringify(value);

test('an owner makes aliases up to the number, lists them newest first, and labels them', async () => {
  const owner = await severalAliases(after);
  const { alias, call, under } = owner;
  under.time.now += 1000;
  const made = await call(
    'POST',
    CALL,
    body({ label: ' Shoes\n', site: 'https://www.shop.test/x' }),
  );
  const { id, alias_email, created_at: _createdAt, ...rest } = made.json;
  assert.equal(made.status, 201);
  assert.match(String(alias_email), /^alias-[1-9]\d{9}@[ab]\.test$/);
  assert.deepEqual(rest, {
    active: true,
    confirmed: true,
    label: 'Shoes',
    site: 'shop.test',
    pinned: false,
    paused_until: null,
    delivered: 0,
    last: null,
  });
  assert.deepEqual(under.switched, [], 'the module reports it');
  under.time.now += 1000;
  const second = await call('POST', CALL, '{}');
  assert.deepEqual([second.status, second.json.label, second.json.site], [201, '', '']);
  const full = await call('POST', CALL, '{}');
  assert.deepEqual([full.status, full.json.code], [403, 'full']);
  assert.equal(full.json.message, 'You have 3 of 3 aliases.');

  const list = await call('GET', CALL);
  assert.deepEqual([list.status, list.json.most], [200, 3]);
  assert.deepEqual(
    listed(list).map((one) => one.id),
    [second.json.id, id, alias.id],
  );
  assert.deepEqual(
    listed(list).find((one) => one.id === id),
    made.json,
  );

  const noted = await call('PATCH', CALL, body({ alias_id: id, label: 'Boots', pinned: true }));
  const expected = { ...made.json, label: 'Boots', pinned: true };
  assert.deepEqual([noted.status, noted.json], [200, expected]);
  const cleared = await call('PATCH', CALL, body({ alias_id: id, label: ' ', site: '' }));
  assert.deepEqual(cleared.json, { ...expected, label: '', site: '' });
  const short = await call('PATCH', CALL, body({ alias_id: alias.id, label: 'first' }));
  assert.deepEqual([short.status, short.json.label], [200, 'first']);
  const stored = await under.store.notes.of(JANE);
  assert.doesNotMatch(JSON.stringify(stored), /first|Boots|shop/, 'the database holds no shop');
});

test('an invalid label or site, or an alias of someone else, changes nothing', async () => {
  const { alias, call, under } = await severalAliases(after);
  const eve = await newSession(under, 'eve@mailbox.test');
  await under.store.insertAlias(
    { real_email: 'eve@mailbox.test', alias_email: 'alias-2000@a.test' },
    { confirmedAt: 1, ticket: null },
  );
  const [eves] = await under.store.aliasesOf('eve@mailbox.test');
  for (const wrong of [
    { label: 'x'.repeat(201) },
    { label: 7 },
    { label: null },
    { site: ['shop.test'] },
    { pinned: 'yes' },
  ]) {
    const noted = await call('PATCH', CALL, body({ alias_id: alias.id, ...wrong }));
    assert.deepEqual([noted.status, noted.json.code], [400, '23514'], body(wrong));
    if ('pinned' in wrong) continue;
    const made = await call('POST', CALL, body(wrong));
    assert.deepEqual([made.status, made.json.code], [400, '23514'], body(wrong));
  }
  for (const [sent, status] of [
    ['[]', 400],
    ['null', 400],
    ['{', 400],
    [body({ label: 'x'.repeat(9000) }), 413],
  ] as const) {
    assert.equal((await call('POST', CALL, sent)).status, status, sent.slice(0, 20));
  }
  for (const id of [UNKNOWN, eves?.alias.id, 'x', 7, undefined]) {
    const noted = await call('PATCH', CALL, body({ alias_id: id, label: 'mine' }));
    assert.deepEqual([noted.status, noted.json.code], [404, 'not_found']);
  }
  assert.deepEqual(await under.store.notes.of(JANE), []);
  const authorization = `Bearer ${eve.token}`;
  const theirs = await under.send('GET', CALL, undefined, { authorization });
  assert.deepEqual(
    listed(theirs).map((one) => one.alias_email),
    ['alias-2000@a.test'],
  );
});

test('for strangers, and for an owner with one alias who may have one, the calls do not exist', async () => {
  const without = await ownerOf(after);
  const absent = await without.call('GET', '/functions/v1/nothing');
  assert.equal(absent.status, 404);
  const free = await severalAliases(after, { perOwner: 1 });
  const upgraded = await severalAliases(after);
  const tries = [
    ['GET', undefined],
    ['POST', '{}'],
    ['PATCH', body({ alias_id: free.alias.id, label: 'x' })],
  ] as const;
  for (const [method, sent] of tries) {
    for (const call of [without.call, free.call, upgraded.under.send]) {
      const { status, text } = await call(method, CALL, sent);
      assert.deepEqual([status, text], [404, absent.text], method);
    }
  }
  assert.equal((await free.under.store.aliasesOf(JANE)).length, 1);
});

test('after the limit shrinks the aliases are listed, labelled, switched and deleted, but none is made', async () => {
  const change = { perOwner: 5 };
  const { call, under } = await severalAliases(after, change);
  for (let i = 0; i < 4; i += 1) assert.equal((await call('POST', CALL, '{}')).status, 201);
  await under.store.plans.set(JANE, 1);
  const list = await call('GET', CALL);
  assert.deepEqual([list.json.most, listed(list).length], [1, 5]);
  const refused = await call('POST', CALL, '{}');
  assert.deepEqual([refused.status, refused.json.message], [403, 'You have 5 of 1 aliases.']);
  const [one] = listed(list);
  const path = `/rest/v1/aliases?id=eq.${String(one?.id)}`;
  const row = { prefer: 'return=representation' };
  const off = await call('PATCH', path, body({ active: false }), row);
  assert.equal(JSON.parse(off.text)[0].active, false);
  const noted = await call('PATCH', CALL, body({ alias_id: one?.id, label: 'kept' }));
  assert.deepEqual([noted.json.label, noted.json.active], ['kept', false]);
  assert.equal(JSON.parse((await call('DELETE', path, undefined, row)).text).length, 1);
  assert.equal(listed(await call('GET', CALL)).length, 4);
  await under.store.plans.set(JANE, 5);
  assert.equal((await call('POST', CALL, '{}')).status, 201);
});

test('the table calls neither make a long name nor show whether it is taken', async () => {
  const { call } = await severalAliases(after);
  const made = await call('POST', CALL, '{}');
  for (const alias_email of [String(made.json.alias_email), 'alias-4829107735@a.test']) {
    const row = body({ real_email: 'new@mailbox.test', alias_email });
    const { status, json } = await call('POST', '/rest/v1/aliases', row);
    assert.deepEqual([status, json.code], [400, '23514'], alias_email);
    const query = `?select=id&alias_email=eq.${alias_email}`;
    assert.equal((await call('GET', `/rest/v1/aliases${query}`)).text, '[]', alias_email);
  }
});

test('after too many in a time an owner must wait, and the response says how long', async () => {
  let seconds = 0;
  const { call, under } = await severalAliases(after, { spend: async () => seconds });
  seconds = 42;
  const { status, json, headers } = await call('POST', CALL, '{}');
  assert.deepEqual([status, json.code, headers.get('retry-after')], [429, 'rate_limited', '42']);
  assert.equal((await under.store.aliasesOf(JANE)).length, 1);
});
