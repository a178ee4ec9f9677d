/** Measures the subjects of one row, in turn: what else runs on the machine meets them all. */

import type { Load } from '../load/load.ts';
import { quantile } from '../load/tally.ts';
import type { Subject, SubjectName } from '../subjects/subject.ts';
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
  /** The most memory seen in any round, in octets; null where the subject is the load itself. */
  memory: number | null;
  lost: number;
  short: number;
  repeated: number;
  /** Samples of what was judged that do not hold at the next hop. */
  unproven: number;
  deferred: number;
};

/** A subject, and one round of the row's load through it. */
export type Side = { subject: Subject; run: () => Promise<Load> };

/**
 * Rounds to get warm, then `rounds` that count, in each of which the subjects have their turns: what else runs on the machine
 * meets them all.
 * @returns for each the round that took least CPU: everything else can only add to it
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
      // While the others had their turns its code and memory have grown cold, which no busy server's do.
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
  // A mail that was lost or repeated counts, in whatever round it was.
  const sum = (of: 'lost' | 'short' | 'repeated' | 'unproven') =>
    measured.reduce((all, one) => all + one[of], 0);
  // Memory is bounded in every round, or not at all.
  const memory = least.memory && Math.max(...measured.map((one) => one.memory ?? 0));
  return {
    ...least,
    memory,
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

/** Looks at the memory of processes with their children. @returns ends it, and tells the most that was seen */
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
