/** The commands of a mail transaction (RFC 5321 section 3.3): MAIL, RCPT, then the message by DATA or BDAT. */

import { isPositive, type Reply } from '../reply.ts';
import type { Command } from './command.ts';
import { parseMailParameters } from './parameters.ts';
import { parsePath } from './path.ts';
import type { ConnectedClient, Policy, Verdict } from './policy.ts';
import { Reception, roomOf } from './reception.ts';
import * as replies from './replies.ts';
import type { SessionSettings } from './wire.ts';

/** The session as its transactions see it. */
export interface Dialogue {
  say(answer: Reply): void;
  /** Replies, and counts a client error. After too many errors the session is closed. */
  bad(answer: Reply): void;
  /** Replies and closes the session. */
  close(last: Reply): void;
  /** Does not read another command before the answer. A rejected promise becomes 451. */
  await(answer: Reply | Promise<Reply>, then: (given: Reply) => void): void;
  /** Awaits the verdict on a complete message, replies with it, and ends the transaction. */
  conclude(verdict: Verdict | Promise<Verdict>): void;
}

/** The message that is being received, and the number of its octets so far. */
export type Incoming = { readonly octets: number };

/** The parameters of MAIL, whether a RCPT came, and the number of accepted recipients. */
type Envelope = { size: number; utf8: boolean; asked: boolean; recipients: number };

/** One BDAT command (RFC 3030 section 2) whose octets are being received; those of a rejected chunk are discarded. */
type Chunk = { size: number; octets: number; last: boolean; refusal: Reply | undefined };

/** The transactions of one session, one after another. First a message by DATA, in the order of its commands; then BDAT. */
export class MailTransaction {
  readonly #client: ConnectedClient;
  readonly #policy: Policy;
  readonly #dialogue: Dialogue;
  readonly #settings: SessionSettings;
  /** Undefined without an accepted MAIL. */
  #envelope: Envelope | undefined;
  /** The last MAIL was rejected: the client is not to blame for the commands that it pipelined after it. */
  #mailRefused = false;
  #reception: Reception | undefined;
  /** The octets after DATA belong to the message. */
  #inData = false;
  /** Likewise within a BDAT chunk. */
  #chunk: Chunk | undefined;
  /** Leaves the queue for memory; undefined if this transaction does not wait there. */
  #leaveQueue: (() => void) | undefined;

  constructor(
    client: ConnectedClient,
    policy: Policy,
    dialogue: Dialogue,
    settings: SessionSettings,
  ) {
    this.#client = client;
    this.#policy = policy;
    this.#dialogue = dialogue;
    this.#settings = settings;
  }

  mail({ argument, eightBit, isUtf8 }: Command): void {
    if (this.#client.helo === '' || this.#envelope !== undefined) return this.#outOfOrder();
    this.#mailRefused = true;
    const from = /^FROM:\s*/i.exec(argument);
    const path = from && parsePath(argument.slice(from[0].length));
    if (path === null || path.kind === 'malformed') return this.#dialogue.bad(replies.BAD_MAIL);
    if (path.kind === 'not-allowed' || !isUtf8) return this.#dialogue.bad(replies.BAD_SENDER);
    const { limits, budget, block } = this.#settings;
    const secure = this.#client.tls !== null;
    const parameters = parseMailParameters(path.rest, limits.messageOctets, secure);
    if ('code' in parameters) {
      // A message that is too large, or requires TLS, is not an error in the command.
      const { code } = parameters;
      return code === 501 || code === 555
        ? this.#dialogue.bad(parameters)
        : this.#dialogue.say(parameters);
    }
    // RFC 6531 section 3.3: UTF-8 in a path only if SMTPUTF8 was declared.
    if (eightBit && !parameters.utf8) return this.#dialogue.bad(replies.UTF8_NOT_DECLARED);
    const { size, utf8 } = parameters;
    const room = roomOf(size, limits);
    this.#decide(
      () =>
        // A message without a declared size waits at DATA: 0 octets always fit.
        this.#whenRoom(room, () =>
          budget.fits(block, room) ? this.#policy.mail(path.mailbox, parameters) : replies.NO_ROOM,
        ),
      () => {
        this.#mailRefused = false;
        this.#envelope = { size, utf8, asked: false, recipients: 0 };
      },
    );
  }

  recipient({ argument, eightBit, isUtf8 }: Command): void {
    const envelope = this.#envelope;
    if (envelope === undefined || this.#reception !== undefined) return this.#outOfOrder();
    envelope.asked = true;
    const to = /^TO:\s*/i.exec(argument);
    const path = to && parsePath(argument.slice(to[0].length));
    if (path === null || path.kind === 'malformed') return this.#dialogue.bad(replies.BAD_RCPT);
    if (path.kind === 'not-allowed' || path.mailbox === null || !isUtf8) {
      return this.#dialogue.bad(replies.BAD_RECIPIENT);
    }
    // RFC 5321 section 4.1.1.11: 555 for unknown parameters; we offer none for RCPT.
    if (path.rest !== '') return this.#dialogue.bad(replies.RCPT_PARAMETER);
    if (eightBit && !envelope.utf8) return this.#dialogue.bad(replies.UTF8_NOT_DECLARED);
    if (envelope.recipients >= this.#settings.limits.recipients) {
      // RFC 5321 section 4.5.3.1.10.
      this.#settings.onRecipient(replies.TOO_MANY_RECIPIENTS);
      return this.#dialogue.say(replies.TOO_MANY_RECIPIENTS);
    }
    const { mailbox } = path;
    this.#decide(
      () => this.#policy.recipient(mailbox),
      () => {
        envelope.recipients += 1;
      },
      this.#settings.onRecipient,
    );
  }

  data({ argument }: Command): void {
    if (argument !== '') return this.#dialogue.bad(replies.NO_ARGUMENT);
    // RFC 3030 section 2: DATA and BDAT do not mix in one transaction.
    const envelope = this.#reception === undefined ? this.#readyEnvelope() : replies.OUT_OF_ORDER;
    if (envelope === replies.OUT_OF_ORDER) return this.#outOfOrder();
    if ('code' in envelope) return this.#dialogue.say(envelope);
    const room = roomOf(envelope.size, this.#settings.limits);
    const begun = this.#whenRoom(room === 0 ? undefined : room, () => {
      this.#reception = this.#openReception(envelope);
      this.#inData = this.#reception !== undefined;
      return this.#inData ? replies.GO_AHEAD : replies.NO_ROOM;
    });
    this.#dialogue.await(begun, (given) => this.#tell(given));
  }

  /** Octets of a message. @returns the index after the accepted ones, or -1 if all were accepted and more are expected */
  take(input: Buffer): number {
    if (this.#chunk !== undefined) return this.#takeChunk(this.#chunk, input);
    const reception = this.#reception;
    const end = reception?.data(input) ?? -1;
    if (reception === undefined || end < 0) return -1;
    this.#inData = false;
    this.#dialogue.conclude(reception.finish());
    return end;
  }

  bdat({ argument }: Command): void {
    const parsed = /^(\d{1,12})(?: +(LAST))?$/i.exec(argument);
    // Without the size we cannot find the start of the next command.
    if (parsed === null) return this.#dialogue.close(replies.BAD_CHUNK);
    const size = Number(parsed[1]);
    const refusal = this.#client.esmtp ? this.#beginChunk() : replies.NOT_IMPLEMENTED;
    this.#chunk = { size, octets: 0, last: parsed[2] !== undefined, refusal };
    if (size === 0) this.#chunkComplete(this.#chunk);
  }

  /** The octets follow the command immediately: nothing can wait. @returns the rejection if a message cannot begin or continue */
  #beginChunk(): Reply | undefined {
    const envelope = this.#readyEnvelope();
    if ('code' in envelope) return envelope;
    this.#reception ??= this.#openReception(envelope);
    return this.#reception === undefined ? replies.NO_ROOM : undefined;
  }

  #takeChunk(chunk: Chunk, input: Buffer): number {
    const octets = input.subarray(0, chunk.size - chunk.octets);
    chunk.octets += octets.length;
    if (chunk.refusal === undefined) this.#reception?.chunk(octets);
    if (chunk.octets < chunk.size) return -1;
    this.#chunkComplete(chunk);
    return octets.length;
  }

  #chunkComplete({ last, refusal, size }: Chunk): void {
    this.#chunk = undefined;
    const reception = this.#reception;
    if (last && refusal === undefined) reception?.endChunks();
    const failure = refusal ?? reception?.refusal;
    if (failure !== undefined || reception === undefined) {
      // RFC 3030 section 2: after a failed chunk the transaction is aborted.
      this.abandon();
      return this.#dialogue.say(failure ?? replies.OUT_OF_ORDER);
    }
    if (last) this.#dialogue.conclude(reception.finish());
    else this.#dialogue.say(replies.chunkTaken(size));
  }

  /** Discards the transaction and the octets of its message: RSET, EHLO, TLS, the end. */
  abandon(): void {
    this.#leaveQueue?.();
    this.#leaveQueue = undefined;
    this.#reception?.release();
    if (this.#envelope !== undefined) this.#policy.reset();
    this.#reception = undefined;
    this.#envelope = undefined;
    this.#inData = false;
    this.#mailRefused = false;
  }

  /** Whether the next octets belong to a message, and not to a command. */
  get takesOctets(): boolean {
    return this.#inData || this.#chunk !== undefined;
  }

  /** Whether a message has begun and is not answered yet; also between two chunks. */
  get holdsMessage(): boolean {
    return this.#reception !== undefined;
  }

  /** Whether the message waits for memory, before any of its octets has arrived. */
  get waitsForRoom(): boolean {
    return this.#leaveQueue !== undefined;
  }

  /** The message, or BDAT chunk, that is being received; each is a different object. */
  get incoming(): Incoming | undefined {
    return this.#inData ? this.#reception : this.#chunk;
  }

  #decide(
    ask: () => Reply | Promise<Reply>,
    accepted: () => void,
    observe: (answer: Reply) => void = () => {},
  ): void {
    let answer: Reply | Promise<Reply>;
    try {
      answer = ask();
    } catch (error) {
      answer = Promise.reject(error);
    }
    this.#dialogue.await(answer, (given) => {
      observe(given);
      if (isPositive(given.code)) accepted();
      this.#tell(given);
    });
  }

  /** Runs `act` as soon as this number of octets fits (undefined: unknown), or after the longest wait. */
  #whenRoom(
    declared: number | undefined,
    act: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply> {
    const { roomQueue, block } = this.#settings;
    const need = { block, declared };
    if (roomQueue.mayTry(need)) return act();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#leaveQueue = roomQueue.enter(need, (outcome) => {
      this.#leaveQueue = undefined;
      try {
        resolve(outcome === 'closing' ? replies.SHUTTING_DOWN : act());
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }

  /** RFC 5321 section 3.3: 503 without MAIL or RCPT, and 554 if every RCPT was rejected. */
  #readyEnvelope(): Envelope | Reply {
    if (this.#envelope?.asked !== true) return replies.OUT_OF_ORDER;
    return this.#envelope.recipients === 0 ? replies.NO_VALID_RECIPIENTS : this.#envelope;
  }

  #openReception({ size }: Envelope): Reception | undefined {
    return Reception.open(() => this.#policy.message(), size, this.#settings);
  }

  #tell(answer: Reply): void {
    // RFC 5321 section 3.8: 421 closes the connection.
    if (answer.code === 421) this.#dialogue.close(answer);
    else this.#dialogue.say(answer);
  }

  #outOfOrder(): void {
    if (this.#mailRefused) this.#dialogue.say(replies.OUT_OF_ORDER);
    else this.#dialogue.bad(replies.OUT_OF_ORDER);
  }
}
