/** The reasons for which a recipient may get a message twice (V03), each by a rule of its own. */

import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import { longestWay } from '../models/network-database.ts';
import { HOUR, SECOND } from '../world/world.ts';
import { type Acceptance, type Attempt, type Evidence, hasHappened } from './records.ts';

/** A delivery that takes so long is noted while its sender waits. */
const LONG = 15 * SECOND;
/** The longest time for which a process is stopped. */
const STALL = 10 * SECOND;

/** A node waits so long for a command, and for the end of a connection that it has closed. */
const IDLE = DEFAULT_LIMITS.commandMs * 1000 + 10 * SECOND;

/** The network cut its connection after its sender ended it, and its node did not notice. */
const isCutBehindEnd = ({ isSilent, wire }: Attempt): boolean =>
  !isSilent && wire !== undefined && wire.end.isCut && !wire.end.isPeerReset;

/** The moment until which a node may have looked its recipients up. */
const lookedUpAt = ({ dotAt = 0, recipientsAt }: Attempt): number =>
  recipientsAt > dotAt ? recipientsAt : 0;

/** Time for the octets of a sender, and a reply: one buffer at a time is in transit. */
function wayTime({ job }: Attempt, { plan }: Evidence): number {
  const { latency, jitter, buffer } = plan.network;
  return 2 * (2 + Math.ceil(job.octets.length / buffer)) * (latency + jitter);
}

/** The same for octets that wait at the sender, because the buffers are full. */
const restTime = ({ job }: Attempt, { plan: { network } }: Evidence): number =>
  2 * Math.floor(job.octets.length / network.buffer) * (network.latency + network.jitter);

/** Time for a note to reach the other nodes: the last octets of the sender, and four ways to the database and back. */
function noteTime(one: Attempt, judge: Evidence): number {
  const { plan } = judge;
  const stall = plan.incidents.some(({ kind }) => kind === 'stall') ? STALL : 0;
  return SECOND / 5 + wayTime(one, judge) + 4 * longestWay(plan) + stall;
}

/** @returns undefined if there is none: the promise is broken */
export function explanationOf(
  before: Acceptance,
  copy: Acceptance,
  judge: Evidence,
): string | undefined {
  const mail = judge.plan.mails.find(({ content }) => content === before.content);
  if (mail?.kind === 'bare') return 'no field tells the mail from the next one';
  const [first, second] = [attemptsOf(before, judge), attemptsOf(copy, judge)];
  const within = ({ at }: { at: number }) => at >= before.at - SECOND && at <= copy.at;
  // What its sender has read is on the disk; another attempt of the same message was only deferred.
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
  // Its dot reaches the node after the content; of content that was sent ahead the node reads little before the look-up of its recipients.
  const dotCameAt = (one: Attempt) =>
    Math.max((one.dotAt ?? 0) + wayTime(one, judge), lookedUpAt(one) + restTime(one, judge));
  if (second.some((one) => dotCameAt(one) > told))
    return 'its sender had read 250, and sent it once more';
  if (copy.end.isPeerGone) return 'the far server took it after we had gone';
  // A node whose store takes no note remembers until its end; others do not know.
  const knows =
    before.node === copy.node && !hasHappened(judge.ends, before.node, before.at - SECOND, copy.at);
  const begunAt = Math.min(...first.map((one) => one.begunAt), before.at - SECOND);
  const fails = (node: string, since: number) =>
    hasHappened(judge.diskFaults, node, since, copy.at);
  if (!knows && fails(before.node, begunAt)) return 'the store took no note';
  // Once stored, the note is not in memory any more: the query for it fails.
  const askedAt = Math.min(...second.map((one) => one.begunAt));
  if (fails(copy.node, askedAt)) return 'the store took no note';
  // Its node cannot distinguish this from an end after a verdict that was read, because the reset in response never arrives.
  if (first.some((one) => isCutBehindEnd(one) && one.overAt >= before.at && one.overAt <= copy.at))
    return 'a silent cut';
  // The same octets of a script may be its next message: each end counts, that of an attempt in between, too.
  const isEnded = ({ job, action, overAt }: Attempt) =>
    job.mail.content === copy.content &&
    action === 'loses-verdict-to-third-party' &&
    overAt >= before.at &&
    overAt <= copy.at;
  if (mail?.kind === 'dated' && judge.attempts.some(isEnded))
    return 'a script, at an end of TLS that nobody has sent';
  if (before.node !== copy.node) {
    for (const one of first) {
      for (const other of second) {
        const isFirst = one.begunAt <= other.begunAt;
        const [early, late] = isFirst ? [one, other] : [other, one];
        if (late.begunAt >= knownAt(early, isFirst ? before : copy, judge)) continue;
        return early.isSilent ? 'a silent cut' : 'at two nodes at once';
      }
    }
  }
  if (mail?.kind === 'dated' && copy.at - before.at > HOUR) return 'a script, after an hour';
  return undefined;
}

/** The moment from which on the other nodes know of it: the note is on the disk before the sender gets its reply. */
function knownAt(one: Attempt, { at }: Acceptance, judge: Evidence): number {
  const notedAt = (one.dotAt ?? 0) + LONG + noteTime(one, judge);
  const isLong = at > notedAt ? notedAt : Number.POSITIVE_INFINITY;
  // After a silent cut the node notices nothing until the idle timeout.
  if (one.isSilent) return Math.min(isLong, Math.max(at, one.overAt) + IDLE + noteTime(one, judge));
  return Math.min(one.answeredAt, one.overAt + noteTime(one, judge), isLong);
}

/** @returns the attempts to which an acceptance may belong: at its node, with a final dot before it, and without a verdict yet. */
export function attemptsOf(acceptance: Acceptance, judge: Evidence): Attempt[] {
  const { content, recipient, node, at } = acceptance;
  const all = judge.attempts.filter(
    (one) =>
      one.job.mail.content === content &&
      one.job.mail.recipients.includes(recipient) &&
      one.node === node &&
      one.dotAt !== undefined &&
      one.dotAt < at,
  );
  const open = all.filter(({ answeredAt }) => answeredAt > at);
  // A server may accept a message that was given up.
  return open.length > 0 ? open : all;
}
