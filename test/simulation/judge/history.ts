/** The history of mails after an orderly end: each delivery that the engine knew of is counted (V11). */

import { DatabaseSync } from 'node:sqlite';
import type { Judge } from './judge.ts';

/** @param file the database of a life that is over */
export function checkHistory(file: string, judge: Judge): void {
  // A crash loses the last seconds of it, and a failing disk a batch.
  if (judge.deaths.length > 0 || judge.diskFaults.length > 0) return;
  const known = judge.acceptances.filter(
    ({ end, heardAt }) => heardAt !== undefined && end.readByPeer >= heardAt,
  ).length;
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare('SELECT coalesce(sum(delivered), 0) AS delivered FROM history_days').get();
  db.close();
  const delivered = Number(row?.delivered);
  // One that was not heard of to its end may be known all the same.
  if (delivered < known || delivered > judge.acceptances.length) {
    judge.broken('V11', `the history has ${delivered} deliveries out of ${known}`);
  }
}
