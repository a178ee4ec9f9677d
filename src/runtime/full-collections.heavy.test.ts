import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { FLAGS } from './full-collections.ts';

test('this V8 has the flags for full garbage collections', () => {
  const run = (flags: readonly string[]) => spawnSync(process.execPath, [...flags, '-e', '0']);
  assert.equal(run(FLAGS).status, 0);
  assert.notEqual(run(['--incremental-marking-unheard-of=50']).status, 0);
});
