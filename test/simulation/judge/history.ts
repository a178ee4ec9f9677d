/** The history of messages after a graceful shutdown: each delivery that the engine knew of is counted for its alias (V11). */

import { DatabaseSync } from 'node:sqlite';
import { aliasOf } from '../template.ts';
import { SECOND } from '../world/world.ts';
import type { Judge } from './judge.ts';
import { type Acceptance, hasHappened } from './records.ts';

/** The longest time until an arrival is on the disk: its batch, a stop of the process, and the network. */
const BATCH = 40 * SECOND;

/** The deliveries that the engine knew of, without those of a batch that a crash or a failing disk has lost. */
export function batchedArrivals({ acceptances, deaths, diskFaults }: Judge): Acceptance[] {
  const losses = [...deaths, ...diskFaults];
  const isLost = ({ node, at }: Acceptance) => hasHappened(losses, node, at, at + BATCH);
  return acceptances.filter(
    (one) => one.heardAt !== undefined && one.end.readByPeer >= one.heardAt && !isLost(one),
  );
}

/** @param file the database of a life that is over */
export function checkHistory(file: string, judge: Judge): void {
  // The history does not contain replies of owners.
  if (judge.plan.mails.some(({ isReply }) => isReply)) return;
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      `SELECT alias_email, sum(delivered) AS delivered FROM history_days
       JOIN aliases ON id = alias_id GROUP BY alias_email`,
    )
    .all();
  db.close();
  const delivered = new Map(rows.map((row) => [row.alias_email, Number(row.delivered)]));
  const known = batchedArrivals(judge);
  for (const alias of judge.plan.aliases.keys()) {
    const isIts = ({ recipient }: Acceptance) => recipient === alias;
    const least = known.filter(isIts).length;
    const its = delivered.get(aliasOf(alias)) ?? 0;
    // A delivery without a seen end may still be known.
    if (its >= least && its <= judge.acceptances.filter(isIts).length) continue;
    judge.broken('V11', `the history of alias ${alias} has ${its} deliveries out of ${least}`);
  }
}
