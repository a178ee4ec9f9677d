/** Runs minor garbage collections so that TLS buffers of received mail are freed earlier than V8 would free them. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Octets of such buffers after which garbage is collected. V8 looks through its whole heap once some 24 MB more lie
 * outside of it: a quarter of the engine's CPU with large mails.
 */
const STEP = 8_388_608;

/**
 * The buffers die young, so a minor collection frees them at a fraction of that cost.
 * @param collect runs a minor collection
 * @returns to be called with the number of octets that are garbage now
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
  // Exposed at run time, `gc` needs no flag on the command line.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // After the replies of this turn of the event loop.
  return () => void setImmediate(() => collect({ type: 'minor' }));
}
