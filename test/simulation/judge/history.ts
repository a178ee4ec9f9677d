/** The history of messages after a graceful shutdown: each delivery that the engine knew of is counted (V11). */

import { DatabaseSync } from 'node:sqlite';
import { SECOND } from '../world/world.ts';
import type { Judge } from './judge.ts';
import { type Acceptance, hasHappened } from './records.ts';

/** The longest time until an arrival is on the disk: its batch, a stop of the process, and the network. */
const BATCH = 40 * SECOND;

/** @param file the database of a life that is over */
export function checkHistory(file: string, judge: Judge): void {
  // The history does not contain replies of owners.
  if (judge.plan.mails.some(({ isReply }) => isReply)) return;
  // A crash loses the last seconds of it, and a failing disk a batch.
  const losses = [...judge.deaths, ...judge.diskFaults];
  const isLost = ({ node, at }: Acceptance) => hasHappened(losses, node, at, at + BATCH);
  const known = judge.acceptances.filter(
    (one) => one.heardAt !== undefined && one.end.readByPeer >= one.heardAt && !isLost(one),
  ).length;
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare('SELECT coalesce(sum(delivered), 0) AS delivered FROM history_days').get();
  db.close();
  const delivered = Number(row?.delivered);
  // A delivery without a seen end may still be known.
  if (delivered < known || delivered > judge.acceptances.length) {
    judge.broken('V11', `the history has ${delivered} deliveries out of ${known}`);
  }
}
