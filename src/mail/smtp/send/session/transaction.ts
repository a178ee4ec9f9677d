/** A mail transaction: one message over one connection by MAIL, RCPT and DATA (RFC 5321 section 3.3). */

import type { Clock } from '#time/clock.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { DeliveryStage } from '../../delivery.ts';
import { isPositive, type Reply } from '../../reply.ts';
import type { Channel, ReplyListener } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import type { Extensions } from './extensions.ts';
import {
  dataContent,
  type MailCommand,
  mailCommands,
  RSET,
  unmetRequirement,
} from './mail-commands.ts';
import type { FarReply } from './reply-parser.ts';
import { type OnStage, Stopwatch } from './stopwatch.ts';

/** Timeout of the reply to MAIL, RCPT and DATA, in milliseconds. */
const STEP_MS = 60_000;
/** The longest time without progress during the upload, in milliseconds. */
const STALL_MS = 150_000;
/**
 * The time that the upload may continue after the deadline while the server accepts octets. This makes 7 minutes in all, and
 * leaves 3 of the 10 minutes that our own sender waits.
 */
const BEHIND_DEADLINE_MS = 270_000;
/**
 * Timeout of the reply to the final dot, starting when the dot was sent. RFC 5321 section 4.5.3.2.6 recommends 10 minutes.
 * Our own sender waits as long, starting up to 7 minutes earlier. If it gives up first, the ledger has the outcome for its retry.
 */
const FINAL_DOT_MS = 570_000;

/** 4yz or 5yz: the server does not have the message. */
type Rejected = { kind: 'rejected'; stage: DeliveryStage; far: FarReply };

/** The outcome of a transaction. */
export type TransactionOutcome =
  | { kind: 'accepted'; far: FarReply }
  | Rejected
  /** The transaction did not begin: the server lacks an extension that the message requires. */
  | { kind: 'unfit'; reply: Reply }
  /** The connection failed. `unknown`: it failed after the final dot, so the server may have the message. */
  | { kind: 'lost'; failure: ConnectionFailure; unknown: boolean };

/** A session after EHLO without outstanding replies. */
export type OpenSession = {
  readonly channel: Channel;
  readonly offered: Extensions;
  readonly clock: Clock;
  readonly onStage: OnStage;
  /** Whether the last transaction was not completed, so that RSET precedes the next one. */
  resetFirst: boolean;
};

/**
 * Runs one transaction. Resolves with its outcome; after that no octet of the message is read. The channel has failed if the
 * connection cannot be used again.
 * @param deadline in milliseconds on the clock; applies until the server is ready for the message
 */
export function transact(
  session: OpenSession,
  envelope: Envelope,
  message: WireMessage,
  deadline: number,
): Promise<TransactionOutcome> {
  const reply = unmetRequirement(session.offered, envelope, message);
  if (reply) return Promise.resolve({ kind: 'unfit', reply });
  return new Promise((resolve, reject) => {
    new Transaction(session, envelope, message, deadline, { resolve, reject }).begin();
  });
}

/**
 * The transaction as a state machine: it handles each reply within the event that delivers it, without a promise for each step
 * (docs/decisions/smtp-of-our-own.md).
 */
class Transaction implements ReplyListener {
  readonly #session: OpenSession;
  readonly #envelope: Envelope;
  readonly #message: WireMessage;
  readonly #deadline: number;
  readonly #result: Pick<PromiseWithResolvers<TransactionOutcome>, 'resolve' | 'reject'>;
  readonly #stopwatch: Stopwatch;
  #commands: readonly MailCommand[] = [];
  /** Index of the command whose reply is awaited; after the last command it is the reply to the content. */
  #at = 0;
  /** The deadline of the awaited reply, in milliseconds on the clock. */
  #until = 0;
  /** Set once a command was rejected: only replies to commands that were pipelined after it are still awaited. */
  #rejected: Rejected | undefined;

  constructor(
    session: OpenSession,
    envelope: Envelope,
    message: WireMessage,
    deadline: number,
    result: Pick<PromiseWithResolvers<TransactionOutcome>, 'resolve' | 'reject'>,
  ) {
    this.#session = session;
    this.#envelope = envelope;
    this.#message = message;
    this.#deadline = deadline;
    this.#result = result;
    this.#stopwatch = new Stopwatch('mail', session.clock, session.onStage);
  }

  begin(): void {
    this.#guarded(() => {
      const { channel, offered, resetFirst } = this.#session;
      // Never BDAT (RFC 3030): the 354 to DATA shows that the replies are in sync (docs/decisions/smtp-of-our-own.md).
      this.#commands = mailCommands(offered, this.#envelope, this.#message, resetFirst);
      // RFC 2920 section 3.1: with PIPELINING all commands are written together, else one by one.
      if (offered.pipelining) channel.write(this.#commands.map(({ text }) => text).join(''));
      this.#nextCommand();
    });
  }

  replied(far: FarReply): void {
    this.#guarded(() => {
      const command = this.#commands[this.#at];
      if (this.#rejected) this.#skip(far, this.#rejected);
      else if (command) this.#answered(command, far);
      else this.#judged(far);
    });
  }

  failed(failure: ConnectionFailure): void {
    this.#guarded(() => this.#lost(failure));
  }

  #lost(failure: ConnectionFailure): void {
    const { channel } = this.#session;
    const { stage } = this.#stopwatch;
    if (this.#rejected) return this.#end(this.#rejected);
    failure.stage = stage;
    const early = stage === 'content' ? channel.earlyRefusal : undefined;
    if (early) return this.#end({ kind: 'rejected', stage, far: early });
    // Once the final dot may have been sent, the server may have the message.
    this.#end({ kind: 'lost', failure, unknown: stage === 'dot' && !channel.unsent });
  }

  #nextCommand(): void {
    const { channel, offered, clock } = this.#session;
    const command = this.#commands[this.#at];
    if (!command) return this.#sendContent();
    if (command.stage !== this.#stopwatch.stage) this.#stopwatch.enter(command.stage);
    if (!offered.pipelining) channel.write(command.text);
    this.#until = Math.min(clock.now() + STEP_MS, this.#deadline);
    channel.awaitReply(this.#until, this);
  }

  #answered(command: MailCommand, far: FarReply): void {
    const { channel, offered } = this.#session;
    this.#at++;
    if (Math.floor(far.code / 100) === command.expected) return this.#nextCommand();
    if (far.code < 400 || command === RSET) throw outOfPlace(channel, far);
    this.#rejected = { kind: 'rejected', stage: command.stage, far };
    // RFC 5321 section 3.8: after a 421 the server closes. After a 503 its state differs from the one that we assume.
    if (far.code === 421 || far.code === 503) channel.abort();
    if (!offered.pipelining) return this.#end(this.#rejected);
    this.#awaitSkipped(this.#rejected);
  }

  #skip(far: FarReply, rejected: Rejected): void {
    const command = this.#commands[this.#at];
    this.#at++;
    if (rejected.stage === 'mail' && command?.stage === 'rcpt' && isPositive(far.code)) {
      // RFC 5321 section 3.3: RCPT is never accepted without MAIL, so the rejection was an extra reply, and this one belongs to MAIL.
      this.#rejected = undefined;
      throw outOfPlace(this.#session.channel, far);
    }
    // The server accepted DATA without a recipient (RFC 2920 section 3.1). After we close, it has nothing to deliver.
    if (far.code < 400 && far.code >= 300) this.#session.channel.abort();
    this.#awaitSkipped(rejected);
  }

  /** Reads the replies to the commands after the rejected one, so that the next reply answers the next command. */
  #awaitSkipped(rejected: Rejected): void {
    if (this.#at >= this.#commands.length) this.#end(rejected);
    else this.#session.channel.awaitReply(this.#until, this);
  }

  #sendContent(): void {
    const { channel } = this.#session;
    this.#stopwatch.enter('content');
    const until = () => this.#contentUntil();
    const uploading = channel.writeAll(dataContent(this.#message), until, () =>
      this.#stopwatch.enter('dot'),
    );
    if (!uploading) return this.#awaitVerdict();
    uploading.then(
      () => this.#awaitVerdict(),
      (error: unknown) => this.#broke(error),
    );
  }

  #contentUntil(): number {
    return Math.min(this.#session.clock.now() + STALL_MS, this.#deadline + BEHIND_DEADLINE_MS);
  }

  #awaitVerdict(): void {
    // The longer timeout applies only if the final dot was sent by then.
    this.#session.channel.awaitReply(this.#contentUntil(), this, FINAL_DOT_MS);
  }

  #judged(far: FarReply): void {
    const { channel } = this.#session;
    const { stage } = this.#stopwatch;
    if (!isPositive(far.code)) {
      if (far.code < 400) throw outOfPlace(channel, far);
      return this.#end({ kind: 'rejected', stage, far });
    }
    channel.whenFlushed((all) => {
      if (all) return this.#end({ kind: 'accepted', far });
      // A 2yz before all octets were sent cannot mean that the server has them.
      this.#stopwatch.enter('content');
      this.failed(channel.interrupted());
    });
  }

  #end(outcome: TransactionOutcome): void {
    const { channel } = this.#session;
    this.#stopwatch.stop();
    // After a completed message the server is in its state after EHLO (RFC 5321 section 4.1.1.4): RSET is not needed.
    this.#session.resetFirst = outcome.kind === 'rejected';
    channel.whenFlushed((all) => {
      // The caller reuses the memory of the message: a server that replied before it had all octets does not get the rest.
      if (!all) channel.abort();
      this.#result.resolve(outcome);
    });
  }

  #guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#broke(error);
    }
  }

  #broke(error: unknown): void {
    if (error instanceof ConnectionFailure) return this.failed(error);
    // An error in our own code. The rest of the message is not sent, so the connection is unusable.
    this.#result.reject(error);
    this.#session.channel.abort();
  }
}

function outOfPlace(channel: Channel, far: FarReply): ConnectionFailure {
  return channel.fail('garbled', `unexpected reply ${far.code}`);
}
