/** A mail transaction: one message over one connection by MAIL, RCPT and DATA or BDAT (RFC 5321 section 3.3). */

import type { Clock } from '#time/clock.ts';
import { stuffingDots } from '../../../message/dot-stuffing.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Stage } from '../../delivery.ts';
import { isPositive, type Reply } from '../../reply.ts';
import type { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { bdatContent, dataContent } from './content.ts';
import { hasUtf8Address, withAsciiDomain } from './envelope-addresses.ts';
import type { Extensions } from './extensions.ts';
import type { FarReply } from './reply-parser.ts';
import { unmetRequirement } from './requirements.ts';
import { type OnStage, Stopwatch } from './stopwatch.ts';

/** Timeout of the reply to MAIL, RCPT and DATA, in milliseconds. */
const STEP_MS = 60_000;
/** How long the server may accept no octet during the upload, in milliseconds. */
const STALL_MS = 150_000;
/**
 * How long the upload may go on after the deadline while the server accepts octets. This makes 7 minutes in all, and leaves 3 of
 * the 10 that our own sender waits.
 */
const BEHIND_DEADLINE_MS = 270_000;
/**
 * Timeout of the reply to the final dot, from the moment when the dot has left. RFC 5321 section 4.5.3.2.6 asks for 10 minutes.
 * Our own sender waits as long, from up to 7 minutes earlier: where it gives up first, the ledger has the outcome for its retry.
 */
const FINAL_DOT_MS = 570_000;

/** 4yz or 5yz: the server does not have the message. */
type Rejected = { kind: 'rejected'; stage: Stage; far: FarReply };

/** The outcome of a transaction. */
export type Outcome =
  | { kind: 'accepted'; far: FarReply }
  | Rejected
  /** The transaction was not begun: the server lacks an extension that the message requires. */
  | { kind: 'unfit'; reply: Reply }
  /** The connection failed. `unknown`: it failed after the final dot, so the server may have the message. */
  | { kind: 'lost'; failure: ConnectionFailure; unknown: boolean };

/** A session after EHLO, in which no reply is outstanding. */
export type OpenSession = {
  channel: Channel;
  offered: Extensions;
  clock: Clock;
  onStage: OnStage;
};

/**
 * Runs one transaction. Resolves with its outcome. The channel has failed where the connection cannot be used again.
 * @param deadline milliseconds on the clock; applies until the server is ready for the message
 * @param resetFirst whether the previous transaction was not completed, so that RSET is sent first
 */
export async function transact(
  session: OpenSession,
  envelope: Envelope,
  message: WireMessage,
  deadline: number,
  resetFirst: boolean,
): Promise<Outcome> {
  const reply = unmetRequirement(session.offered, envelope, message);
  if (reply) return { kind: 'unfit', reply };
  const stopwatch = new Stopwatch('mail', session.clock, session.onStage);
  try {
    // RFC 3030 section 2: a message by BDAT has no stuffing dots. By DATA it goes out as it is, without a copy.
    const byBdat = session.offered.chunking && stuffingDots(message.chunks, true, 1) === 0;
    const commands = commandsFor(session.offered, envelope, message, byBdat, resetFirst);
    const rejected = await sendEnvelope(session, commands, deadline, stopwatch);
    if (rejected) return rejected;
    const content = byBdat ? bdatContent(message) : dataContent(message);
    const far = await sendContent(session, content, deadline, stopwatch);
    if (isPositive(far.code)) return { kind: 'accepted', far };
    if (far.code >= 400) return { kind: 'rejected', stage: stopwatch.stage, far };
    throw outOfPlace(session.channel, far);
  } catch (failure) {
    if (!(failure instanceof ConnectionFailure)) throw failure;
    failure.stage = stopwatch.stage;
    const early = stopwatch.stage === 'content' ? session.channel.earlyRefusal : undefined;
    if (early) return { kind: 'rejected', stage: stopwatch.stage, far: early };
    // Once the final dot may have left, the server may have the message.
    const unknown = stopwatch.stage === 'dot' && !session.channel.unsent;
    return { kind: 'lost', failure, unknown };
  } finally {
    stopwatch.stop();
  }
}

type Command = { stage: Stage; text: string; expected: 2 | 3 };

const RSET = 'RSET\r\n';

function commandsFor(
  offered: Extensions,
  envelope: Envelope,
  message: WireMessage,
  byBdat: boolean,
  resetFirst: boolean,
): Command[] {
  const commands: Command[] = [
    { stage: 'mail', text: mailCommand(offered, envelope, message), expected: 2 },
    { stage: 'rcpt', text: `RCPT TO:<${withAsciiDomain(envelope.forwardPath)}>\r\n`, expected: 2 },
  ];
  // RFC 3030 section 2: BDAT carries the content, so it is not pipelined but follows the reply to RCPT.
  if (!byBdat) commands.push({ stage: 'data', text: 'DATA\r\n', expected: 3 });
  if (resetFirst) commands.unshift({ stage: 'mail', text: RSET, expected: 2 });
  return commands;
}

function mailCommand(offered: Extensions, envelope: Envelope, message: WireMessage): string {
  let text = `MAIL FROM:<${withAsciiDomain(envelope.reversePath)}>`;
  if (offered.size !== undefined) text += ` SIZE=${message.octets}`;
  if (offered.eightBitMime && message.eightBit) text += ' BODY=8BITMIME';
  if (offered.smtpUtf8 && (envelope.utf8 || hasUtf8Address(envelope))) text += ' SMTPUTF8';
  return `${text}\r\n`;
}

/** RFC 2920 section 3.1: with PIPELINING all commands are written at once, else one by one. */
async function sendEnvelope(
  { channel, offered, clock }: OpenSession,
  commands: Command[],
  deadline: number,
  stopwatch: Stopwatch,
): Promise<Rejected | undefined> {
  if (offered.pipelining) channel.write(commands.map(({ text }) => text).join(''));
  for (const [i, command] of commands.entries()) {
    if (command.stage !== stopwatch.stage) stopwatch.enter(command.stage);
    if (!offered.pipelining) channel.write(command.text);
    const until = Math.min(clock.now() + STEP_MS, deadline);
    const rejected = judge(channel, command, await channel.reply(until));
    if (!rejected) continue;
    // RFC 5321 section 3.8: after a 421 the server closes. After a 503 its state is not the one that we assume.
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

/** Reads the replies to the commands that were pipelined behind a rejected one, so that the next reply answers the next command. */
async function skipReplies(channel: Channel, count: number, until: number): Promise<void> {
  try {
    for (let i = 0; i < count; i++) {
      const far = await channel.reply(until);
      // The server accepted DATA without a recipient (RFC 2920 section 3.1). After closing it has nothing to deliver.
      if (far.code < 400 && far.code >= 300) channel.abort();
    }
  } catch (failure) {
    if (!(failure instanceof ConnectionFailure)) throw failure;
  }
}

async function sendContent(
  { channel, clock }: OpenSession,
  content: readonly Buffer[],
  deadline: number,
  stopwatch: Stopwatch,
): Promise<FarReply> {
  const until = () => Math.min(clock.now() + STALL_MS, deadline + BEHIND_DEADLINE_MS);
  stopwatch.enter('content');
  await channel.writeAll(content, until, () => {
    stopwatch.enter('dot');
  });
  // The longer timeout applies only where the final dot has left by then.
  const far = await channel.reply(until(), FINAL_DOT_MS);
  // A 2yz before all octets have left cannot mean that the server has them.
  if (isPositive(far.code) && !(await channel.hasFlushed())) {
    stopwatch.enter('content');
    throw channel.interrupted();
  }
  return far;
}

function outOfPlace(channel: Channel, far: FarReply): ConnectionFailure {
  return channel.fail('garbled', `reply ${far.code} out of place`);
}
