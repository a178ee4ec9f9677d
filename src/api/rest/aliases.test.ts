import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiUnderTest } from '#support/api.ts';
import { JANE, ownerOf } from '#support/owner.ts';

const switched: string[] = [];
const { client, send, store } = await apiUnderTest(after, {
  switched: ({ alias_email, active }) => switched.push(`${alias_email} ${active}`),
});
const aliases = () => client.from('aliases');

let number = 1000;
/** A unique row, as the screen inserts it. */
const fresh = () => {
  number += 1;
  return {
    real_email: `Real${number}@Example.org`,
    alias_email: `alias-${number}@a.test`,
    active: true,
  };
};
const code = async (row: object) =>
  (await send('POST', '/rest/v1/aliases', JSON.stringify(row))).json.code;
const created = async () => {
  const { data, error } = await aliases().insert(fresh()).select().single();
  assert.equal(error, null);
  return data;
};

test('call 1: an insert returns the created row', async () => {
  const row = fresh();
  const { data, status } = await aliases().insert(row).select().single();
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(data), ['id', 'real_email', 'alias_email', 'active', 'created_at']);
  assert.equal(data.real_email, row.real_email.toLowerCase());
  assert.equal(data.alias_email, row.alias_email);
  assert.equal(data.active, true);
  assert.match(data.created_at, /^\d{4}-\d\d-\d\dT/);
});

test('call 1: one row in an array is accepted, and without return=representation no row is returned', async () => {
  const inArray = await aliases().insert([fresh()]).select();
  assert.equal(inArray.data?.length, 1);
  const minimal = await aliases().insert(fresh());
  assert.deepEqual([minimal.status, minimal.data, minimal.error], [201, null, null]);
});

test('call 2: the aliases of a real address, whatever its case, newest first', async () => {
  const row = await created();
  const found = await aliases()
    .select('*')
    .eq('real_email', ` ${row.real_email.toUpperCase()}`)
    .order('created_at', { ascending: false });
  assert.deepEqual(found.data, [row]);
  const none = await aliases()
    .select('*')
    .eq('real_email', 'nobody@example.org')
    .order('created_at', { ascending: false });
  assert.deepEqual([none.status, none.data], [200, []]);
});

test('call 3: an update switches forwarding, returns the row if the call requests it, and the mail engine is notified', async () => {
  const row = await created();
  switched.length = 0;
  const plain = await aliases().update({ active: false }).eq('id', row.id);
  assert.deepEqual([plain.status, plain.error], [204, null]);
  assert.deepEqual(switched, [`${row.alias_email} false`]);
  assert.equal((await store.aliasById(row.id))?.alias.active, false);
  const { data } = await aliases().update({ active: true }).eq('id', row.id).select().single();
  assert.deepEqual(data, row);
  const inList = await aliases().update({ active: false }).eq('id', row.id.toUpperCase()).select();
  assert.deepEqual(inList.data, [{ ...row, active: false }]);
});

test('call 3: an update of an unknown id returns no row, and notifies no one', async () => {
  switched.length = 0;
  const id = '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11';
  assert.deepEqual((await aliases().update({ active: true }).eq('id', id).select()).data, []);
  const single = await aliases().update({ active: true }).eq('id', id).select().single();
  assert.deepEqual([single.status, single.error?.code], [406, 'PGRST116']);
  assert.deepEqual(switched, []);
});

test('call 4: a free candidate is PGRST116, a taken one is a row', async () => {
  const row = await created();
  const exists = (alias: string) => aliases().select('id').eq('alias_email', alias).single();
  assert.deepEqual(Object.keys((await exists(row.alias_email)).data ?? {}), ['id']);
  for (const free of ['alias-9999@a.test', 'alias-1001@elsewhere.test', 'nonsense']) {
    const { status, error } = await exists(free);
    assert.equal(status, 406);
    assert.equal(error?.code, 'PGRST116');
    assert.match(error.details, /0 rows/);
  }
  const gentle = await aliases().select('id').eq('alias_email', 'alias-9999@a.test').maybeSingle();
  assert.deepEqual([gentle.data, gentle.error], [null, null]);
});

test('a second alias for an address, and a taken alias, are 23505 with the column', async () => {
  const row = await created();
  const second = await aliases().insert({ ...fresh(), real_email: row.real_email });
  assert.deepEqual([second.status, second.error?.code], [409, '23505']);
  assert.match(second.error?.details ?? '', /^Key \(real_email\)=.* already exists\.$/);
  const taken = await aliases().insert({ ...fresh(), alias_email: row.alias_email });
  assert.deepEqual([taken.status, taken.error?.code], [409, '23505']);
  assert.match(taken.error?.details ?? '', /^Key \(alias_email\)=/);
});

/** The same mailbox: composed and decomposed letters, full-width ones, A-labels, needless quotes, case. */
const spellings = (name: string) => [
  `${name}@exämple.org`,
  `${name}@exa\u0308mple.org`,
  `${name}@xn--exmple-cua.org`,
  `${name}@ｅxämple．org`,
  ` ${name.toUpperCase()}@EXÄMPLE.org`,
  `"${name}"@exämple.org`,
];
const find = async (real_email: string) => {
  const newestFirst = { ascending: false };
  const rows = aliases().select('*').eq('real_email', real_email);
  return (await rows.order('created_at', newestFirst)).data;
};

test('one mailbox has one alias, in every spelling of its address, and finds it in each of them', async () => {
  const [first = '', ...others] = spellings('jane');
  const { data: row } = await aliases()
    .insert({ ...fresh(), real_email: first })
    .select()
    .single();
  assert.equal(row.real_email, 'jane@exämple.org', 'as people read it');
  for (const real_email of others) {
    const { status, error } = await aliases().insert({ ...fresh(), real_email });
    assert.deepEqual([status, error?.code], [409, '23505'], real_email);
    assert.match(error?.details ?? '', /^Key \(real_email\)=/);
    assert.deepEqual(await find(real_email), [row], real_email);
  }
  const { data } = await aliases().update({ active: false }).eq('id', row.id).select().single();
  assert.deepEqual(data, { ...row, active: false });
  const stored = await store.aliasesOf('jane@xn--exmple-cua.org');
  assert.deepEqual(
    stored.map(({ alias }) => alias.id),
    [row.id],
  );
});

test('a row in an older spelling is found, and its mailbox gets no second alias', async () => {
  const old = { real_email: 'older@exämple.org', alias_email: fresh().alias_email };
  const insertion = await store.insertAlias(old);
  assert.ok(insertion.kind === 'created');
  for (const real_email of spellings('older')) {
    assert.deepEqual(await find(real_email), [insertion.alias], real_email);
    const { status } = await aliases().insert({ ...fresh(), real_email });
    assert.equal(status, 409, real_email);
  }
});

test('a real address that makes a loop, or that no mail server accepts, is rejected in plain words', async () => {
  for (const [real_email, message] of [
    ['someone@a.test', /address of this service/],
    ['"odd@name"@B.Test', /address of this service/],
    ['someone@MX.A.test', /address of this service/],
    ['someone@B.A.test', /address of this service/],
    ['someone@x.Y.b.a.test', /address of this service/],
    // Letters that map to plain ones (UTS 46).
    ['someone@\uff41.test', /address of this service/],
    ['someone@a.test.', /valid email/],
    ['a@@b.c', /valid email/],
    ['a b@c.d', /valid email/],
    ['a@b.c\r\nRCPT TO:<x@y.z>', /valid email/],
    ['a\0@b.c', /valid email/],
    [`${'x'.repeat(250)}@b.cd`, /valid email/],
    ['ja\u200bne@b.cd', /valid email/],
    ['jane@127.1', /valid email/],
  ] as const) {
    const { status, error } = await aliases().insert({ ...fresh(), real_email });
    assert.deepEqual([status, error?.code], [400, '23514'], real_email);
    assert.match(error?.message ?? '', message);
    assert.deepEqual(await find(real_email), []);
  }
});

test('a domain that only looks like one of ours is accepted', async () => {
  for (const domain of ['xb.a.test', 'b.a.test.example.org', 'x.mx.a.test', 'xa.test']) {
    const { status } = await aliases().insert({ ...fresh(), real_email: `someone@${domain}` });
    assert.equal(status, 201, domain);
  }
});

test('an alias outside the configured name space is rejected', async () => {
  for (const alias_email of [
    'alias-1234@elsewhere.test',
    'alias-999@a.test',
    'alias-10000@a.test',
    'Alias-1234@a.test',
    'alias-1234+tag@a.test',
    'alias-1234@a.test\n',
    'root@a.test',
    '',
  ]) {
    const { status, error } = await aliases().insert({ ...fresh(), alias_email });
    assert.deepEqual([status, error?.code], [400, '23514'], alias_email);
  }
});

test('a column that the caller may not set is 403, one that the table does not have is 400', async () => {
  for (const [column, status, error] of [
    ['id', 403, '42501'],
    ['created_at', 403, '42501'],
    ['owner', 400, 'PGRST204'],
    ['__proto__', 400, 'PGRST204'],
  ] as const) {
    const body = JSON.stringify(fresh()).replace('{', `{"${column}": "x", `);
    const answer = await send('POST', '/rest/v1/aliases', body);
    assert.deepEqual([answer.status, answer.json.code], [status, error], column);
  }
});

test('a missing value is 23502, one of another type 22P02', async () => {
  assert.equal(await code({ alias_email: 'alias-1234@a.test' }), '23502');
  assert.equal(await code({ real_email: null, alias_email: 'alias-1234@a.test' }), '23502');
  assert.equal(await code({ ...fresh(), real_email: 7 }), '22P02');
  assert.equal(await code({ ...fresh(), real_email: { toString: 'x' } }), '22P02');
});

/** An insert of an owner that reaches the store after the address has changed, or the account is gone. */
const LATE_ROW = JSON.stringify({ real_email: JANE, alias_email: 'alias-2000@a.test' });

for (const [name, end] of [
  ['the address has changed', 'change'],
  ['the account is deleted', 'delete'],
] as const) {
  test(`an insert that began before ${name} makes no confirmed alias`, async (t) => {
    const { under, call, alias } = await ownerOf((cleanUp) => t.after(cleanUp));
    const { store: late, time } = under;
    const { users } = late.auth;
    const jane = (await users.byEmail(JANE)) ?? assert.fail();
    assert.equal((await call('DELETE', `/rest/v1/aliases?id=eq.${alias.id}`)).status, 204);
    const insert = late.insertAlias.bind(late);
    t.mock.method(late, 'insertAlias', async (...values: Parameters<typeof insert>) => {
      if (end === 'delete') await users.delete(jane.id);
      else await users.setEmail(jane.id, JANE, 'new@mailbox.test', time.now);
      return insert(...values);
    });
    assert.equal((await call('POST', '/rest/v1/aliases', LATE_ROW)).status, 401);
    assert.deepEqual(await late.aliasNamesOf(JANE), []);
  });
}
