import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JANE, ownerOf } from '#support/owner.ts';

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
