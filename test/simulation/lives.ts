/** Lives by number: each has its own seed, derived from the seed of the whole run. */

import { stream } from './chance.ts';
import { Broken } from './judge/records.ts';
import { live, type Outcome } from './life.ts';
import type { Options } from './options.ts';
import type { Plan } from './plan.ts';
import { planOf } from './profiles/plan-of.ts';
import { BESIDE, PROFILES } from './profiles/profiles.ts';
import { contentsOf } from './models/mails.ts';
import { Databases } from './world/databases.ts';
import { type Line, readable, SECOND } from './world/world.ts';

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
  await databases.prepare(plan);
  const contents = await contentsOf(plan);
  return new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(live(plan, contents, databases, keep));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
}

/** The response times of remote servers differ randomly. */
const MOST_LATER = 10 * SECOND;

/**
 * The cost of a broken remote server for messages to the others (V18).
 * @param sound the outcome of the plan without incidents, all of which befall server 0
 */
function costForOthers(plan: Plan, broken: Outcome, sound: Outcome): Broken | undefined {
  for (const { number, recipients } of plan.mails) {
    if (recipients.some((recipient) => plan.aliases[recipient] === 0)) continue;
    const [time = 0, usual = 0] = [broken.verdicts.get(number), sound.verdicts.get(number)];
    if (time < usual + MOST_LATER) continue;
    const later = ((time - usual) / SECOND).toFixed(1);
    return new Broken('V18', `mail ${number}, to a sound server, has its verdict ${later} s later`);
  }
  return undefined;
}

/** One life again: prints the promise that it breaks, and all of its events. @returns whether every promise holds */
export async function replay({ plan, life = 0, seed, profile, trace }: Options): Promise<boolean> {
  using databases = new Databases();
  const lines: Line[] = [];
  const its = plan ?? planOfLife(seed, life, profile);
  const { failure, hash, counts } = await lived(its, databases, (line) => lines.push(line));
  if (trace) console.log(readable(lines, lines.length));
  console.log(`hash ${hash}`, Object.fromEntries(counts));
  console.log(failure?.message ?? 'No promise was broken.');
  return failure === undefined;
}
