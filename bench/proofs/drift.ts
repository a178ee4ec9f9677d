import { runLoad } from '../load/load.ts';
import { residentSize } from '../measure/processes.ts';
import { type Finding, type Ground, mebibytes } from './finding.ts';

const SESSIONS = 10_000;
/** The heap's nursery must first grow to its full size: many concurrent sessions, several times over. */
const AT_ONCE = 100;
const WARM_UP = 4;
const MOST_GROWTH = 0.1;

/** One session after the other, each with a mail of its own: leaks would add up. */
export async function drift({ engine, sink, recipients, share }: Ground): Promise<Finding> {
  const sessions = Math.ceil(SESSIONS * share);
  const inARow = { size: 2000, sessions: 1, connections: 'new' as const, tls: false };
  const run = (messages: number) => runLoad({ ...inARow, messages }, engine.port, sink, recipients);
  const atOnce = {
    ...inARow,
    sessions: AT_ONCE,
    connections: 'kept' as const,
    messages: WARM_UP * sessions,
  };
  await runLoad(atOnce, engine.port, sink, recipients);
  await run(WARM_UP * sessions);
  const before = residentSize(engine.pid, 'now');
  const { tally } = await run(sessions);
  const after = residentSize(engine.pid, 'now');
  return {
    promise: `${sessions} sessions in a row, after ${WARM_UP} times as many mails at once and again in a row: resident memory grows by less than 10 %`,
    seen: `${mebibytes(before)} before, ${mebibytes(after)} after, ${tally.lost} lost`,
    kept: after <= before * (1 + MOST_GROWTH) && tally.lost === 0,
  };
}
