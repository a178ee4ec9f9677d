/** The reasons for which a recipient may be rejected permanently (V02). */

import { serverOf } from '../plan.ts';
import type { Aliases } from './aliases.ts';
import { isProven } from './arrival.ts';
import { isKnown } from './copies.ts';
import type { Guards } from './guards.ts';
import { type Attempt, Broken, type Event, type Evidence } from './records.ts';

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
