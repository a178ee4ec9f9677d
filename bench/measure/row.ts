/** Measures the subjects of one row, in turn: other work on the machine affects them all alike. */

import type { Load } from '../load/load.ts';
import { quantile } from '../load/tally.ts';
import type { Subject, SubjectName } from '../subjects/subject.ts';
import { treeMemory } from './processes.ts';

/** The interval between readings of memory, in milliseconds. */
const SAMPLE_MS = 250;

export type Latency = { p50: number; p99: number };

export type Measured = {
  messages: number;
  /** CPU of the subject for 1,000 messages, in milliseconds. */
  cpuMs: number;
  perSecond: number;
  /** Milliseconds from the sending of a message to its 250, and to its arrival in the sink. */
  reply: Latency;
  arrival: Latency;
  /** The most memory seen in any round, in octets; null if the subject is the load itself. */
  memory: number | null;
  lost: number;
  short: number;
  repeated: number;
  /** Samples whose proof does not hold at the next hop. */
  unproven: number;
  deferred: number;
};

/** A subject, and one round of the row's load through it. */
export type Side = { subject: Subject; run: () => Promise<Load> };

/**
 * Warm-up rounds, then `rounds` that count, in each of which the subjects take turns: other work on the machine affects
 * them all alike.
 * @returns for each the round with the least CPU: everything else can only add to it
 */
export async function measureInTurn(
  sides: readonly Side[],
  rounds: number,
): Promise<Partial<Record<SubjectName, Measured>>> {
  for (const { subject, run } of sides) {
    const warmAt = subject.cpuMs() + subject.warmUpMs;
    do await run();
    while (subject.cpuMs() < warmAt);
  }
  const measured = sides.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.entries()];
    for (const [i, side] of round % 2 === 0 ? order : order.toReversed()) {
      // The other subjects' turns have evicted its code and memory from the CPU caches; a busy server's stay in them.
      if (sides.length > 1) await side.run();
      measured[i]?.push(await measuredOnce(side));
    }
  }
  return Object.fromEntries(
    sides.map(({ subject }, i) => [subject.name, leastOf(measured[i] ?? [])]),
  );
}

async function measuredOnce({ subject, run }: Side): Promise<Measured> {
  const memory = watchMemory(subject.pids);
  const before = subject.cpuMs();
  const load = await run();
  const cpuMs = subject.cpuMs() - before;
  return result(load, cpuMs, memory.stop());
}

function leastOf(measured: readonly Measured[]): Measured {
  const [least] = measured.toSorted((a, b) => a.cpuMs - b.cpuMs);
  if (least === undefined) throw new Error('a row wants one round at least');
  // Memory must be bounded in every round, and lost or repeated messages count in each.
  const memory = least.memory && Math.max(...measured.map((one) => one.memory ?? 0));
  const all = { ...least, memory };
  for (const wrong of ['lost', 'short', 'repeated', 'unproven'] as const) {
    all[wrong] = measured.reduce((sum, one) => sum + one[wrong], 0);
  }
  return all;
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

/** Reads the memory of processes with their children. @returns a function that ends it and returns the highest value */
export function watchMemory(pids: readonly number[]): { stop: () => number | null } {
  if (pids.length === 0) return { stop: () => null };
  let most = 0;
  const look = () => {
    most = Math.max(
      most,
      pids.reduce((sum, pid) => sum + treeMemory(pid), 0),
    );
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
