/** Keeps V8 from holding up the end of the process. */

import { setFlagsFromString } from 'node:v8';

/**
 * From now on no function is compiled in the background, and code runs as it is. The end of the process waits for these
 * compilations, and one that needs a garbage collection waits for the main thread: the process would never end
 * (https://github.com/nodejs/node/issues/54918). Of starts that were shut down at once, one in twelve hung on a busy machine.
 */
export function stopBackgroundCompilation(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug']) setFlagsFromString(flag);
}
