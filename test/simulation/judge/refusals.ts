/** The reasons for which a recipient may be rejected permanently, and those of the ledger for which a sender is deferred (V02). */

import { serverOf } from '../plan.ts';
import type { Aliases } from './aliases.ts';
import { isProven } from './arrival.ts';
import { isKnown } from './copies.ts';
import type { Guards } from './guards.ts';
import { type Attempt, Broken, type Event, type Evidence } from './records.ts';
import type { Awaited } from '../models/sender-commands.ts';
import { MINUTE } from '../world/world.ts';

/** All mail to a server, or the mail to one alias. */
export type Refused = `server ${number}` | `alias ${number}`;

type Life = Evidence & {
  readonly guards: Pick<Guards, 'reasonOf'>;
  readonly aliases: Pick<Aliases, 'mayReject'>;
};

export class Refusals {
  readonly #judge: Life;
  /** Each with the nodes that got it. */
  readonly #byFar = new Map<Refused, Event[]>();

  constructor(judge: Life) {
    this.#judge = judge;
  }

  /** A remote server has given a reason to a node. */
  farRefused(what: Refused, event: Event): void {
    this.#byFar.set(what, [...(this.#byFar.get(what) ?? []), event]);
  }

  /** A sender has read a rejection. @param askedAt the moment of its RCPT @throws Broken */
  reasonFor(
    attempt: Attempt,
    recipient: number,
    code: number,
    askedAt: number = attempt.begunAt,
  ): string {
    const { number, content } = attempt.job.mail;
    const words = `mail ${number} to alias ${recipient} is refused by ${code}`;
    const reason =
      this.#reasonOf(attempt, recipient, askedAt) ??
      this.#judge.guards.reasonOf(attempt.job, recipient);
    if (reason === undefined) throw new Broken('V02', `${words}, for no reason`, content);
    const before = this.#judge.arrivals(content, recipient).at(-1);
    if (before && !this.#mayBeOff(recipient, askedAt) && isKnown(before, attempt, this.#judge))
      throw new Broken('V02', `${words}, and the ledger knows that it has arrived`, content);
    return reason;
  }

  /** @returns undefined if it is none of the guards', or none at all */
  #reasonOf(attempt: Attempt, recipient: number, askedAt: number): string | undefined {
    const { plan } = this.#judge;
    const { mail } = attempt.job;
    const server = serverOf(plan, recipient) ?? -1;
    if (this.#hasRefused(`server ${server}`, attempt)) return 'its far server refuses all mail';
    if (this.#hasRefused(`alias ${recipient}`, attempt))
      return 'its far server refuses the recipient';
    if (mail.isReply === true && !isProven(mail, plan)) return 'answer that nobody proves';
    return this.#mayBeOff(recipient, askedAt) ? 'its owner has switched it off' : undefined;
  }

  /** In this attempt: a reason that an earlier message got is none for this one. */
  #hasRefused(what: Refused, { node, begunAt }: Attempt): boolean {
    const events = this.#byFar.get(what) ?? [];
    return events.some((one) => one.node === node && one.at >= begunAt);
  }

  /** After a crash a change may come later than its owner thinks. */
  #mayBeOff(recipient: number, askedAt: number): boolean {
    const { plan, aliases, deaths } = this.#judge;
    const isEver = plan.incidents.some(
      (one) =>
        one.kind === 'owner' &&
        one.alias === recipient &&
        [one.action, one.again?.action].includes('off'),
    );
    return isEver && (deaths.length > 0 || aliases.mayReject(recipient, askedAt));
  }
}

/** The outcome of a delivery whose sender has left is known by then. */
const LONGEST = 20 * MINUTE;

/** Whether a 4yz to a command has its reason. */
export function hasReason(
  line: string,
  command: Awaited,
  attempt: Attempt,
  judge: Evidence,
): boolean {
  // No recipient was tried.
  if (line.startsWith('452 4.3.1')) attempt.turnedAway.clear();
  // Notes that a store did not accept, or a crash lost, are not settled.
  if (judge.diskFaults.length > 0) return true;
  if (line.includes('already being delivered')) return isUnderWay(attempt, judge);
  if (!line.startsWith('451 4.5.3') || judge.deaths.length > 0) return true;
  if (command.kind !== 'rcpt' || waitsInVain(command.recipient, attempt, judge)) return false;
  attempt.turnedAway.add(command.recipient);
  // It, or a recipient before it, may have to be alone.
  return [...attempt.accepted, command.recipient].some((one) => isUnsettled(one, attempt, judge));
}

/** The recipient was deferred before for the same other one, which has failed alone: now it is its turn. */
function waitsInVain(recipient: number, attempt: Attempt, { attempts }: Evidence): boolean {
  const { sender } = attempt.job.mail;
  const [first] = attempt.accepted;
  if (first === undefined) return false;
  const before = attempts.filter(
    ({ job: { mail } }) =>
      mail.sender === sender && [recipient, first].some((one) => mail.recipients.includes(one)),
  );
  const last = before.at(-2);
  return (
    last?.job === attempt.job &&
    last.turnedAway.has(recipient) &&
    last.accepted.length === 1 &&
    last.accepted[0] === first &&
    // Nor did another message to that recipient end meanwhile: its outcome replaces the note, even if its sender did not get it.
    !before.some(
      (one) =>
        one.answeredAt > last.begunAt &&
        (one.settled.has(first) || (one.job !== attempt.job && one.accepted.includes(first))),
    ) &&
    // None of them may have a pending write.
    before.every((one) => one === attempt || one.answeredAt < attempt.begunAt)
  );
}

/** Another attempt at this message had no verdict yet when this one began. */
function isUnderWay(attempt: Attempt, { attempts }: Evidence): boolean {
  const { content } = attempt.job.mail;
  return attempts.some(
    (one) =>
      one !== attempt && one.job.mail.content === content && one.answeredAt >= attempt.begunAt,
  );
}

/** An attempt at the recipient had no final verdict, and none has had one since, before this one began. */
function isUnsettled(recipient: number, attempt: Attempt, { attempts }: Evidence): boolean {
  const { sender } = attempt.job.mail;
  const its = attempts.filter(
    ({ job: { mail } }) => mail.sender === sender && mail.recipients.includes(recipient),
  );
  const ends = its
    .filter((one) => one !== attempt && !one.settled.has(recipient))
    .filter(({ turnedAway }) => !turnedAway.has(recipient))
    .map(({ answeredAt, overAt }) => Math.min(answeredAt, overAt + LONGEST));
  const lastEnd = Math.max(...ends);
  const isSettled = ({ begunAt, answeredAt, settled }: Attempt) =>
    begunAt > lastEnd && answeredAt < attempt.begunAt && settled.has(recipient);
  return ends.length > 0 && !its.some(isSettled);
}
