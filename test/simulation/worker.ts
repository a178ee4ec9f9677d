/** A process of the simulation: it runs some lives, and reports each in a line of JSON. A new process has a fresh heap. */

import { watchCpu } from './cpu-watch.ts';
import { lived, planOfLife } from './lives.ts';
import type { Plan } from './plan.ts';
import { shrunk } from './shrink.ts';
import { Databases } from './world/databases.ts';
import { type Line, readable } from './world/world.ts';

/** Lives of a seed, by their numbers. */
export type Asked = { seed: number; profile: string; from: number; count: number };

export type Told = {
  life: number;
  hash: number;
  /** Seconds. */
  cpu: number;
  /** Simulated seconds. */
  time: number;
  counts: Record<string, number>;
  failure?: string;
  /** The plan made smaller, and the last events of its life. */
  plan?: Plan;
  trace?: string;
};

/** Events of a failure that are shown. */
const LAST = 200;

/** @param isEnded asked before each life */
async function runLives(
  { seed, profile, from, count }: Asked,
  tell: (told: Told) => void,
  isEnded: () => boolean,
): Promise<void> {
  using databases = new Databases();
  const begins = watchCpu();
  for (let life = from; life < from + count && !isEnded(); life += 1) {
    begins();
    const plan = planOfLife(seed, life, profile);
    const before = process.cpuUsage();
    const { failure, hash, counts, time } = await lived(plan, databases);
    const { user, system } = process.cpuUsage(before);
    const told = {
      life,
      hash,
      cpu: (user + system) / 1e6,
      time: time / 1e6,
      counts: Object.fromEntries(counts),
    };
    if (failure === undefined) tell(told);
    else tell({ ...told, failure: failure.message, ...(await explained(plan, databases, begins)) });
    // Signals are handled between two lives.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function explained(
  plan: Plan,
  databases: Databases,
  begins: () => void,
): Promise<Pick<Told, 'plan' | 'trace'>> {
  const smaller = await shrunk(plan, (some) => {
    begins();
    return lived(some, databases);
  });
  const lines: Line[] = [];
  await lived(smaller, databases, (line) => lines.push(line));
  return { plan: smaller, trace: readable(lines, LAST) };
}

const [, , asked] = process.argv;
if (process.send !== undefined && asked !== undefined) {
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  process.on('SIGINT', end);
  await runLives(
    JSON.parse(asked),
    // It fails if the parent has ended.
    (told) => process.send?.(told, undefined, undefined, (error) => error && end()),
    () => isEnded,
  );
  if (process.connected) process.disconnect();
}
