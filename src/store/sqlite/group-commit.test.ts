import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { StoreUnavailable } from '../store.ts';
import { openWatched } from './database.ts';
import { GroupCommit } from './group-commit.ts';

const folder = tempFolder(after);

function opened(name: string) {
  const file = `${folder}/${name}`;
  const { db, files } = openWatched(file, () => {});
  after(() => db.close());
  return { file, group: new GroupCommit(db, files) };
}

test('a write whose file is deleted while it is committed is not acknowledged', async () => {
  const { file, group } = opened('meanwhile.sqlite');
  const [first, second] = [group.write(() => 1), group.write(() => rmSync(`${file}-wal`))];
  await assert.rejects(first, StoreUnavailable);
  await assert.rejects(second, StoreUnavailable);
});

test('nothing is written into a file that is gone', async () => {
  const { file, group } = opened('gone.sqlite');
  rmSync(file);
  let ran = false;
  const write = group.write(() => {
    ran = true;
  });
  await assert.rejects(write, StoreUnavailable);
  assert.equal(ran, false);
});
