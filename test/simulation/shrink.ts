/**
 * Makes a plan smaller while the same promise breaks (delta debugging: halves go at first, then quarters, and so on). Everything
 * later than the failure is removed, and everything about other messages; then incidents, messages and emails; then nodes and
 * recipients. An incident that is found by a number is tried at a lower one, because it happens sooner with fewer messages.
 */

import type { Outcome } from './life.ts';
import type { Incident, MailPlan, Plan } from './plan.ts';

/** Attempts of senders in all lives that may be spent on it: some 40 seconds. So many events, or octets of messages, cost as much as one. */
const MOST_ATTEMPTS = 8000;
const EVENTS = 1000;
const OCTETS = 200_000;

/** Seeds that are tried if so few messages are left. */
const SEEDS = 30;
const FEW = 8;

/** @param run the life of a plan */
export async function shrunk(plan: Plan, run: (plan: Plan) => Promise<Outcome>): Promise<Plan> {
  const { failure, time, counts } = await run(plan);
  if (failure === undefined) return plan;
  const { promise, content } = failure;
  let spent = counts.get('attempts') ?? 0;
  const breaks = async (candidate: Plan) => {
    if (spent > MOST_ATTEMPTS) return false;
    const { failure: its, counts: spends, events } = await run(candidate);
    const octets = candidate.mails.reduce((sum, mail) => sum + mail.octets, 0);
    spent += 1 + (spends.get('attempts') ?? 0) + events / EVENTS + octets / OCTETS;
    return its?.promise === promise;
  };
  let smallest = plan;
  const tries = async (candidate: Plan): Promise<boolean> => {
    const isSmaller = JSON.stringify(candidate) !== JSON.stringify(smallest);
    if (!isSmaller || !(await breaks(candidate))) return false;
    smallest = candidate;
    return true;
  };
  await tries(before(time, plan));
  for (const isNear of nearTo(content, plan)) {
    const mails = smallest.mails.filter(isNear);
    const candidate = { ...smallest, mails, incidents: thatBefall(mails, smallest) };
    if ((await tries(candidate)) || (await tries(atOnce(candidate)))) break;
  }
  for (let last: Plan | undefined; last !== smallest; ) {
    last = smallest;
    for (const list of ['incidents', 'mails', 'letters'] as const) {
      const all: readonly unknown[] = smallest[list] ?? [];
      await fewer(all, (some) => tries({ ...smallest, [list]: some }));
    }
    for (const [i, incident] of smallest.incidents.entries()) {
      for (const sooner of soonerThan(incident)) {
        if (await tries({ ...smallest, incidents: smallest.incidents.with(i, sooner) })) break;
      }
    }
    await tries({ ...smallest, nodes: smallest.nodes.slice(0, 1) });
    await tries({ ...smallest, mails: smallest.mails.map(withOneRecipient) });
    await oneMailLess();
  }
  return smallest;

  /** If a message is removed, an incident may be one number lower, and other times and latencies may need one message less. */
  async function oneMailLess(): Promise<void> {
    const { mails, incidents } = smallest;
    if (mails.length < 2 || mails.length > FEW) return;
    for (let n = 0; n <= SEEDS; n += 1) {
      const seed = n === 0 ? smallest.seed : n;
      for (const i of mails.keys()) {
        const less = { ...smallest, seed, mails: mails.toSpliced(i, 1) };
        if ((await tries({ ...less, incidents: incidents.map(oneSooner) })) || (await tries(less)))
          return;
      }
    }
  }
}

/** Without everything later than this moment. */
function before(time: number, plan: Plan): Plan {
  return {
    ...plan,
    mails: plan.mails.filter(({ at }) => at <= time),
    letters: (plan.letters ?? []).filter(({ at }) => at <= time),
    incidents: plan.incidents.filter((one) => {
      const at = 'at' in one ? one.at : 'from' in one ? one.from : 0;
      return at <= time;
    }),
  };
}

/** Circles around a message, from the narrowest on. */
function nearTo(content: number | undefined, { mails, aliases }: Plan) {
  const its = mails.filter((one) => one.content === content);
  const recipients = new Set(its.flatMap((one) => one.recipients));
  const servers = new Set([...recipients].map((alias) => aliases[alias]));
  const circles: ((mail: MailPlan) => boolean)[] = [
    (mail) => mail.content === content,
    (mail) => mail.recipients.some((alias) => recipients.has(alias)),
    (mail) => mail.recipients.some((alias) => servers.has(aliases[alias])),
  ];
  return its.length > 0 ? circles : [];
}

/** Incidents that do not affect other messages. */
function thatBefall(mails: readonly MailPlan[], { incidents, aliases }: Plan): Incident[] {
  const numbers = new Set(mails.map(({ number }) => number));
  const recipients = new Set(mails.flatMap((one) => one.recipients));
  const servers = new Set([...recipients].map((alias) => aliases[alias]));
  return incidents.filter((one) => {
    if ('mail' in one) return numbers.has(one.mail);
    if ('alias' in one && one.alias !== undefined) return recipients.has(one.alias);
    return !('server' in one) || servers.has(one.server);
  });
}

/** Each action of a remote server once, at the first occasion; the others happen as soon as a few messages allow. */
function atOnce(plan: Plan): Plan {
  const first = plan.incidents.map((one) => ('number' in one ? { ...one, number: 0 } : one));
  const texts = new Set(first.map((one) => JSON.stringify(one)));
  return { ...plan, incidents: [...texts].map((text): Incident => JSON.parse(text)) };
}

const withOneRecipient = (mail: MailPlan): MailPlan => ({
  ...mail,
  recipients: mail.recipients.slice(0, 1),
});

/** The numbers above 0 by which an incident is found. */
const numbersOf = (incident: Incident): [name: string, number: number][] =>
  ['number', 'connection', 'call'].flatMap((name) => {
    const number: unknown = Reflect.get(incident, name);
    return typeof number === 'number' && number > 0 ? [[name, number]] : [];
  });

/** The incident with lower numbers. */
const soonerThan = (incident: Incident): Incident[] =>
  numbersOf(incident).flatMap(([name, number]) => {
    const lower = new Set([0, 1, 2, number >> 2, number >> 1, number - 1]);
    return [...lower]
      .filter((one) => one < number)
      .map((one) => Object.assign({ ...incident }, { [name]: one }));
  });

function oneSooner(incident: Incident): Incident {
  const numbers = numbersOf(incident).map(([name, number]) => [name, number - 1]);
  return Object.assign({ ...incident }, Object.fromEntries(numbers));
}

/** Leaves out runs of items: all of them, half of them, then a quarter, and so on. */
async function fewer<Item>(
  items: readonly Item[],
  isEnough: (some: Item[]) => Promise<boolean>,
): Promise<void> {
  let kept = [...items];
  for (let size = kept.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const some = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await isEnough(some)) kept = some;
      else from += size;
    }
  }
}
