/**
 * Runs minor garbage collections so that TLS buffers of received mail are freed earlier than V8 would free them: a quarter less
 * CPU with messages of 10 MB (docs/decisions/v8-and-webassembly.md).
 */

import { exposedCollection } from './exposed-collection.ts';

/**
 * Octets of such buffers after which garbage is collected. V8 runs a full collection once about 24 MB more are outside
 * its heap.
 */
const STEP = 8_388_608;

/**
 * The buffers are short-lived, so a minor collection frees them at a fraction of that cost.
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
