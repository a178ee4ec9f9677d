/** Lets go of the buffers in which mail has come out of TLS, sooner than the runtime would. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Octets of such buffers after which garbage is collected. V8 looks through its whole heap once some 24 MB more lie
 * outside of it: a quarter of the engine's CPU with large mails.
 */
const STEP = 8_388_608;

/**
 * They die young, so a look at the young part of the heap finds them at a fraction of that.
 * @param collect collects the young garbage
 * @returns to be told of octets that are not needed any more
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
  // The function is there for those who ask for it; asked for here, it needs no flag of the command line.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // After what is to be answered now.
  return () => void setImmediate(() => collect({ type: 'minor' }));
}
