/**
 * Returns the memory of the start to the system, once: some 15 MiB (docs/decisions/v8-and-webassembly.md). V8 keeps it for a growing
 * heap, and the heap of a service that waits for mail does not grow.
 */

import { exposedCollection } from './exposed-collection.ts';

/** Takes a tenth of a second, and blocks the event loop. */
export function collectStartGarbage(collect = exposedCollection()): void {
  // Any other kind of collection keeps the pages.
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
