/** One message over one connection: MAIL, RCPT, DATA or BDAT (RFC 5321 section 3.3). */

import { stuffingDots } from '../../../message/dot-stuffing.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Stage } from '../../delivery.ts';
import { isPositive, type Reply } from '../../reply.ts';
import type { Clock } from '#time/clock.ts';
import type { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { bdatContent, dataContent } from './content.ts';
import type { Extensions } from './extensions.ts';
import { hasUtf8Address, unmetNeed, withAsciiDomain } from './requirements.ts';
import type { FarReply } from './reply-parser.ts';
import { type OnStage, Stopwatch } from './stopwatch.ts';

/** Patience for the reply to MAIL, RCPT and DATA, in milliseconds. */
const STEP_MS = 60_000;
/** While the message is on its way the server may take none of its octets for so long. */
const STALL_MS = 150_000;
/**
 * As long as it takes some, they may be on their way for so long behind the deadline: 7 minutes in all, and of the 10 that our
 * own sender waits 3 are left.
 */
const BEHIND_DEADLINE_MS = 270_000;
/**
 * From the moment on when the final dot has left. RFC 5321 section 4.5.3.2.6 asks for 10 minutes. Our own sender waits as long
 * for our verdict, and has begun up to 7 minutes earlier: where it gives up first, the ledger has the outcome for its next attempt.
 */
const FINAL_DOT_MS = 570_000;

/** 4yz or 5yz: the far side does not have the message. */
type Rejected = { kind: 'rejected'; stage: Stage; far: FarReply };

export type Outcome =
  | { kind: 'accepted'; far: FarReply }
  | Rejected
  /** Not even tried: the server lacks what the message needs. */
  | { kind: 'unfit'; reply: Reply }
  /** The connection failed. `unknown`: after the final dot, so that the far side may have the message. */
  | { kind: 'lost'; failure: ConnectionFailure; unknown: boolean };

/** A connection that has said hello and is in step with its server. */
export type Line = { channel: Channel; offered: Extensions; clock: Clock; onStage: OnStage };

/**
 * Runs one transaction. Resolves with its outcome; the channel has failed where the connection cannot be used again.
 * @param deadline milliseconds on the clock; holds until the server is ready for the message
 * @param afterFailure the transaction before was not completed: RSET goes ahead
 */
export async function transact(
  line: Line,
  envelope: Envelope,
  message: WireMessage,
  deadline: number,
  afterFailure: boolean,
): Promise<Outcome> {
  const reply = unmetNeed(line.offered, envelope, message);
  if (reply) return { kind: 'unfit', reply };
  const watch = new Stopwatch('mail', line.clock, line.onStage);
  try {
    // RFC 3030 section 2: BDAT wants the message without stuffing dots. DATA takes it as it is, without a copy.
    const byBdat = line.offered.chunking && stuffingDots(message.chunks, true, 1) === 0;
    const commands = commandsFor(line.offered, envelope, message, byBdat, afterFailure);
    const rejected = await sendEnvelope(line, commands, deadline, watch);
    if (rejected) return rejected;
    const content = byBdat ? bdatContent(message) : dataContent(message);
    const far = await sendContent(line, content, deadline, watch);
    if (isPositive(far.code)) return { kind: 'accepted', far };
    if (far.code >= 400) return { kind: 'rejected', stage: watch.stage, far };
    throw outOfPlace(line.channel, far);
  } catch (failure) {
    if (!(failure instanceof ConnectionFailure)) throw failure;
    failure.stage = watch.stage;
    const early = watch.stage === 'content' ? line.channel.earlyRefusal : undefined;
    if (early) return { kind: 'rejected', stage: watch.stage, far: early };
    // Once the final dot may have left, the far side may have the message.
    const unknown = watch.stage === 'dot' && !line.channel.unsent;
    return { kind: 'lost', failure, unknown };
  } finally {
    watch.stop();
  }
}

type Command = { stage: Stage; text: string; expected: 2 | 3 };

const RSET = 'RSET\r\n';

function commandsFor(
  offered: Extensions,
  envelope: Envelope,
  message: WireMessage,
  byBdat: boolean,
  afterFailure: boolean,
): Command[] {
  const commands: Command[] = [
    { stage: 'mail', text: mailCommand(offered, envelope, message), expected: 2 },
    { stage: 'rcpt', text: `RCPT TO:<${withAsciiDomain(envelope.forwardPath)}>\r\n`, expected: 2 },
  ];
  // RFC 3030 section 2: BDAT carries the content with it, so it waits until the recipient is accepted.
  if (!byBdat) commands.push({ stage: 'data', text: 'DATA\r\n', expected: 3 });
  if (afterFailure) commands.unshift({ stage: 'mail', text: RSET, expected: 2 });
  return commands;
}

function mailCommand(offered: Extensions, envelope: Envelope, message: WireMessage): string {
  let text = `MAIL FROM:<${withAsciiDomain(envelope.reversePath)}>`;
  if (offered.size !== undefined) text += ` SIZE=${message.octets}`;
  if (offered.eightBitMime && message.eightBit) text += ' BODY=8BITMIME';
  if (offered.smtpUtf8 && (envelope.utf8 || hasUtf8Address(envelope))) text += ' SMTPUTF8';
  return `${text}\r\n`;
}

/** RFC 2920 section 3.1: with PIPELINING all commands go in one write, else one by one. */
async function sendEnvelope(
  { channel, offered, clock }: Line,
  commands: Command[],
  deadline: number,
  watch: Stopwatch,
): Promise<Rejected | undefined> {
  if (offered.pipelining) channel.write(commands.map(({ text }) => text).join(''));
  for (const [i, command] of commands.entries()) {
    if (command.stage !== watch.stage) watch.enter(command.stage);
    if (!offered.pipelining) channel.write(command.text);
    const until = Math.min(clock.now() + STEP_MS, deadline);
    const rejected = judge(channel, command, await channel.reply(until));
    if (!rejected) continue;
    // RFC 5321 section 3.8: after a 421 the server closes. After a 503 it is not where we think it is.
    if (rejected.far.code === 421 || rejected.far.code === 503) channel.abort();
    else if (offered.pipelining) await skipReplies(channel, commands.length - i - 1, until);
    return rejected;
  }
  return undefined;
}

function judge(
  channel: Channel,
  { stage, text, expected }: Command,
  far: FarReply,
): Rejected | undefined {
  if (Math.floor(far.code / 100) === expected) return undefined;
  if (far.code < 400 || text === RSET) throw outOfPlace(channel, far);
  return { kind: 'rejected', stage, far };
}

/** Reads the replies to what was pipelined behind a rejected command: they only keep the connection in step. */
async function skipReplies(channel: Channel, count: number, until: number): Promise<void> {
  try {
    for (let i = 0; i < count; i++) {
      const far = await channel.reply(until);
      // DATA was let through without a recipient (RFC 2920 section 3.1). Closing leaves nothing to deliver.
      if (far.code < 400 && far.code >= 300) channel.abort();
    }
  } catch (failure) {
    if (!(failure instanceof ConnectionFailure)) throw failure;
  }
}

async function sendContent(
  { channel, clock }: Line,
  content: readonly Buffer[],
  deadline: number,
  watch: Stopwatch,
): Promise<FarReply> {
  const until = () => Math.min(clock.now() + STALL_MS, deadline + BEHIND_DEADLINE_MS);
  watch.enter('content');
  await channel.writeAll(content, until, () => {
    watch.enter('dot');
  });
  // What is still with us by then is no final dot yet.
  const far = await channel.reply(until(), FINAL_DOT_MS);
  // It cannot have what has not left us, whatever it says.
  if (isPositive(far.code) && !(await channel.hasFlushed())) {
    watch.enter('content');
    throw channel.interrupted();
  }
  return far;
}

function outOfPlace(channel: Channel, far: FarReply): ConnectionFailure {
  return channel.fail('garbled', `reply ${far.code} out of place`);
}
