import assert from 'node:assert/strict';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import { test } from 'node:test';
import { messageGarbage } from './message-garbage.ts';

const MIB = 1_048_576;

test('garbage is collected after each 8 MiB of messages', () => {
  let collections = 0;
  const garbage = messageGarbage(() => collections++);
  for (let i = 0; i < 7; i++) garbage(MIB);
  assert.equal(collections, 0);
  garbage(MIB);
  assert.equal(collections, 1);
  garbage(40 * MIB);
  assert.equal(collections, 2);
});

test('only the young garbage is looked at', async () => {
  const seen = Promise.withResolvers<number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail }: { detail: { kind: number; flags: number } } = entry.toJSON();
      // The runtime collects by itself, too.
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) seen.resolve(detail.kind);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  messageGarbage()(8 * MIB);
  const kind = await seen.promise;
  observer.disconnect();
  assert.equal(kind, constants.NODE_PERFORMANCE_GC_MINOR);
});
