/** The reasons for which a recipient may get a message twice (V03), each with its condition. */

import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import type { MailPlan } from '../plan.ts';
import { longestWay } from '../models/network-database.ts';
import { HOUR, SECOND } from '../world/world.ts';
import {
  type Acceptance,
  type Attempt,
  type Event,
  hasHappened,
  type Evidence,
} from './records.ts';

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

/** A message that a remote server accepted twice. */
type Copy = {
  before: Acceptance;
  copy: Pick<Acceptance, 'content' | 'recipient' | 'node' | 'at'> & {
    end: Pick<Acceptance['end'], 'isPeerGone'>;
  };
  judge: Evidence;
  kind: MailPlan['kind'] | undefined;
  /** The attempts to which each acceptance may belong. */
  first: readonly Attempt[];
  second: readonly Attempt[];
};

const isBetween = (at: number, { before, copy }: Copy) => at >= before.at && at <= copy.at;

const begunAt = (attempts: readonly Attempt[]) => Math.min(...attempts.map((one) => one.begunAt));

/** In their order: the first condition that holds explains the copy. */
const EXPLANATIONS: readonly [explanation: string, holds: (one: Copy) => boolean][] = [
  ['no field tells the mail from the next one', ({ kind }) => kind === 'bare'],
  ['a crash', hasCrashed],
  ['the far server did not say that it took it', ({ before }) => before.heardAt === undefined],
  [
    'the reply of the far server was lost',
    ({ before }) => before.end.readByPeer < (before.heardAt ?? 0),
  ],
  [
    'its sender had read 250, and sent it once more',
    ({ copy, second, judge }) => {
      const told = judge.toldAt(copy.content, copy.recipient);
      return second.some((one) => dotCameAt(one, judge) > told);
    },
  ],
  ['the far server took it after we had gone', ({ copy }) => copy.end.isPeerGone],
  ['the store took no note', isNotNoted],
  // Its node cannot distinguish this from an end after a verdict that was read, because the reset in response never arrives.
  [
    'a silent cut',
    (one) => one.first.some((early) => isCutBehindEnd(early) && isBetween(early.overAt, one)),
  ],
  // The same octets of a script may be its next message: each end counts, that of an attempt in between, too.
  [
    'a script, at an end of TLS that nobody has sent',
    (one) =>
      one.kind === 'dated' &&
      one.judge.attempts.some(
        ({ job, action, overAt }) =>
          job.mail.content === one.copy.content &&
          action === 'loses-verdict-to-third-party' &&
          isBetween(overAt, one),
      ),
  ],
  ['a silent cut', (one) => unknownElsewhere(one)?.isSilent === true],
  ['at two nodes at once', (one) => unknownElsewhere(one) !== undefined],
  [
    'a script, after an hour',
    ({ kind, before, copy }) => kind === 'dated' && copy.at - before.at > HOUR,
  ],
];

/** @returns undefined if there is none: the promise is broken */
export function explanationOf(
  before: Acceptance,
  copy: Acceptance,
  judge: Evidence,
): string | undefined {
  const kind = judge.plan.mails.find(({ content }) => content === before.content)?.kind;
  const [first, second] = [attemptsOf(before, judge), attemptsOf(copy, judge)];
  const one = { before, copy, judge, kind, first, second };
  return EXPLANATIONS.find(([, holds]) => holds(one))?.[0];
}

/** Whether the ledger knows that a message has arrived, as it is sent again: a copy would have no reason. @param attempt the later one */
export function isKnown(before: Acceptance, attempt: Attempt, judge: Evidence): boolean {
  const { content, kind, sender } = attempt.job.mail;
  const { node, begunAt: at } = attempt;
  const first = attemptsOf(before, judge).filter((one) => one !== attempt);
  const copy = { ...before, node, at, end: { isPeerGone: false } };
  const isNoted = (one: Attempt) =>
    !one.isSilent &&
    !isCutBehindEnd(one) &&
    Math.max(one.overAt, before.at) + noteTime(one, judge) < at;
  const fails = (where: string) => hasHappened(judge.diskFaults, where, begunAt(first));
  return (
    first.length > 0 &&
    first.every(isNoted) &&
    judge.toldAt(content, before.recipient) === Infinity &&
    // A rejection by a list comes before the memory of the process is asked: it counts what is on the disk.
    !fails(before.node) &&
    !fails(node) &&
    judge.plan.senders[sender]?.tls === undefined &&
    EXPLANATIONS.every(
      ([, holds]) => !holds({ before, copy, judge, kind, first, second: [attempt] }),
    )
  );
}

/** What its sender has read is on the disk; another attempt of the same message was only deferred. */
function hasCrashed({ before, copy, judge }: Copy): boolean {
  const forgets = ({ node, at }: Event) =>
    node === before.node &&
    judge.attempts.some(
      (one) =>
        one.job.mail.content === before.content &&
        one.node === node &&
        one.dotAt !== undefined &&
        one.dotAt < before.at &&
        one.answeredAt >= at,
    );
  return judge.deaths.some(
    (death) => forgets(death) && death.at >= before.at - SECOND && death.at <= copy.at,
  );
}

/** Its dot reaches the node after the content; of content that was sent ahead the node reads little before the look-up of its recipients. */
const dotCameAt = (one: Attempt, judge: Evidence) =>
  Math.max((one.dotAt ?? 0) + wayTime(one, judge), lookedUpAt(one) + restTime(one, judge));

function isNotNoted({ before, copy, judge, first, second }: Copy): boolean {
  const since = before.at - SECOND;
  const fails = (node: string, from: number) => hasHappened(judge.diskFaults, node, from, copy.at);
  // A node whose store takes no note remembers until its end; others do not know.
  const knows = before.node === copy.node && !hasHappened(judge.ends, before.node, since, copy.at);
  if (!knows && fails(before.node, Math.min(begunAt(first), since))) return true;
  // Once stored, the note is not in memory any more: the query for it fails.
  return fails(copy.node, begunAt(second));
}

/** The earlier attempt of two at different nodes, of which the node of the later one did not know. */
function unknownElsewhere({ before, copy, judge, first, second }: Copy): Attempt | undefined {
  if (before.node === copy.node) return undefined;
  for (const one of first) {
    for (const other of second) {
      const isFirst = one.begunAt <= other.begunAt;
      const [early, late] = isFirst ? [one, other] : [other, one];
      if (late.begunAt < knownAt(early, isFirst ? before : copy, judge)) return early;
    }
  }
  return undefined;
}

/** The moment from which on the other nodes know of it: the note is on the disk before the sender gets its reply. */
function knownAt(one: Attempt, { at }: Pick<Acceptance, 'at'>, judge: Evidence): number {
  const notedAt = (one.dotAt ?? 0) + LONG + noteTime(one, judge);
  const isLong = at > notedAt ? notedAt : Infinity;
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
