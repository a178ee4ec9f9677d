/** Times V8's full garbage collections: less CPU with messages of 2 KB, and less memory (docs/decisions/v8-and-webassembly.md). */

import { setFlagsFromString } from 'node:v8';

/**
 * A full collection starts, concurrently, once the heap has used this part of the growth that V8 allows since the last
 * one, in percent; at the second value the main thread waits for it.
 */
export const FLAGS = [
  '--incremental-marking-soft-trigger=30',
  '--incremental-marking-hard-trigger=60',
] as const;

/**
 * By default V8 starts one as soon as the young generation, if all of it survived, would exceed the rest of the heap.
 * With a small heap and many short messages that is always so: constant collections take a tenth of the engine's CPU.
 */
export function delayFullCollections(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
