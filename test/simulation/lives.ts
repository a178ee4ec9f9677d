/** Lives by number: each has its own seed, derived from the seed of the whole run. */

import { stream } from './chance.ts';
import { costForOthers } from './judge/beside.ts';
import { live, type Outcome } from './life.ts';
import type { Plan } from './plan.ts';
import { planOf } from './profiles/plan-of.ts';
import { BESIDE, PROFILES } from './profiles/profiles.ts';
import { contentOf } from './models/mails.ts';
import { signed } from './models/signed.ts';
import { type Databases, envelopeOf } from './template.ts';
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

/** The messages as their authors wrote them, by the number of their content. */
async function contentsOf(plan: Plan): Promise<Map<number, Buffer>> {
  const contents = plan.mails.map(async (mail): Promise<[number, Buffer]> => {
    const { from, to } = envelopeOf(mail, plan);
    const author = mail.isReply || plan.isGuarded ? from : 'ann@sender.test';
    const content = contentOf(plan.seed, mail, { from: author, to: to(0) });
    return [mail.content, await signed(content, mail, author.slice(author.indexOf('@') + 1))];
  });
  return new Map(await Promise.all(contents));
}
