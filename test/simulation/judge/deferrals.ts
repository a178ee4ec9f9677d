/** The reasons of the ledger for which a sender is deferred (V02). */

import type { Awaited } from '../models/sender-commands.ts';
import { MINUTE } from '../world/world.ts';
import type { Attempt, Evidence } from './records.ts';

/** The outcome of a delivery whose sender has left is known by then. */
const LONGEST = 20 * MINUTE;

/** Whether a 4yz to a command has its reason. */
export function hasReason(
  line: string,
  command: Awaited,
  attempt: Attempt,
  judge: Evidence,
): boolean {
  // No recipient was tried.
  if (line.startsWith('452 4.3.1')) attempt.turnedAway.clear();
  // Notes that a store did not accept, or a crash lost, are not settled.
  if (judge.diskFaults.length > 0) return true;
  if (line.includes('already being delivered')) return isUnderWay(attempt, judge);
  if (!line.startsWith('451 4.5.3') || judge.deaths.length > 0) return true;
  if (command.kind !== 'rcpt' || waitsInVain(command.recipient, attempt, judge)) return false;
  attempt.turnedAway.add(command.recipient);
  // It, or a recipient before it, may have to be alone.
  return [...attempt.accepted, command.recipient].some((one) => isUnsettled(one, attempt, judge));
}

/** The recipient was deferred before for the same other one, which has failed alone: now it is its turn. */
function waitsInVain(recipient: number, attempt: Attempt, { attempts }: Evidence): boolean {
  const { sender } = attempt.job.mail;
  const [first] = attempt.accepted;
  if (first === undefined) return false;
  const before = attempts.filter(
    ({ job: { mail } }) =>
      mail.sender === sender && [recipient, first].some((one) => mail.recipients.includes(one)),
  );
  const last = before.at(-2);
  return (
    last?.job === attempt.job &&
    last.turnedAway.has(recipient) &&
    last.accepted.length === 1 &&
    last.accepted[0] === first &&
    // Nor did another message to that recipient end meanwhile: its outcome replaces the note, even if its sender did not get it.
    !before.some(
      (one) =>
        one.answeredAt > last.begunAt &&
        (one.settled.has(first) || (one.job !== attempt.job && one.accepted.includes(first))),
    ) &&
    // None of them may have a pending write.
    before.every((one) => one === attempt || one.answeredAt < attempt.begunAt)
  );
}

/** Another attempt at this message had no verdict yet when this one began. */
function isUnderWay(attempt: Attempt, { attempts }: Evidence): boolean {
  const { content } = attempt.job.mail;
  return attempts.some(
    (one) =>
      one !== attempt && one.job.mail.content === content && one.answeredAt >= attempt.begunAt,
  );
}

/** An attempt at the recipient had no final verdict, and none has had one since, before this one began. */
function isUnsettled(recipient: number, attempt: Attempt, { attempts }: Evidence): boolean {
  const { sender } = attempt.job.mail;
  const its = attempts.filter(
    ({ job: { mail } }) => mail.sender === sender && mail.recipients.includes(recipient),
  );
  const ends = its
    .filter((one) => one !== attempt && !one.settled.has(recipient))
    .filter(({ turnedAway }) => !turnedAway.has(recipient))
    .map(({ answeredAt, overAt }) => Math.min(answeredAt, overAt + LONGEST));
  const lastEnd = Math.max(...ends);
  const isSettled = ({ begunAt, answeredAt, settled }: Attempt) =>
    begunAt > lastEnd && answeredAt < attempt.begunAt && settled.has(recipient);
  return ends.length > 0 && !its.some(isSettled);
}
