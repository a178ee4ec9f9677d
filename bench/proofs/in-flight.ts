import { runLoad } from '../load/load.ts';
import { residentSize } from '../measure/processes.ts';
import { type Finding, type Ground, mebibytes } from './finding.ts';

const OCTETS = 10_000_000;
const MESSAGES = 300;
/** The default of MAX_INFLIGHT_BYTES. */
const IN_FLIGHT = 268_435_456;
const BESIDE = 150_000_000;

/** More mail at once than its memory allows: senders are deferred, and nothing else grows. */
export async function inFlight({ engine, sink, recipients, share }: Ground): Promise<Finding> {
  const messages = Math.ceil(MESSAGES * share);
  const plan = { size: OCTETS, sessions: 100, connections: 'kept' as const, tls: false, messages };
  const { tally } = await runLoad(plan, engine.port, sink, recipients);
  const peak = residentSize(engine.pid, 'peak');
  return {
    promise: '100 sessions of 10 MB: resident memory at most MAX_INFLIGHT_BYTES + 150 MB',
    seen:
      `at most ${mebibytes(peak)} of ${mebibytes(IN_FLIGHT + BESIDE)}, ${tally.deferred} times asked to wait, ` +
      `${tally.lost} of ${messages} lost, ${tally.repeated} repeated`,
    kept: peak <= IN_FLIGHT + BESIDE && tally.lost === 0 && tally.repeated === 0,
  };
}
