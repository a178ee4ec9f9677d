/** The reasons for which a recipient may get a mail twice (V03), each by a rule of its own. */

import { longestWay } from '../models/network-database.ts';
import { HOUR, SECOND } from '../world/world.ts';
import type { Acceptance, Attempt, Evidence } from './records.ts';

/** A delivery that takes so long is noted while its sender waits. */
const LONG = 15 * SECOND;
/** The longest time for which a process is stopped. */
const STALL = 10 * SECOND;

/** Time for the octets of a sender, and an answer: a buffer at once is on the way. */
function wayTime({ job }: Attempt, { plan }: Evidence): number {
  const { latency, jitter, buffer } = plan.network;
  return 2 * (2 + Math.ceil(job.octets.length / buffer)) * (latency + jitter);
}

/** Time for a note to reach the other nodes: the last octets of the sender, and four ways to the database and back. */
function noteTime(one: Attempt, judge: Evidence): number {
  const { plan } = judge;
  const stall = plan.incidents.some(({ kind }) => kind === 'stall') ? STALL : 0;
  return SECOND / 5 + wayTime(one, judge) + 4 * longestWay(plan) + stall;
}

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
  const told = judge.toldAt(copy.content, copy.recipient);
  // Its dot comes to the node when the content has gone.
  const dotCameAt = (one: Attempt) => (one.dotAt ?? 0) + wayTime(one, judge);
  if (attemptsOf(copy, judge).some((one) => dotCameAt(one) > told))
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
    const notedAt = (first.dotAt ?? 0) + LONG + noteTime(first, judge);
    const isNoted = before.at > notedAt && second.begunAt > notedAt;
    if (first.isSilent && !isNoted) return 'a silent cut, and another node';
  }
  if (mail?.kind === 'dated' && copy.at - before.at > HOUR) return 'a script, after an hour';
  return undefined;
}

/** The moment from which on the other nodes know of it: the note is on the disk before the sender is answered. */
const isKnownAt = (one: Attempt, judge: Evidence) =>
  Math.min(one.answeredAt, one.overAt + noteTime(one, judge));

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
