import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JANE, ownerOf, newToken, withSecondFactor } from '#support/owner.ts';

const WITH_ROW = { prefer: 'return=representation' };
const path = (id: string) => `/rest/v1/aliases?id=eq.${id}`;

test('an owner deletes an alias: the call may return the row, state and history are deleted, the mail engine is notified', async () => {
  for (const headers of [{}, WITH_ROW]) {
    const { under, alias, call } = await ownerOf(after);
    const aliasId = alias.id;
    const event = { at: 1, kind: 'refused', domain: 'a', reason: 'other', code: null, host: null };
    await under.store.history.add([{ aliasId, ...event }]);
    const { status, text } = await call('DELETE', path(alias.id), undefined, headers);
    const expected = headers === WITH_ROW ? [200, JSON.stringify([alias])] : [204, ''];
    assert.deepEqual([status, text], expected);
    assert.equal(await under.store.aliasById(alias.id), undefined);
    assert.deepEqual((await under.store.history.of(alias.id)).events, []);
    assert.deepEqual(under.switched, [alias]);
    const again = await call('DELETE', path(alias.id), undefined, WITH_ROW);
    assert.deepEqual([again.status, again.text], [200, '[]']);
  }
});

test('no other caller deletes it, not even its creator, before and after the confirmation', async () => {
  const { under, alias } = await ownerOf(after);
  const eve = await newToken(under, 'eve@mailbox.test');
  const ticket = 'T'.repeat(43);
  const row = { real_email: 'joe@mailbox.test', alias_email: 'alias-1001@a.test', active: true };
  const made = { 'x-alias-ticket': ticket };
  await under.send('POST', '/rest/v1/aliases', JSON.stringify(row), made);
  const unconfirmed = (await under.store.aliasByAddress(row.alias_email))?.alias.id ?? '';
  for (const id of [alias.id, unconfirmed]) {
    for (const headers of [{}, made, { authorization: `Bearer ${eve}` }]) {
      const answer = await under.send('DELETE', path(id), undefined, { ...WITH_ROW, ...headers });
      assert.deepEqual([answer.status, answer.text], [200, '[]']);
    }
    assert.ok(await under.store.aliasById(id));
  }
  assert.deepEqual(under.switched, []);
});

test('once there is a second factor, a session without it deletes nothing', async () => {
  const owner = await ownerOf(after);
  const { under, alias, call } = owner;
  const { raised, below } = await withSecondFactor(owner);
  const authorization = `Bearer ${below}`;
  const refused = await call('DELETE', path(alias.id), undefined, { ...WITH_ROW, authorization });
  assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_aal']);
  assert.deepEqual(Object.keys(refused.json), ['code', 'message', 'details', 'hint']);
  assert.ok(await under.store.aliasById(alias.id));
  const { status } = await call('DELETE', path(alias.id), undefined, {
    authorization: `Bearer ${raised}`,
  });
  assert.equal(status, 204);
  assert.equal(await under.store.aliasById(alias.id), undefined);
});

test('no other query deletes: not all rows, not those of an address', async () => {
  const { under, alias, call } = await ownerOf(after);
  for (const query of [
    '',
    '?id=neq.x',
    '?id=eq.x',
    `?real_email=eq.${JANE}`,
    `?id=eq.${alias.id}&or=(active.is.true)`,
  ]) {
    assert.equal((await call('DELETE', `/rest/v1/aliases${query}`)).status, 400, query);
  }
  assert.ok(await under.store.aliasById(alias.id));
});
