import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';

test('this process sees its own change of an alias at the next lookup', async () => {
  const now = 1_800_000_000_000;
  const file = join(tempFolder(after), 'veilpost.sqlite');
  const store = openSqliteStore(file, { now: () => now, log: SILENT });
  const [real_email, alias_email] = ['ann@mailbox.test', 'alias-1000@a.test'];
  const look = async () => {
    // The second lookup is answered from memory.
    await store.aliasByAddress(alias_email);
    return store.aliasByAddress(alias_email);
  };
  const made = await store.insertAlias({ real_email, alias_email });
  assert.equal(made.kind, 'created');
  const id = (await look())?.alias.id ?? '';
  assert.equal((await look())?.state.confirmedAt, null);
  await store.owners.confirm(real_email, now);
  assert.equal((await look())?.state.confirmedAt, now);
  await store.owners.change(id, { pausedUntil: now + 1000 }, real_email);
  assert.equal((await look())?.state.pausedUntil, now + 1000);
  await store.owners.renewLink(id, real_email);
  assert.equal((await look())?.state.linkEpoch, 1);
  await store.owners.moveAddress(real_email, 'eve@mailbox.test', now, 0);
  assert.equal((await look())?.alias.real_email, 'eve@mailbox.test');
  await store.setActive(id, false, 'anybody');
  assert.equal((await look())?.alias.active, false);
  await store.setActive(id, true, 'anybody');
  assert.equal((await look())?.alias.active, true);
  await store.owners.deleteAlias(id, 'eve@mailbox.test', now);
  assert.equal(await look(), undefined);
  await store.close();
});
