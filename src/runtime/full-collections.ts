/** Times V8's full garbage collections: less CPU with messages of 2 KB, and less memory (docs/decisions/v8-and-webassembly.md). */

import { setFlagsFromString } from 'node:v8';

/**
 * A full collection begins, concurrently, once the heap has used this part of the growth that V8 allows it since the
 * last one, in percent; at the second value the main thread waits for it.
 */
export const FLAGS = [
  '--incremental-marking-soft-trigger=30',
  '--incremental-marking-hard-trigger=60',
] as const;

/**
 * By default V8 begins as soon as the whole young generation, were it to survive, would exceed the rest of the heap.
 * With a small heap and many short mails it always would: endless collections take a tenth of the engine's CPU.
 */
export function delayFullCollections(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
