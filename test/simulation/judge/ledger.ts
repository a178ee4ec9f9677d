/** The ledger's rows after a life: only of messages whose sender may not know their verdict (V13). */

import { DatabaseSync } from 'node:sqlite';
import { SECOND } from '../world/world.ts';
import type { Judge } from './judge.ts';
import type { Attempt, NodeEnd } from './records.ts';

/** A delivery that takes longer is noted, so that no other node begins it. */
const QUICK = 9 * SECOND;

/** @param file the database of a life that is over */
export function checkLedger(file: string, judge: Judge): void {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = Number(db.prepare('SELECT count(*) AS rows FROM ledger').get()?.rows);
  db.close();
  // For each recipient the delivery, and the pair with its sender.
  const allowed = judge.attempts
    .filter((attempt) => !isPlain(attempt, judge))
    .reduce((sum, { job }) => sum + 2 * job.mail.recipients.length, 0);
  // The ids of replies are there as well.
  const ofReplies = judge.plan.mails.some(({ isReply }) => isReply)
    ? 2 * judge.acceptances.length
    : 0;
  if (rows > allowed + ofReplies)
    judge.broken('V13', `the ledger has ${rows} rows, and ${allowed} have a reason`);
}

/** Its sender has read the verdict in time, and shown that by its next command or its end. */
function isPlain(
  { job, node, action, dotAt, answeredAt, begunAt, overAt, isMixed, wire }: Attempt,
  judge: Judge,
) {
  if (dotAt === undefined) return true;
  // A node that shuts down closes its connections after their replies.
  const isOfNode = (end: NodeEnd) =>
    end.node === node && end.at >= begunAt && end.since <= overAt + QUICK;
  const isQuiet = action === undefined || action === 'rests' || action === 'resets-transaction';
  return (
    isQuiet &&
    !isMixed &&
    // Under TLS an end without a close_notify does not prove anything.
    judge.plan.senders[job.mail.sender]?.tls !== 'no-close-notify' &&
    wire?.end.isCut === false &&
    answeredAt - dotAt < QUICK &&
    !judge.ends.some(isOfNode)
  );
}
