import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiUnderTest } from '#support/api.ts';
import { ALIAS, forwarding, hand, letter, REAL } from '#support/forwarding.ts';

const NOW = Date.UTC(2026, 10, 22);

test('mail to a deleted alias is rejected permanently, even if it was the only one', async (t) => {
  const { store, client } = await forwarding(t, {});
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('before')), /^250 /);
  await store.owners.confirm(REAL, NOW);
  const id = (await store.aliasByAddress(ALIAS))?.alias.id ?? '';
  assert.ok(await store.owners.deleteAlias(id, REAL, NOW));
  assert.match(await hand(sender, [ALIAS], letter('after')), /^550 5\.1\.1 /);
});

test('the name of a deleted alias is taken, for the existence check and for an insert', async () => {
  const { client, store } = await apiUnderTest(after, {});
  const [alias_email, jane] = ['alias-1000@a.test', 'jane@mailbox.test'];
  const aliases = () => client.from('aliases');
  const row = { real_email: jane, alias_email, active: true };
  assert.equal((await aliases().insert(row)).status, 201);
  await store.owners.confirm(jane, NOW);
  const id = (await store.aliasByAddress(alias_email))?.alias.id ?? '';
  assert.ok(await store.owners.deleteAlias(id, jane, NOW));
  const { data } = await aliases().select('id').eq('alias_email', alias_email).single();
  assert.deepEqual(data, { id: '00000000-0000-0000-0000-000000000000' });
  for (const real_email of [jane, 'joe@mailbox.test']) {
    const { status, error } = await aliases().insert({ ...row, real_email });
    assert.deepEqual([status, error?.code], [409, '23505']);
    assert.match(error?.details ?? '', /^Key \(alias_email\)=/);
  }
});
