/** Measures the subjects of one row, in turn: what else runs on the machine meets them all. */

import type { Load } from '../load/load.ts';
import { quantile } from '../load/tally.ts';
import type { Subject } from '../subjects/subject.ts';
import { treeMemory } from './processes.ts';

/** How often memory is looked at, in milliseconds. */
const SAMPLE_MS = 250;

export type Latency = { p50: number; p99: number };

export type Measured = {
  messages: number;
  /** CPU of the subject for 1,000 messages, in milliseconds. */
  cpuMs: number;
  perSecond: number;
  /** Milliseconds from handing a message over to its 250, and to its arrival in the sink. */
  reply: Latency;
  arrival: Latency;
  /** The most memory seen while it ran, in octets; null where the subject is the load itself. */
  memory: number | null;
  lost: number;
  short: number;
  repeated: number;
  /** Samples of what was judged that do not hold at the next hop. */
  unproven: number;
  deferred: number;
};

/** A subject with its load. */
export type Running = { subject: Subject; run: () => Promise<Load> };

/**
 * Rounds to get warm, then `rounds` that count.
 * @returns for each subject the round that took least CPU: what else runs on the machine can only add to it
 */
export async function measureInTurn(
  running: readonly Running[],
  rounds: number,
): Promise<Measured[]> {
  for (const one of running) await warmUp(one);
  const seen = running.map((one) => ({ one, measured: new Array<Measured>() }));
  for (let round = 0; round < rounds; round++) {
    for (const { one, measured } of round % 2 === 0 ? seen : seen.toReversed()) {
      measured.push(await measure(one));
    }
  }
  return seen.map(({ measured }) => leastOf(measured));
}

const warm = new WeakSet<Subject>();

async function warmUp({ subject, run }: Running): Promise<void> {
  const warmAt = subject.cpuMs() + subject.warmUpMs;
  do await run();
  while (!warm.has(subject) && subject.cpuMs() < warmAt);
  warm.add(subject);
}

async function measure({ subject, run }: Running): Promise<Measured> {
  const memory = watchMemory(subject.pid);
  const before = subject.cpuMs();
  const load = await run();
  return result(load, subject.cpuMs() - before, memory.stop());
}

function leastOf(measured: Measured[]): Measured {
  const [least] = measured.toSorted((a, b) => a.cpuMs - b.cpuMs);
  if (least === undefined) throw new Error('a row wants one round at least');
  // A mail that was lost or repeated counts, in whatever round it was.
  const sum = (of: 'lost' | 'short' | 'repeated' | 'unproven') =>
    measured.reduce((all, one) => all + one[of], 0);
  return {
    ...least,
    lost: sum('lost'),
    short: sum('short'),
    repeated: sum('repeated'),
    unproven: sum('unproven'),
  };
}

function result({ tally, seconds }: Load, cpuMs: number, memory: number | null): Measured {
  const { messages, lost, short, repeated, unproven, deferred } = tally;
  return {
    messages,
    cpuMs: (cpuMs / messages) * 1000,
    perSecond: messages / seconds,
    reply: { p50: quantile(tally.replyMs, 0.5), p99: quantile(tally.replyMs, 0.99) },
    arrival: { p50: quantile(tally.arrivalMs, 0.5), p99: quantile(tally.arrivalMs, 0.99) },
    memory,
    lost,
    short,
    repeated,
    unproven,
    deferred,
  };
}

/** Looks at the memory of a process with its children. @returns ends it, and tells the most that was seen */
export function watchMemory(pid: number | undefined): { stop: () => number | null } {
  if (pid === undefined) return { stop: () => null };
  let most = 0;
  const look = () => {
    most = Math.max(most, treeMemory(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
