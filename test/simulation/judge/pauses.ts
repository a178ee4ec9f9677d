/** Remote servers that have asked a node to slow down: none of its new messages arrives within the pause (V10). */

import { farDomain } from '../models/addresses.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { type Acceptance, hasHappened, type Evidence } from './records.ts';

export type Pause = {
  server: number;
  node: string;
  at: number;
  /** The connection, and the number of its octets with which the request has come in. */
  end: TcpEnd;
  behind: number;
  /** Of the message in progress: the request concerns mail to this domain. */
  recipient: string | undefined;
};

/** The first pause of the engine, the longest one, and the time that a request may take until it is known. */
const SHORTEST = 29 * SECOND;
const LONGEST = 5 * MINUTE;
const KNOWN_AFTER = 12 * SECOND;

export class Pauses {
  readonly asked: Pause[] = [];

  /** Whether it arrived in a pause, and was not in progress before. */
  forbid(acceptance: Acceptance, { attempts, ends, plan }: Evidence): boolean {
    const { server, node, content, at } = acceptance;
    const domain = `@${farDomain(plan.aliases[acceptance.recipient] ?? -1)}`;
    const heard = this.asked.filter(
      (one) =>
        one.server === server &&
        one.node === node &&
        one.end.readByPeer >= one.behind &&
        (one.recipient?.endsWith(domain) ?? true),
    );
    // A request within a pause is caused by a message that was in progress, and does not lengthen the pause.
    const isFirst = ({ at: since }: Pause) =>
      !heard.some((one) => one.at < since && one.at > since - LONGEST);
    const pause = heard.find(
      (one) => at > one.at + KNOWN_AFTER && at < one.at + SHORTEST && isFirst(one),
    );
    if (pause === undefined) return false;
    const isNew = attempts.every(
      (one) =>
        one.job.mail.content !== content ||
        one.node !== node ||
        one.dotAt === undefined ||
        one.dotAt < at - 20 * MINUTE ||
        one.dotAt > pause.at + KNOWN_AFTER,
    );
    return isNew && !hasHappened(ends, node, pause.at);
  }
}
