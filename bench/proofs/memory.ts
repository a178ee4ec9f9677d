/** The engine's memory under stress. */

import { runLoad } from '../load/load.ts';
import { LoadSender } from '../load/source.ts';
import { residentSize } from '../measure/processes.ts';
import type { ProofFinding, Ground } from './finding.ts';

const mebibytes = (octets: number) => `${Math.round(octets / 1_048_576)} MiB`;

const CONNECTIONS = 2000;
/** The heap grows once for these: the memory of the start was returned. */
const FIRST = 50;
const MOST_IDLE = 120_000_000;
const MOST_EACH = 16_384;

/** Clients that are silent after EHLO. */
export async function idle({ engine, share }: Ground): Promise<ProofFinding> {
  const count = Math.ceil(CONNECTIONS * share);
  const sources: LoadSender[] = [];
  const open = async (more: number) => {
    for (let i = 0; i < more; i++) sources.push(await LoadSender.open(engine.port, false));
  };
  await open(FIRST);
  const before = residentSize(engine.pid, 'now');
  await open(count);
  const after = residentSize(engine.pid, 'now');
  for (const source of sources) source.destroy();
  return {
    promise: `resident memory: at most 120 MB idle, and 16 KiB for each of ${count} idle connections`,
    seen: `${mebibytes(before)} idle, ${mebibytes(after)} with them`,
    kept: before <= MOST_IDLE && after - before <= count * MOST_EACH,
  };
}

const OCTETS = 10_000_000;
const LARGE_MESSAGES = 300;
/** The default of MAX_INFLIGHT_BYTES. */
const IN_FLIGHT = 268_435_456;
const BESIDE = 150_000_000;

/** More mail at once than its memory allows: senders are deferred, and memory stays bounded. */
export async function inFlight({ engine, sink, recipients, share }: Ground): Promise<ProofFinding> {
  const messages = Math.ceil(LARGE_MESSAGES * share);
  const plan = { size: OCTETS, sessions: 100, messages };
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

const ROW_SESSIONS = 10_000;
/** The heap's nursery must first grow to its full size: many concurrent sessions, several times over. */
const AT_ONCE = 100;
const WARM_UP = 4;
const MOST_GROWTH = 0.1;

/** One session after the other, each with a message of its own: leaks would add up. */
export async function drift({ engine, sink, recipients, share }: Ground): Promise<ProofFinding> {
  const sessions = Math.ceil(ROW_SESSIONS * share);
  const inARow = { size: 2000, sessions: 1, connections: 'new' as const };
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
    promise: `${sessions} sessions in a row, after ${WARM_UP} times as many messages at once and again in a row: resident memory grows by less than 10 %`,
    seen: `${mebibytes(before)} before, ${mebibytes(after)} after, ${tally.lost} lost`,
    kept: after <= before * (1 + MOST_GROWTH) && tally.lost === 0,
  };
}
