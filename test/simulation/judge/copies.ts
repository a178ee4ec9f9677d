/** The reasons for which a recipient may get a mail twice (V03), each by a rule of its own. */

import { longestWay } from '../models/network-database.ts';
import type { Plan } from '../plan.ts';
import { HOUR, SECOND } from '../world/world.ts';
import type { Acceptance, Attempt, Evidence } from './records.ts';

/** Time for a note to reach the other nodes: the way of the sender's end, and four ways to the database and back. */
const noteTime = (plan: Plan) => 2 * SECOND + 4 * longestWay(plan);

/** @returns undefined where there is none: the promise is broken */
export function explanationOf(
  before: Acceptance,
  copy: Acceptance,
  judge: Evidence,
): string | undefined {
  const mail = judge.plan.mails.find(({ content }) => content === before.content);
  if (mail?.kind === 'bare') return 'no field tells the mail from the next one';
  const [first, second] = [attemptsOf(before, judge).at(-1), attemptsOf(copy, judge).at(-1)];
  const within = ({ at }: { at: number }) => at >= before.at - SECOND && at <= copy.at;
  // What its sender has read is on the disk; another attempt of the same mail was only told to wait.
  const forgets = ({ node, at }: { node: string; at: number }) =>
    node === before.node &&
    judge.attempts.some(
      (one) =>
        one.job.mail.content === before.content &&
        one.node === node &&
        one.dotAt !== undefined &&
        one.dotAt < before.at &&
        one.answeredAt >= at,
    );
  if (judge.deaths.some((death) => forgets(death) && within(death))) return 'a crash';
  if (before.heardAt === undefined) return 'the far server did not say that it took it';
  if (before.end.readByPeer < before.heardAt) return 'the reply of the far server was lost';
  if (judge.toldAt(copy.content, copy.recipient) < copy.at)
    return 'its sender had read 250, and sent it once more';
  if (copy.end.isPeerGone) return 'the far server took it after we had gone';
  // A node whose store takes no note remembers until its end; others do not know.
  const knows =
    first?.node === second?.node &&
    !judge.ends.some((end) => end.node === before.node && within(end));
  if (!knows && judge.diskFaults.some((fault) => within(fault))) return 'the store took no note';
  if (first && second && first.node !== second.node) {
    const knownAt = Math.max(...attemptsOf(before, judge).map((one) => isKnownAt(one, judge)));
    if (second.begunAt < knownAt) return 'at two nodes at once';
    if (first.isSilent) return 'a silent cut, and another node';
  }
  if (mail?.kind === 'dated' && copy.at - before.at > HOUR) return 'a script, after an hour';
  return undefined;
}

/** The moment from which on the other nodes know of it: the note is on the disk before the sender is answered. */
const isKnownAt = ({ answeredAt, overAt }: Attempt, { plan }: Evidence) =>
  Math.min(answeredAt, overAt + noteTime(plan));

/** The attempts to which an acceptance may belong: those at its node with a final dot before it. */
function attemptsOf({ content, recipient, node, at }: Acceptance, judge: Evidence): Attempt[] {
  return judge.attempts.filter(
    (one) =>
      one.job.mail.content === content &&
      one.job.mail.recipients.includes(recipient) &&
      one.node === node &&
      one.dotAt !== undefined &&
      one.dotAt < at,
  );
}
