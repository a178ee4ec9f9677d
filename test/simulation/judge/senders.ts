/** The senders in the store after a life (V23): those whose mail has arrived, and the rules of owners. */

import { DatabaseSync } from 'node:sqlite';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { senderDomain } from '../models/addresses.ts';
import { SECRET } from '../node.ts';
import { aliasOf } from '../template.ts';
import { attemptsOf } from './copies.ts';
import { batchedArrivals } from './history.ts';
import type { Judge } from './judge.ts';
import type { Acceptance } from './records.ts';

const NAMES = new SenderNames([SECRET]);

/** @param file the database of a life that is over */
export function checkSenders(file: string, judge: Judge): void {
  const { plan, guards } = judge;
  if (!plan.isGuarded) return;
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      'SELECT alias_email, id, sender, rule FROM aliases LEFT JOIN alias_senders ON id = alias_id',
    )
    .all();
  db.close();
  const known = batchedArrivals(judge).filter((one) => isProven(one, judge));
  for (const alias of plan.aliases.keys()) {
    const its = rows.filter((row) => row.alias_email === aliasOf(alias));
    for (const sender of plan.senders.keys()) {
      const name = NAMES.of(String(its[0]?.id), senderDomain(sender));
      const rule = its.find((row) => row.sender === name)?.rule;
      const words = `sender ${sender} of alias ${alias} is ${String(rule)}`;
      const has = (one: Acceptance) => one.recipient === alias && senderOf(one, judge) === sender;
      if ((rule === undefined || rule === 'waiting') && known.some(has))
        judge.broken('V23', `${words}, and its mail has arrived`);
      if (guards.holds('block', alias, sender) && rule !== 'blocked')
        judge.broken('V23', `${words}, and its owner has blocked it`);
      if (guards.holds('let', alias, sender) && rule !== 'let')
        judge.broken('V23', `${words}, and its owner has let it in`);
    }
  }
}

const senderOf = ({ content }: Acceptance, { plan }: Judge) =>
  plan.mails.find((one) => one.content === content)?.sender;

/** The DNS has proven its author. */
function isProven(one: Acceptance, judge: Judge): boolean {
  const since = Math.min(one.at, ...attemptsOf(one, judge).map(({ begunAt }) => begunAt));
  return !judge.guards.mayBeUnproven(since, one.at);
}
