import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { changesAliases } from './known-aliases.ts';
import { openSqliteStore } from '../open.ts';

test('a statement that writes aliases or their states is distinguished from reads, and from writes to other tables', () => {
  const writes = [
    'INSERT INTO aliases (id) SELECT ?',
    'INSERT INTO alias_states (alias_id) VALUES (?)',
    'UPDATE aliases SET active = ? WHERE id = ?',
    '  DELETE FROM alias_states WHERE alias_id = ?',
    'WITH one AS (SELECT 1) UPDATE alias_states SET ticket = NULL',
    'DELETE FROM aliases WHERE id = ?',
  ];
  const others = [
    'SELECT * FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id',
    'INSERT INTO history (alias_id, alias_email) VALUES (?, ?)',
    'INSERT INTO history_days SELECT ? WHERE EXISTS (SELECT 1 FROM aliases WHERE id = ?)',
    'UPDATE settings SET value = ?',
    'INSERT INTO alias_senders (alias_id) SELECT id FROM aliases WHERE id = ?',
    'DELETE FROM alias_senders WHERE NOT EXISTS (SELECT 1 FROM aliases WHERE id = alias_id)',
  ];
  assert.deepEqual(writes.map(changesAliases), [true, true, true, true, true, true]);
  assert.deepEqual(others.map(changesAliases), [false, false, false, false, false, false]);
});

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
