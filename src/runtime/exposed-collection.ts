/** V8's garbage collection as a function. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @returns undefined if the runtime does not expose it */
export function exposedCollection(): NodeJS.GCFunction | undefined {
  // Exposed at run time, `gc` does not need a command-line flag.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
