/** The engine's memory, patience and reliability under stress. */

import { setTimeout as pause } from 'node:timers/promises';
import { LoadSender } from '../load/source.ts';
import { residentSize, treeCpuMs } from '../measure/processes.ts';
import type { ProofFinding, Ground } from './finding.ts';

const mebibytes = (octets: number) => `${Math.round(octets / 1_048_576)} MiB`;
const megabytes = (octets: number) => `${Math.round(octets / 1_000_000)} MB`;

const IDLE_CLIENTS = 2000;
/** The heap grows once for these: the memory of the start was returned. */
const FIRST = 50;
const MOST_IDLE = 120_000_000;
const MOST_EACH = 16_384;

/** Clients that are silent after EHLO. */
export async function idle({ engine, share }: Ground): Promise<ProofFinding> {
  const count = Math.ceil(IDLE_CLIENTS * share);
  const sources: LoadSender[] = [];
  const open = async (more: number) => {
    for (let i = 0; i < more; i++) sources.push(await LoadSender.open(engine.port, false));
    return residentSize(engine.pid, 'now');
  };
  const before = await open(FIRST);
  const after = await open(count);
  for (const source of sources) source.destroy();
  return {
    promise: `resident memory: at most 120 MB idle, and 16 KiB for each of ${count} idle connections`,
    seen: `${mebibytes(before)} idle, ${mebibytes(after)} with them`,
    kept: before <= MOST_IDLE && after - before <= count * MOST_EACH,
  };
}

const LARGE = 10_000_000;
const LARGE_MESSAGES = 300;
/** The default of MAX_INFLIGHT_BYTES. */
const IN_FLIGHT = 268_435_456;
const BESIDE = 150_000_000;

/** More mail at once than its memory allows: senders are deferred, and memory stays bounded. */
export async function inFlight({ engine, load, share }: Ground): Promise<ProofFinding> {
  const messages = Math.ceil(LARGE_MESSAGES * share);
  const { tally } = await load({ size: LARGE, sessions: 100, messages });
  const peak = residentSize(engine.pid, 'peak');
  return {
    promise: '100 sessions of 10 MB: resident memory at most MAX_INFLIGHT_BYTES + 150 MB',
    seen:
      `at most ${mebibytes(peak)} of ${mebibytes(IN_FLIGHT + BESIDE)}, ${tally.deferred} times asked to wait, ` +
      `${tally.lost} of ${messages} lost, ${tally.repeated} repeated`,
    kept: peak <= IN_FLIGHT + BESIDE && tally.lost === 0 && tally.repeated === 0,
  };
}

const STALLING_OCTETS = 30_000_000;
const STALLING = 10;
const MOST_MS = 50;

/** Large messages one after the other: another session is not kept waiting by any step of them. */
export async function stall({ engine, load }: Ground): Promise<ProofFinding> {
  const other = await LoadSender.open(engine.port, false);
  const worst: number[] = [];
  let lost = 0;
  for (let i = 0; i < STALLING; i++) {
    const state = { isDone: false, longest: 0 };
    const plan = { size: STALLING_OCTETS, sessions: 1, messages: 1 };
    const one = load(plan).finally(() => (state.isDone = true));
    while (!state.isDone) state.longest = Math.max(state.longest, await other.roundTrip());
    lost += (await one).tally.lost;
    worst.push(state.longest);
  }
  other.destroy();
  return {
    promise: `${STALLING} messages of 30 MB: another session waits at most ${MOST_MS} ms for a reply`,
    seen: `at most ${worst.map((ms) => ms.toFixed(0)).join(', ')} ms, ${lost} lost`,
    // The load shares the machine: a stall of the engine's own shows in each message.
    kept: Math.min(...worst) <= MOST_MS && lost === 0,
  };
}

const FEW = 10;
const MANY = 100;
/** Messages of a round, and rounds of each kind in turn, of which the one with least CPU counts. */
const FLOOD_MESSAGES = 200;
const FLOOD_ROUNDS = 4;
/** CPU of a message of many senders, at most, as a multiple of one of a few. */
const MOST_TIMES = 1.3;
const REST_MS = 30_000;
const MOST_AT_REST = 180_000_000;

/** Large messages of unknown size from more senders than have room: what they cost, and what remains afterwards. */
export async function flood({ engine, load, share }: Ground): Promise<ProofFinding> {
  const messages = Math.ceil(FLOOD_MESSAGES * share);
  let [deferred, lost] = [0, 0];
  /** @returns milliseconds of CPU a message */
  const round = async (sessions: number): Promise<number> => {
    const before = engine.cpuMs();
    const { tally } = await load({ size: LARGE, undeclared: true, sessions, messages });
    deferred += tally.deferred;
    lost += tally.lost;
    return (engine.cpuMs() - before) / messages;
  };
  await round(FEW);
  const few: number[] = [];
  const many: number[] = [];
  for (let n = 0; n < FLOOD_ROUNDS; n++) {
    few.push(await round(FEW));
    many.push(await round(MANY));
  }
  const [least, most] = [Math.min(...few), Math.min(...many)];
  await pause(REST_MS);
  const rest = residentSize(engine.pid, 'now');
  return {
    promise:
      `10 MB without SIZE: ${MANY} senders cost at most ${MOST_TIMES} times ${FEW}, none is asked to come again, ` +
      'and 30 s later the process is below 180 MB',
    seen:
      `${least.toFixed(1)} and ${most.toFixed(1)} ms of CPU a message, ${(most / least).toFixed(2)} times, ${deferred} asked to come again, ` +
      `${lost} lost, then ${megabytes(rest)}, at most ${megabytes(residentSize(engine.pid, 'peak'))}`,
    kept: most <= least * MOST_TIMES && deferred === 0 && lost === 0 && rest <= MOST_AT_REST,
  };
}

const ROW_SESSIONS = 10_000;
/** The heap's nursery must first grow to its full size: many concurrent sessions, several times over. */
const AT_ONCE = 100;
const WARM_UP = 4;
const MOST_GROWTH = 0.1;

/** One session after the other, each with a message of its own: leaks would add up. */
export async function drift({ engine, load, share }: Ground): Promise<ProofFinding> {
  const sessions = Math.ceil(ROW_SESSIONS * share);
  const inARow = { size: 2000, sessions: 1, connections: 'new' } as const;
  await load({ size: 2000, sessions: AT_ONCE, messages: WARM_UP * sessions });
  await load({ ...inARow, messages: WARM_UP * sessions });
  const before = residentSize(engine.pid, 'now');
  const { tally } = await load({ ...inARow, messages: sessions });
  const after = residentSize(engine.pid, 'now');
  return {
    promise: `${sessions} sessions in a row, after ${WARM_UP} times as many messages at once and again in a row: resident memory grows by less than 10 %`,
    seen: `${mebibytes(before)} before, ${mebibytes(after)} after, ${tally.lost} lost`,
    kept: after <= before * (1 + MOST_GROWTH) && tally.lost === 0,
  };
}

const ENDURED = 100_000;
/** The system distributes connections between the processes at random: this number reaches both. */
const CONNECTIONS_TO_TWO = 50;
/** Least part of the CPU of each of two processes that both carry mail. */
const LEAST_SHARE = 0.1;

/** A long run without faults. @param through part of the promise */
export async function endurance(
  { load, share }: Ground,
  sessions = 20,
  through = '',
): Promise<ProofFinding> {
  const messages = Math.ceil(ENDURED * share);
  const { lost, short, repeated } = (await load({ size: 2000, sessions, messages })).tally;
  return {
    promise: `${messages} messages${through}: none lost, none repeated, none short`,
    seen: `${lost} lost, ${repeated} repeated, ${short} short`,
    kept: lost === 0 && short === 0 && repeated === 0,
  };
}

/** The same through two processes on one port and one database. */
export async function enduranceOfTwo(ground: Ground): Promise<ProofFinding> {
  const [one = 0, two = 0, ...others] = ground.engine.pids;
  const spent = () => [treeCpuMs(one), treeCpuMs(two)] as const;
  const before = spent();
  const database = others.length === 0 ? 'the embedded database' : 'PostgreSQL';
  const through = ` through two processes on one port and ${database}`;
  const { promise, seen, kept } = await endurance(ground, CONNECTIONS_TO_TWO, through);
  const after = spent();
  const share = (after[0] - before[0]) / (after[0] + after[1] - before[0] - before[1]);
  return {
    promise,
    seen: `${seen}; ${Math.round(share * 100)} % of their CPU in the first process`,
    kept: kept && share >= LEAST_SHARE && share <= 1 - LEAST_SHARE,
  };
}
