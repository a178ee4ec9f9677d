/** Lives by number: each has a seed of its own, out of the seed of the whole run. */

import { stream } from './chance.ts';
import { costForOthers } from './judge/beside.ts';
import { live, type Outcome } from './life.ts';
import type { Plan } from './plan.ts';
import { BESIDE, PROFILES, planOf } from './profiles.ts';
import type { Databases } from './template.ts';
import type { Line } from './world/world.ts';

const NAMES = Object.keys(PROFILES);

/** @param profile `all`: one profile after the other */
export function planOfLife(seed: number, life: number, profile: string): Plan {
  const name = profile === 'all' ? (NAMES[life % NAMES.length] ?? 'usual') : profile;
  return planOf(stream(seed, 'life', life).whole(0, 2 ** 31), name);
}

/** Runs it as a task of its own. */
export async function lived(
  plan: Plan,
  databases: Databases,
  keep?: (line: Line) => void,
): Promise<Outcome> {
  const outcome = await livedOnce(plan, databases, keep);
  if (plan.profile !== BESIDE || outcome.failure !== undefined) return outcome;
  const sound = await livedOnce({ ...plan, incidents: [] }, databases);
  return { ...outcome, failure: sound.failure ?? costForOthers(plan, outcome, sound) };
}

async function livedOnce(
  plan: Plan,
  databases: Databases,
  keep?: (line: Line) => void,
): Promise<Outcome> {
  await databases.prepare(plan.aliases);
  return new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(live(plan, databases, keep));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
}
