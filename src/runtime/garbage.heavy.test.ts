import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { collectStartGarbage, FLAGS } from './garbage.ts';

const OBJECTS = 500_000;
/** Objects with one number each: their own octets are far fewer than those of the objects. */
const OCTETS = 4 * OBJECTS;

test('garbage of the start is collected, and its pages go back to the system', () => {
  let garbage: object[] | undefined = Array.from({ length: OBJECTS }, (_, i) => ({ i }));
  assert.equal(garbage.length, OBJECTS);
  const before = getHeapStatistics().total_heap_size;
  garbage = undefined;
  collectStartGarbage();
  assert.ok(getHeapStatistics().total_heap_size < before - OCTETS);
});

test('this V8 has the flags for full garbage collections', () => {
  const run = (flags: readonly string[]) => spawnSync(process.execPath, [...flags, '-e', '0']);
  assert.equal(run(FLAGS).status, 0);
  assert.notEqual(run(['--incremental-marking-unheard-of=50']).status, 0);
});
