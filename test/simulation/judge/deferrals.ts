/** The reasons of the ledger for which a sender is asked to come again (V02). */

import { MINUTE } from '../world/world.ts';
import type { Attempt, Evidence } from './records.ts';

/** The outcome of a delivery whose sender has left is known by then. */
const LONGEST = 20 * MINUTE;

/** Whether a 4yz has its reason. @param recipients those that a reply to RCPT may be about */
export function hasReason(
  line: string,
  attempt: Attempt,
  recipients: readonly number[],
  judge: Evidence,
): boolean {
  // What a store has not taken, or a crash has lost, is not settled.
  if (judge.diskFaults.length > 0) return true;
  if (line.includes('being delivered already')) return isUnderWay(attempt, judge);
  if (!line.startsWith('451 4.5.3') || judge.deaths.length > 0) return true;
  return recipients.some((one) => isUnsettled(one, attempt, judge));
}

/** Another attempt at this mail had no verdict yet when this one began. */
function isUnderWay(attempt: Attempt, { attempts }: Evidence): boolean {
  const { content } = attempt.job.mail;
  return attempts.some(
    (one) =>
      one !== attempt && one.job.mail.content === content && one.answeredAt >= attempt.begunAt,
  );
}

/** The recipient came beside others, and has had no verdict of its own since. */
function isUnsettled(recipient: number, attempt: Attempt, { attempts }: Evidence): boolean {
  const { sender } = attempt.job.mail;
  const its = attempts.filter(
    ({ job: { mail } }) => mail.sender === sender && mail.recipients.includes(recipient),
  );
  const ends = its
    .filter((one) => one !== attempt && one.job.mail.recipients.length > 1)
    .map(({ answeredAt, overAt }) => Math.min(answeredAt, overAt + LONGEST));
  const lastEnd = Math.max(0, ...ends);
  return !its.some((one) => one.begunAt > lastEnd && one.settled.has(recipient));
}
