/** The measurement of one work. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { After } from '#support/temp-folder.ts';
import { cpuMs } from '../measure/processes.ts';

export type Work = () => unknown;

/** @returns works by name; the others are compared with the first */
export type CostRow = (after: After) => Promise<Record<string, Work>>;

/** Garbage collection and other work on the machine lengthen turns of the event loop: the shortest of so many counts. */
const TURN_ROUNDS = 9;

/** Warms the work up. @returns how often it fits into so many milliseconds of CPU, at least once */
export async function timesFor(work: Work, ms: number): Promise<number> {
  const until = cpuMs() + 3 * ms;
  let times = 0;
  while (cpuMs() < until) {
    await work();
    times += 1;
  }
  return Math.ceil(times / 3);
}

/** Milliseconds of CPU for one of `times` runs, one after the other. */
export async function usedMs(work: Work, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await work();
  return cpuMs(before) / times;
}

/** The longest turn of the event loop during one run, which delays all other sessions, in milliseconds of CPU. */
export async function longestTurn(work: Work): Promise<string> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TURN_ROUNDS; round += 1) {
    await nextTurn();
    let [longest, done] = [0, false];
    let before = process.cpuUsage();
    const turnEnds = () => {
      longest = Math.max(longest, cpuMs(before));
      before = process.cpuUsage();
      if (!done) setImmediate(turnEnds);
    };
    setImmediate(turnEnds);
    await work();
    done = true;
    turnEnds();
    least = Math.min(least, longest);
  }
  return least.toFixed(2);
}
