/**
 * Makes a plan smaller while the same promise breaks: incidents go, half of them at first; those that are left happen sooner, as
 * they are found by a number that is lower with fewer mails; then mails go, then letters and nodes.
 */

import type { Outcome } from './life.ts';
import type { Incident, Plan } from './plan.ts';

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
    for (const i of smallest.incidents.keys()) {
      for (const sooner of soonerThan(smallest.incidents[i])) {
        const candidate = withIncidents(smallest.incidents.with(i, sooner));
        if (!(await breaks(candidate))) continue;
        smallest = candidate;
        break;
      }
    }
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

/** The fields by which an incident is found. */
const NUMBERS = ['number', 'connection', 'call'] as const;

/** The incident with lower numbers. */
function soonerThan(incident: Incident | undefined): Incident[] {
  return NUMBERS.flatMap((name) => {
    const number: unknown = incident && Reflect.get(incident, name);
    if (incident === undefined || typeof number !== 'number') return [];
    const lower = new Set([0, 1, 2, number >> 2, number >> 1, number - 1]);
    return [...lower]
      .filter((one) => one >= 0 && one < number)
      .map((one) => Object.assign({ ...incident }, { [name]: one }));
  });
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
