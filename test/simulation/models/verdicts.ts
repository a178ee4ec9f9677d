/** A sender processes the replies about the recipients of a transaction. */

import type { Judge } from '../judge/judge.ts';
import type { Awaited, Transaction } from './sender-commands.ts';

/** @param code of the reply to RCPT */
export function takeRecipient(
  transaction: Transaction,
  { recipient, askedAt }: Extract<Awaited, { kind: 'rcpt' }>,
  code: number,
  judge: Judge,
): void {
  const { attempt } = transaction;
  attempt.recipientsAt = judge.world.now;
  if (code === 250) {
    judge.recipientTaken(attempt, recipient, askedAt);
    attempt.accepted.push(recipient);
  } else if (code >= 500) takeRefusal(transaction, recipient, code, judge);
}

/** @param code for all recipients; after 353 each has its own */
export function takeVerdict(transaction: Transaction, code: number, judge: Judge): void {
  const { job, attempt, each } = transaction;
  attempt.accepted.forEach((recipient, i) => {
    const own = each?.[i] ?? code;
    judge.told(attempt, recipient, own);
    if (own >= 200 && own < 300) job.pending.delete(recipient);
    else if (own >= 500) takeRefusal(transaction, recipient, own, judge);
  });
}

function takeRefusal(
  { job, attempt }: Transaction,
  recipient: number,
  code: number,
  judge: Judge,
): void {
  if (job.pending.delete(recipient)) judge.refused(attempt, recipient, code);
}
