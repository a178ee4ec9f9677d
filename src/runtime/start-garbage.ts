/**
 * Gives back the memory that the start has used up, once: some 15 MiB (docs/decisions/0152). V8 keeps them for a heap that grows, and
 * a service that waits for mail has none.
 */

import { exposedCollection } from './exposed-collection.ts';

/** Takes a tenth of a second, in which nothing else is done. */
export function collectStartGarbage(collect = exposedCollection()): void {
  // Any other kind of collection keeps the pages.
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
