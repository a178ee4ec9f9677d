/** Makes a plan smaller while the same promise breaks: first incidents go, then mails, then nodes; half of them at first. */

import type { Outcome } from './life.ts';
import type { Plan } from './plan.ts';

/** Lives that may be spent on it. */
const TRIALS = 400;

/** @param run the life of a plan */
export async function shrunk(plan: Plan, run: (plan: Plan) => Promise<Outcome>): Promise<Plan> {
  const promise = (await run(plan)).failure?.promise;
  if (promise === undefined) return plan;
  let trials = 0;
  const breaks = async (candidate: Plan) =>
    ++trials <= TRIALS && (await run(candidate)).failure?.promise === promise;
  let smallest = plan;
  for (let before: Plan | undefined; before !== smallest; ) {
    before = smallest;
    const withIncidents = (incidents: Plan['incidents']): Plan => ({ ...smallest, incidents });
    smallest = withIncidents(
      await fewer(smallest.incidents, (some) => breaks(withIncidents(some))),
    );
    const withMails = (mails: Plan['mails']): Plan => ({ ...smallest, mails });
    smallest = withMails(await fewer(smallest.mails, (some) => breaks(withMails(some))));
    const withLetters = (letters: Plan['letters'] = []): Plan => ({ ...smallest, letters });
    smallest = withLetters(
      await fewer(smallest.letters ?? [], (some) => breaks(withLetters(some))),
    );
    const one = { ...smallest, nodes: smallest.nodes.slice(0, 1) };
    if (smallest.nodes.length > 1 && (await breaks(one))) smallest = one;
    if (JSON.stringify(before) === JSON.stringify(smallest)) break;
  }
  return smallest;
}

/** Leaves out runs of items: half of them, then a quarter, and so on. */
async function fewer<Item>(
  items: readonly Item[],
  isEnough: (some: Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let kept = [...items];
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < kept.length; ) {
      const some = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await isEnough(some)) kept = some;
      else from += size;
    }
  }
  return kept;
}
