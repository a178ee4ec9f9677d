import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import { DatabaseUnusable } from '../unusable.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = tempFolder(after);
const path = (name: string) => join(folder, name);
const open = (name: string) => openSqliteStore(path(name), { now: Date.now, log: SILENT });
const NOW = Date.UTC(2026, 10, 22);
const row = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

test('a backup of a live store holds all of its data, in one file for its owner alone', async () => {
  const live = open('live.sqlite');
  for (let number = 1000; number < 1100; number += 1) await live.insertAlias(row(number));
  await live.remember(Buffer.alloc(32, 1), { code: 250, enhanced: '2.0.0' }, 1e15);
  await live.setting('ANON_KEY', 'kept');
  assert.equal(await backup(path('live.sqlite'), path('copy')), 100);
  assert.equal(statSync(path('copy')).mode & 0o777, 0o600);
  await live.insertAlias(row(1100));

  assert.equal(
    restore({ from: path('copy'), to: path('new.sqlite'), replace: false, now: NOW }),
    100,
  );
  const restored = open('new.sqlite');
  assert.deepEqual(
    await restored.aliasesOf('real1042@example.org'),
    await live.aliasesOf('real1042@example.org'),
  );
  assert.equal((await restored.recall(Buffer.alloc(32, 1), 0))?.code, 250);
  assert.equal(await restored.setting('ANON_KEY', 'other'), 'kept');
  assert.deepEqual(await restored.countByDomain(), [
    { domain: 'a.test', active: 100, inactive: 0, retired: 0 },
  ]);
  await Promise.all([live.close(), restored.close()]);
});

test('nobody else may read a backup while it is written', async () => {
  await open('quiet.sqlite').close();
  const before = process.umask(0o022);
  try {
    const written = backup(path('quiet.sqlite'), path('quiet'));
    assert.equal(statSync(path('quiet.unfinished')).mode & 0o777, 0o600);
    await written;
  } finally {
    process.umask(before);
  }
});

test('a name that was retired before the backup is retired after the restore too', async () => {
  const live = open('retired.sqlite');
  await live.insertAlias(row(3000));
  const { alias_email } = row(3000);
  await live.owners.block(alias_email, NOW);
  await backup(path('retired.sqlite'), path('retired-copy'));
  restore({ from: path('retired-copy'), to: path('retired-new.sqlite'), replace: false, now: NOW });

  const restored = open('retired-new.sqlite');
  assert.ok(await restored.isRetired(alias_email));
  assert.deepEqual(await restored.countByDomain(), await live.countByDomain());
  await Promise.all([live.close(), restored.close()]);
});

test('a restore replaces existing aliases only with the option, and a live server sees it at once', async () => {
  const before = open('before.sqlite');
  await before.insertAlias(row(2000));
  await backup(path('before.sqlite'), path('before'));
  await before.insertAlias(row(2001));
  const options = { from: path('before'), to: path('before.sqlite') };
  assert.throws(
    () => restore({ ...options, replace: false, now: NOW }),
    /holds aliases; with --replace/,
  );
  assert.ok(await before.aliasByAddress('alias-2001@a.test'));
  assert.equal(restore({ ...options, replace: true, now: NOW }), 1);
  // Another process restores in another turn than ours.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await before.aliasByAddress('alias-2001@a.test'), undefined);
  assert.ok(await before.aliasByAddress('alias-2000@a.test'));
  await before.close();
});

test('a restore overwrites nothing, and a file that is no backup is refused', async () => {
  await open('some.sqlite').close();
  writeFileSync(path('taken'), 'a letter');
  await assert.rejects(backup(path('some.sqlite'), path('taken')), /exists already/);
  assert.equal(readFileSync(path('taken'), 'utf8'), 'a letter');
  await assert.rejects(backup(path('none.sqlite'), path('x')), DatabaseUnusable);
  for (const from of ['taken', 'none']) {
    const options = { from: path(from), to: path('some.sqlite'), replace: true, now: NOW };
    assert.throws(() => restore(options), DatabaseUnusable);
  }
  assert.equal(readFileSync(path('taken'), 'utf8'), 'a letter');
});

test('a restore leaves no copy of the addresses in the temporary folder, whether it works or not', async () => {
  await open('kept.sqlite').close();
  await backup(path('kept.sqlite'), path('kept'));
  const before = process.env.TMPDIR;
  const temporary = mkdtempSync(path('temporary-'));
  process.env.TMPDIR = temporary;
  try {
    restore({ from: path('kept'), to: path('kept.sqlite'), replace: true, now: NOW });
    assert.throws(() =>
      restore({ from: path('taken'), to: path('kept.sqlite'), replace: true, now: NOW }),
    );
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  assert.deepEqual(readdirSync(temporary), []);
});
