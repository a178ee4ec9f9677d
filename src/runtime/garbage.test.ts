import assert from 'node:assert/strict';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { messageGarbage } from './garbage.ts';

const MIB = 1_048_576;
/** While the runtime marks its whole heap, the first collection finishes that instead. */
const COLLECTIONS = 3;

test('a minor garbage collection runs after each 8 MiB of message buffers', () => {
  let collections = 0;
  const garbage = messageGarbage(() => collections++);
  for (let i = 0; i < 7; i++) garbage(MIB);
  assert.equal(collections, 0);
  garbage(MIB);
  assert.equal(collections, 1);
  garbage(40 * MIB);
  assert.equal(collections, 2);
});

test('the forced garbage collections are minor ones', async () => {
  const kinds: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail }: { detail: { kind: number; flags: number } } = entry.toJSON();
      // The runtime also collects by itself.
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) kinds.push(detail.kind);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const garbage = messageGarbage();
  for (let i = 0; i < COLLECTIONS; i++) garbage(8 * MIB);
  // The observer is called in a later turn of the event loop.
  while (kinds.length < COLLECTIONS) await turn();
  observer.disconnect();
  assert.ok(kinds.includes(constants.NODE_PERFORMANCE_GC_MINOR), kinds.join());
});
