/** Rounds of one load through several subjects, in turn: other work on the machine affects them all alike. */

import type { Load } from '../load/load.ts';
import type { Tally } from '../load/tally.ts';
import type { Subject } from '../subjects/subject.ts';
import { treeMemory } from './processes.ts';

/** The interval between readings of memory, in milliseconds. */
const SAMPLE_MS = 250;
/** Of a standard normal distribution: 95 % lie within this many deviations on both sides. */
const DEVIATIONS_95 = 1.96;

/** One round. */
export type Measured = {
  tally: Tally;
  /** CPU of the subject for 1,000 messages, in milliseconds. */
  cpuMs: number;
  perSecond: number;
  /** The most memory seen, in octets. */
  memory: number;
};

/** A subject, and one round of the load through it. */
export type Side = { subject: Subject; run: () => Promise<Load> };

/** Uncounted rounds. */
export async function warmUp({ subject, run }: Side): Promise<void> {
  const warmAt = subject.cpuMs() + subject.warmUpMs;
  do await run();
  while (subject.cpuMs() < warmAt);
}

/** @returns the counted rounds of each side */
export async function measureInTurn(sides: readonly Side[], rounds: number): Promise<Measured[][]> {
  const measured = sides.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.entries()];
    for (const [i, side] of round % 2 === 0 ? order : order.toReversed()) {
      // The other subjects' turns have evicted its code and memory from the CPU caches; a busy server's stay in them.
      if (sides.length > 1) await side.run();
      measured[i]?.push(await measureOnce(side));
    }
  }
  return measured;
}

async function measureOnce({ subject, run }: Side): Promise<Measured> {
  const memory = watchMemory(subject.pids);
  const before = subject.cpuMs();
  const { tally, seconds } = await run();
  const cpuMs = ((subject.cpuMs() - before) / tally.messages) * 1000;
  return { tally, cpuMs, perSecond: tally.messages / seconds, memory: memory.stop() };
}

/** Reads the memory of processes with their children. @returns a function that ends it and returns the highest value */
function watchMemory(pids: readonly number[]): { stop: () => number } {
  let most = 0;
  const look = () => {
    const now = pids.reduce((sum, pid) => sum + treeMemory(pid), 0);
    most = Math.max(most, now);
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

/** Memory must be bounded in every round. @returns MiB */
export const mostMemory = (rounds: readonly Measured[]): string =>
  (Math.max(...rounds.map(({ memory }) => memory)) / 1_048_576).toFixed(0);

/** Lost and repeated messages count in each round. */
export const sumOf = (rounds: readonly Measured[], of: (tally: Tally) => number): number =>
  rounds.reduce((sum, { tally }) => sum + of(tally), 0);

/**
 * Each value divided by the other series' value of the same turn: both met the same load.
 * @returns the median ratio, and the 95 % bounds of the true one (of ranks, so outliers do not count)
 */
export function pairedRatio(
  values: readonly number[],
  others: readonly number[],
): { middle: number; from: number; to: number } {
  const ratios = values
    .map((value, i) => value / (others[i] ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const n = ratios.length;
  const at = (rank: number) => ratios[Math.min(n - 1, Math.max(0, Math.round(rank)))] ?? Number.NaN;
  const half = (DEVIATIONS_95 * Math.sqrt(n)) / 2;
  return { middle: at((n - 1) / 2), from: at((n - 1) / 2 - half), to: at((n - 1) / 2 + half) };
}

/** The item at a part of the order by `of`: 0 is the least. @throws for an empty list */
export function ranked<Item>(
  items: readonly Item[],
  part: number,
  of: (item: Item) => number,
): Item {
  const item = items.toSorted((a, b) => of(a) - of(b))[Math.floor(items.length * part)];
  if (item === undefined) throw new Error('There was no round.');
  return item;
}
