/** The reasons for which a recipient may be rejected permanently (V02). */

import { type Plan, serverOf } from '../plan.ts';
import { isProven } from './arrival.ts';
import type { Job } from './records.ts';

/** All mail to a server, or the mail to one alias. */
export type Refused = `server ${number}` | `alias ${number}`;

export class Refusals {
  readonly #plan: Plan;
  readonly #byFar = new Set<Refused>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** A remote server has given a reason. */
  farRefused(what: Refused): void {
    this.#byFar.add(what);
  }

  /** @returns undefined if there is none */
  reasonOf({ mail }: Job, recipient: number): string | undefined {
    const server = serverOf(this.#plan, recipient) ?? -1;
    if (this.#byFar.has(`server ${server}`)) return 'its far server refuses all mail';
    if (this.#byFar.has(`alias ${recipient}`)) return 'its far server refuses the recipient';
    if (mail.isReply === true && !isProven(mail, this.#plan)) return 'answer that nobody proves';
    return this.#wasOff(recipient) ? 'its owner has switched it off' : undefined;
  }

  /** An alias that is or was off is rejected; V09 checks the present state. */
  #wasOff(recipient: number): boolean {
    return this.#plan.incidents.some(
      (one) =>
        one.kind === 'owner' &&
        one.alias === recipient &&
        [one.action, one.again?.action].includes('off'),
    );
  }
}
