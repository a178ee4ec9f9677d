/** The database of a life that is over: the history (V11), the ledger (V13), and the senders of each alias (V23). */

import { SenderNames } from '#mail/senders/sender-names.ts';
import { aliasAddress, SECRET, senderDomain } from '../models/addresses.ts';
import { hasReplies } from '../plan.ts';
import { rowsIn } from '../world/databases.ts';
import { SECOND } from '../world/world.ts';
import { attemptsOf } from './copies.ts';
import type { Judge } from './judge.ts';
import { type Acceptance, type Attempt, hasHappened, isHeard, type NodeEnd } from './records.ts';

/** The longest time until an arrival is on the disk: its batch, a stop of the process, and the network. */
const BATCH = 40 * SECOND;
/** A delivery that takes longer is noted, so that no other node begins it. */
const QUICK = 9 * SECOND;

const NAMES = new SenderNames([SECRET]);

export function checkDisk(file: string, judge: Judge): void {
  for (const check of [checkHistory, checkLedger, checkSenders])
    if (judge.failure === undefined) check(file, judge);
}

/** After a graceful shutdown each delivery that the engine knew of is counted for its alias. */
function checkHistory(file: string, judge: Judge): void {
  // The history does not contain replies of owners.
  if (hasReplies(judge.plan)) return;
  const rows = rowsIn(
    file,
    `SELECT alias_email, sum(delivered) AS delivered FROM history_days
     JOIN aliases ON id = alias_id GROUP BY alias_email`,
  );
  const delivered = new Map(rows.map((row) => [row.alias_email, Number(row.delivered)]));
  const known = batchedArrivals(judge);
  for (const alias of judge.plan.aliases.keys()) {
    const isIts = ({ recipient }: Acceptance) => recipient === alias;
    const least = known.filter(isIts).length;
    const its = delivered.get(aliasAddress(alias)) ?? 0;
    // A delivery without a seen end may still be known.
    if (its >= least && its <= judge.acceptances.filter(isIts).length) continue;
    judge.broken('V11', `the history of alias ${alias} has ${its} deliveries out of ${least}`);
  }
}

/** The ledger has rows only of messages whose sender may not know their verdict. */
function checkLedger(file: string, judge: Judge): void {
  const rows = Number(rowsIn(file, 'SELECT count(*) AS rows FROM ledger')[0]?.rows);
  // For each recipient the delivery, and the pair with its sender.
  const allowed = judge.attempts
    .filter((attempt) => !isPlain(attempt, judge))
    .reduce((sum, { job }) => sum + 2 * job.mail.recipients.length, 0);
  // The ids of replies are there as well.
  const ofReplies = hasReplies(judge.plan) ? 2 * judge.acceptances.length : 0;
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

/** The senders whose mail has arrived, and the rules of owners. */
function checkSenders(file: string, judge: Judge): void {
  const { plan, guards } = judge;
  if (!plan.isGuarded) return;
  const rows = rowsIn(
    file,
    'SELECT alias_email, id, sender, rule FROM aliases LEFT JOIN alias_senders ON id = alias_id',
  );
  const known = batchedArrivals(judge).filter((one) => isProven(one, judge));
  for (const alias of plan.aliases.keys()) {
    const its = rows.filter((row) => row.alias_email === aliasAddress(alias));
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

/** The deliveries that the engine knew of, without those of a batch that a crash or a failing disk has lost. */
function batchedArrivals({ acceptances, deaths, diskFaults }: Judge): Acceptance[] {
  const losses = [...deaths, ...diskFaults];
  const isLost = ({ node, at }: Acceptance) => hasHappened(losses, node, at, at + BATCH);
  return acceptances.filter((one) => isHeard(one) && !isLost(one));
}

const senderOf = ({ content }: Acceptance, { plan }: Judge) =>
  plan.mails.find((one) => one.content === content)?.sender;

/** The DNS has proven its author. */
function isProven(one: Acceptance, judge: Judge): boolean {
  const since = Math.min(one.at, ...attemptsOf(one, judge).map(({ begunAt }) => begunAt));
  return !judge.guards.happens('dns', since, one.at);
}
