/**
 * A graceful shutdown, from the moment at which a node gets the signal: no delivery begins for a message that a sender offers later, and
 * none for a message that waited for its retry (V11).
 */

import type { TcpEnd } from '../network/tcp-end.ts';
import { userOf } from '../models/addresses.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import type { Letters } from './letters.ts';
import type { Attempt, Evidence } from './records.ts';

/** Shorter than the engine holds a message for its retry. */
const HOLD = 25 * SECOND;
/** A delivery takes no longer. */
const LONGEST = 20 * MINUTE;

type Deferral = {
  at: number;
  /** The connection, and the number of its octets with which the reply has come in. */
  end: TcpEnd;
  behind: number;
};

/** Notifications go to the same mailboxes. */
type Life = Evidence & { readonly letters: Pick<Letters, 'underWay'> };

export class Endings {
  readonly #judge: Life;
  /** Of the nodes that end now, the moment of the signal. */
  readonly since = new Map<string, number>();
  /** The last one of each node and mailbox. */
  readonly #deferrals = new Map<string, Deferral>();

  constructor(judge: Life) {
    this.#judge = judge;
  }

  /** A remote server defers a recipient. */
  deferred(node: string, path: string, deferral: Deferral): void {
    this.#deferrals.set(`${node} ${path}`, deferral);
  }

  /** Whether a recipient that reaches a remote server now is the retry of a delivery that was deferred just before the end. */
  isRetry(node: string, path: string, now: number): boolean {
    const since = this.since.get(node);
    const deferral = this.#deferrals.get(`${node} ${path}`);
    if (since === undefined || deferral === undefined || deferral.at < since - HOLD) return false;
    if (deferral.end.readByPeer < deferral.behind) return false;
    const alias = userOf(path);
    const isIts = ({ node: at, dotAt, answeredAt, job }: Attempt) =>
      at === node &&
      job.mail.recipients.includes(alias) &&
      dotAt !== undefined &&
      dotAt > now - LONGEST &&
      answeredAt > deferral.at;
    // If there are two, the other one may begin now.
    const { attempts, letters } = this.#judge;
    return attempts.filter(isIts).length === 1 && letters.underWay(node, alias) === 0;
  }

  /** Whether all attempts to which a delivery may belong offered the message when the shutdown had begun. */
  forbid(node: string, attempts: readonly Attempt[]): boolean {
    const since = this.since.get(node);
    return since !== undefined && attempts.every(({ askedAt }) => askedAt > since);
  }
}
