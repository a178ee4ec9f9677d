/** Our own emails (V19): one outcome each, in time, and only their address gets them. */

import { realAddress } from '../models/addresses.ts';
import { bodyOf } from '../models/mails.ts';
import { type LetterPlan, serverOf } from '../plan.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { hasHappened, type Evidence } from './records.ts';

/** An email is given up after 150 s, and its final dot after 570 s more. */
const LONGEST = 13 * MINUTE;
const FIRST_CODE = 100_000;

/** The code in an email, which identifies it. */
export const codeOf = (number: number) => String(FIRST_CODE + number);

type Sent = LetterPlan & { node: string; sentAt: number; arrived: number; isEnded: boolean };

export class Letters {
  readonly #judge: Evidence;
  readonly #sent = new Map<number, Sent>();

  constructor(judge: Evidence) {
    this.#judge = judge;
  }

  sent(letter: LetterPlan, node: string): void {
    const sentAt = this.#judge.world.now;
    this.#sent.set(letter.number, { ...letter, node, sentAt, arrived: 0, isEnded: false });
    this.#judge.tookEffect('letters');
  }

  /** @returns whether the message is one of our emails */
  accepted(server: number, recipient: string, content: Buffer): boolean {
    if (!content.includes('Auto-Submitted: auto-generated\r\n')) return false;
    const [subject] = /^Subject: \[Test\] .*/m.exec(content.toString('latin1')) ?? [];
    const code = /\b\d{6}\b/.exec(subject ?? bodyOf(content).toString('latin1'))?.[0];
    const letter = this.#sent.get(Number(code) - FIRST_CODE);
    const { plan } = this.#judge;
    const its = letter && plan.aliases[letter.alias];
    if (
      letter === undefined ||
      serverOf(plan, letter.alias) !== server ||
      recipient !== realAddress(letter.alias, its ?? -1)
    ) {
      this.#judge.broken('V19', `letter ${code} went to ${recipient} at server ${server}`);
    } else if (++letter.arrived > 1) {
      this.#judge.broken('V19', `letter ${code} has arrived twice`);
    }
    return true;
  }

  ended(number: number, kind: string): void {
    const letter = this.#sent.get(number);
    this.#judge.tookEffect(`letters ${kind}`);
    if (letter === undefined || letter.isEnded) {
      return this.#judge.broken('V19', `letter ${number} has two outcomes`);
    }
    letter.isEnded = true;
    if (kind === 'accepted' && letter.arrived === 0)
      this.#judge.broken('V19', `letter ${number} is reported as accepted, but has not arrived`);
    if (this.#judge.isCalm && kind !== 'accepted')
      this.#judge.broken('V19', `letter ${number} is ${kind} without a fault`);
  }

  /** Emails of a node without an outcome. @param alias to whose mailbox they go; absent: to any */
  underWay(node: string, alias?: number): number {
    const isIts = (one: Sent) =>
      one.node === node && !one.isEnded && (alias === undefined || one.alias === alias);
    return [...this.#sent.values()].filter(isIts).length;
  }

  /** Each has its outcome, unless its process has died. */
  check(): void {
    const { ends, deaths, world } = this.#judge;
    for (const { number, node, sentAt, isEnded } of this.#sent.values()) {
      // A graceful shutdown produces an outcome before.
      const over = isEnded || hasHappened(deaths, node, sentAt);
      const late = world.now > sentAt + LONGEST || hasHappened(ends, node, sentAt);
      if (!over && late) {
        const s = (sentAt / SECOND).toFixed(0);
        this.#judge.broken('V19', `letter ${number}, of ${s} s, has no outcome`);
      }
    }
  }
}
