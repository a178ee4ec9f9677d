import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { FLAGS } from './full-collections.ts';

test('the runtime knows what it is told about full collections', () => {
  const run = (flags: readonly string[]) => spawnSync(process.execPath, [...flags, '-e', '0']);
  assert.equal(run(FLAGS).status, 0);
  assert.notEqual(run(['--incremental-marking-unheard-of=50']).status, 0);
});
