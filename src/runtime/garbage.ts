/** The garbage collections of V8: their times, and those that the service forces (docs/decisions/v8-and-webassembly.md). */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A full collection starts, concurrently, once the heap has used this part of the growth that V8 allows since the last
 * one, in percent; at the second value the main thread waits for it.
 */
export const FLAGS = [
  '--incremental-marking-soft-trigger=30',
  '--incremental-marking-hard-trigger=60',
] as const;

/**
 * Less CPU with messages of 2 KB, and less memory. By default V8 starts one as soon as the young generation, if all of it
 * survived, would exceed the rest of the heap. With a small heap and many short messages that is always so: constant
 * collections take a tenth of the engine's CPU.
 */
export function delayFullCollections(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}

/** V8's garbage collection as a function. @returns undefined if the runtime does not expose it */
export function exposedCollection(): NodeJS.GCFunction | undefined {
  // Exposed at run time, `gc` does not need a command-line flag.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}

/**
 * Returns the memory of the start to the system, once: some 15 MiB. V8 keeps it for a growing heap, and the heap of a
 * service that waits for mail does not grow. It takes a tenth of a second, and blocks the event loop.
 */
export function collectStartGarbage(collect = exposedCollection()): void {
  // Any other kind of collection keeps the pages.
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Octets of such buffers after which garbage is collected. V8 runs a full collection once about 24 MB more are outside
 * its heap.
 */
const STEP = 8_388_608;

/**
 * Frees the TLS buffers of received mail earlier than V8 would: a quarter less CPU with messages of 10 MB. They are
 * short-lived, so a minor collection frees them at a fraction of that cost.
 * @param collect runs a minor collection
 * @returns a function to call with the number of octets that are garbage now
 */
export function messageGarbage(collect: () => void = youngCollection()): (octets: number) => void {
  let waiting = 0;
  return (octets) => {
    waiting += octets;
    if (waiting < STEP) return;
    waiting = 0;
    collect();
  };
}

function youngCollection(): () => void {
  const collect = exposedCollection();
  if (collect === undefined) return () => {};
  // After the replies of this turn of the event loop.
  return () => void setImmediate(() => collect({ type: 'minor' }));
}
