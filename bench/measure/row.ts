/** Measures one subject under one row. */

import type { Author } from '../load/author.ts';
import { type Load, type LoadPlan, runLoad } from '../load/load.ts';
import type { Sink } from '../load/sink.ts';
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
  deferred: number;
};

/**
 * Rounds to get warm, then `rounds` that count.
 * @returns the one that took least CPU: what else runs on the machine can only add to it
 */
export async function measure(
  subject: Subject,
  plan: LoadPlan,
  rounds: number,
  sink: Sink,
  recipients: readonly string[],
  author?: Author,
): Promise<Measured> {
  const run = () => runLoad(plan, subject.port, sink, recipients, author);
  const warmAt = subject.cpuMs() + subject.warmUpMs;
  do await run();
  while (subject.cpuMs() < warmAt);
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const memory = watchMemory(subject.pid);
    const before = subject.cpuMs();
    const load = await run();
    const cpuMs = subject.cpuMs() - before;
    measured.push(result(load, cpuMs, memory.stop()));
  }
  measured.sort((a, b) => a.cpuMs - b.cpuMs);
  const [least] = measured;
  if (least === undefined) throw new Error('a row wants one round at least');
  // A mail that was lost or repeated counts, in whatever round it was.
  const sum = (of: 'lost' | 'short' | 'repeated') =>
    measured.reduce((all, one) => all + one[of], 0);
  return { ...least, lost: sum('lost'), short: sum('short'), repeated: sum('repeated') };
}

function result({ tally, seconds }: Load, cpuMs: number, memory: number | null): Measured {
  const { messages, lost, short, repeated, deferred } = tally;
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
