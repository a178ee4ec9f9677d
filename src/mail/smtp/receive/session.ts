/** The server side of one SMTP session (RFC 5321): octets in, replies out. It knows the protocol and nothing of aliases. */

import { formatReply, isPositive, type Reply, reply } from '../reply.ts';
import { type Command, firstLine, parseCommand } from './command.ts';
import { parseMailParameters } from './parameters.ts';
import { parsePath } from './path.ts';
import type { Client, Policy } from './policy.ts';
import { Reception } from './reception.ts';
import * as replies from './replies.ts';
import type { SessionSettings, Wire } from './wire.ts';

/** Input that may wait while a policy decides, before the connection is paused. */
const PENDING_OCTETS = 65_536;

/**
 * RFC 5321 section 4.1.3, and what clients really send. It is written into Received, so it must not break out of there:
 * no blanks, and none of the specials of RFC 5322 section 3.2.3 that end a word.
 */
const HELLO_NAME = /^(?:(?![()<>@,;\\"])[\x21-\x7e]){1,255}$/;

/** What MAIL declared, and how many recipients were accepted. */
type Transaction = { size: number; utf8: boolean; recipients: number };

/** One BDAT command (RFC 3030 section 2) whose octets are coming in. */
type Chunk = { size: number; left: number; last: boolean; refusal: Reply | undefined };

export class Session {
  readonly #client: Client;
  readonly #policy: Policy;
  readonly #wire: Wire;
  readonly #settings: SessionSettings;
  #pending: Buffer | undefined;
  #out = '';
  #busy = false;
  #paused = false;
  #closed = false;
  #draining = false;
  /** A final dot was answered, and nothing has come from the client since. */
  #unproven = false;
  #badCommands = 0;
  #transaction: Transaction | undefined;
  #reception: Reception | undefined;
  /** Octets are message, not commands: behind DATA, or within a BDAT chunk. */
  #inData = false;
  #chunk: Chunk | undefined;

  constructor(client: Client, policy: Policy, wire: Wire, settings: SessionSettings) {
    this.#client = client;
    this.#policy = policy;
    this.#wire = wire;
    this.#settings = settings;
  }

  /** What the session waits for: the client's next command, more of a message, or a decision of ours. */
  get waitsFor(): 'command' | 'message' | 'policy' {
    if (this.#busy) return 'policy';
    return this.#inData || this.#chunk !== undefined ? 'message' : 'command';
  }

  /** Octets of the message that is coming in. */
  get messageOctets(): number {
    return this.#reception?.octets ?? 0;
  }

  greet(): void {
    this.#say(replies.greeting(this.#settings.hostname));
    this.#flush();
  }

  /** Octets from the client, cut anywhere. */
  input(octets: Buffer): void {
    if (this.#unproven) {
      this.#unproven = false;
      this.#policy.acknowledged();
    }
    if (this.#closed) return;
    this.#pending = this.#pending === undefined ? octets : Buffer.concat([this.#pending, octets]);
    if (!this.#busy) return this.#work();
    if (this.#pending.length > PENDING_OCTETS && !this.#paused) {
      this.#paused = true;
      this.#wire.pause();
    }
  }

  /** The handshake is done. RFC 3207 section 4.2: all that was said before is forgotten. */
  secured(tls: NonNullable<Client['tls']>): void {
    this.#client.tls = tls;
    this.#client.helo = '';
    this.#client.esmtp = false;
    this.#abandon();
    this.#busy = false;
    if (this.#draining) this.close(replies.SHUTTING_DOWN);
  }

  /** Says goodbye with 421 as soon as no message is under way (RFC 5321 section 3.8). */
  drain(): void {
    this.#draining = true;
    if (this.waitsFor === 'command') this.close(replies.SHUTTING_DOWN);
  }

  /** Ends the session from our side, with a last reply. */
  close(last: Reply): void {
    if (this.#closed) return;
    this.#say(last);
    this.#flush();
    this.#closed = true;
    this.#wire.end();
  }

  /** The connection has ended. A verdict that is awaited is awaited all the same. */
  ended(): void {
    this.#closed = true;
    if (!this.#busy) this.#abandon();
    this.#policy.closed();
  }

  #work(): void {
    while (this.#pending !== undefined && !this.#busy && !this.#closed) {
      const input = this.#pending;
      this.#pending = undefined;
      const rest = this.#consume(input);
      if (rest === undefined) break;
      if (rest.length > 0) this.#pending = rest;
    }
    // RFC 2920 section 3.2: replies to what was pipelined go out together, so more of them wait for a decision.
    const moreToAnswer = this.#busy && this.#pending !== undefined;
    if (!moreToAnswer) this.#flush();
  }

  /** Takes one step with the input. @returns what is left of it; undefined where more must come */
  #consume(input: Buffer): Buffer | undefined {
    if (this.#chunk !== undefined) return this.#takeChunk(this.#chunk, input);
    if (!this.#inData || this.#reception === undefined) return this.#readCommand(input);
    const end = this.#reception.data(input);
    if (end < 0) return undefined;
    this.#inData = false;
    this.#complete(this.#reception);
    return input.subarray(end);
  }

  #readCommand(input: Buffer): Buffer | undefined {
    const first = firstLine(input, this.#settings.limits.commandLine);
    switch (first.kind) {
      case 'partial':
        this.#pending = input;
        return undefined;
      case 'too-long':
        this.close(replies.LINE_TOO_LONG);
        return undefined;
      case 'bare-octet':
        this.close(replies.BARE_OCTET);
        return undefined;
      case 'line': {
        const rest = input.subarray(first.end);
        this.#obey(first.line, rest);
        return rest;
      }
    }
  }

  #obey(line: Buffer, rest: Buffer): void {
    if (this.#draining) return this.close(replies.SHUTTING_DOWN);
    const command = parseCommand(line);
    if (command === undefined) return this.#bad(replies.UNKNOWN_COMMAND);
    switch (command.verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(command);
      case 'MAIL':
        return this.#mail(command);
      case 'RCPT':
        return this.#recipient(command);
      case 'DATA':
        return this.#data(command);
      case 'BDAT':
        return this.#bdat(command);
      case 'STARTTLS':
        return this.#startTls(command, rest);
      case 'RSET':
        this.#abandon();
        return this.#say(replies.OK);
      case 'NOOP':
        return this.#say(replies.OK);
      case 'HELP':
        return this.#say(replies.HELP);
      case 'VRFY':
        return this.#say(replies.CANNOT_VERIFY);
      case 'EXPN':
        return this.#bad(replies.NOT_IMPLEMENTED);
      case 'QUIT':
        return this.close(replies.BYE);
    }
  }

  #hello({ verb, argument }: Command): void {
    if (!HELLO_NAME.test(argument)) return this.#bad(replies.BAD_HELLO);
    this.#abandon();
    this.#client.helo = argument;
    this.#client.esmtp = verb === 'EHLO';
    const { hostname, limits, tlsOffered } = this.#settings;
    const startTls = this.#client.tls === null && tlsOffered();
    this.#say(
      this.#client.esmtp
        ? replies.ehlo(hostname, limits.messageOctets, startTls)
        : reply(250, '', hostname),
    );
  }

  #mail({ argument, eightBit }: Command): void {
    if (this.#client.helo === '' || this.#transaction !== undefined) {
      return this.#bad(replies.OUT_OF_ORDER);
    }
    const from = /^FROM:\s*/i.exec(argument);
    const path = from && parsePath(argument.slice(from[0].length));
    if (path === null || path.kind === 'malformed') return this.#bad(replies.BAD_MAIL);
    if (path.kind === 'not-allowed') return this.#bad(replies.BAD_SENDER);
    const { limits, budget, block } = this.#settings;
    const secure = this.#client.tls !== null;
    const parameters = parseMailParameters(path.rest, limits.messageOctets, secure);
    if ('code' in parameters) return this.#bad(parameters);
    // RFC 6531 section 3.3: UTF-8 in a path only where SMTPUTF8 was declared.
    if (eightBit && !parameters.utf8) return this.#bad(replies.UTF8_NOT_DECLARED);
    if (!budget.fits(block, parameters.size)) return this.#say(replies.NO_ROOM);
    const { size, utf8 } = parameters;
    this.#decide(
      () => this.#policy.mail(path.mailbox, parameters),
      () => {
        this.#transaction = { size, utf8, recipients: 0 };
      },
    );
  }

  #recipient({ argument, eightBit }: Command): void {
    const transaction = this.#transaction;
    if (transaction === undefined || this.#reception !== undefined) {
      return this.#bad(replies.OUT_OF_ORDER);
    }
    const to = /^TO:\s*/i.exec(argument);
    const path = to && parsePath(argument.slice(to[0].length));
    if (path === null || path.kind === 'malformed') return this.#bad(replies.BAD_RCPT);
    if (path.kind === 'not-allowed' || path.mailbox === null) {
      return this.#bad(replies.BAD_RECIPIENT);
    }
    // RFC 5321 section 4.1.1.11: 555 for parameters that are not recognized; none of RCPT's is offered.
    if (path.rest !== '') return this.#bad(replies.RCPT_PARAMETER);
    if (eightBit && !transaction.utf8) return this.#bad(replies.UTF8_NOT_DECLARED);
    if (transaction.recipients >= this.#settings.limits.recipients) {
      // RFC 5321 section 4.5.3.1.10.
      return this.#say(replies.TOO_MANY_RECIPIENTS);
    }
    const { mailbox } = path;
    this.#decide(
      () => this.#policy.recipient(mailbox),
      () => {
        transaction.recipients += 1;
      },
    );
  }

  #data({ argument }: Command): void {
    if (argument !== '') return this.#bad(replies.NO_ARGUMENT);
    // RFC 3030 section 2: DATA and BDAT do not mix in one transaction.
    if (this.#transaction === undefined || this.#reception !== undefined) {
      return this.#bad(replies.OUT_OF_ORDER);
    }
    const refusal = this.#openReception();
    if (refusal !== undefined) return this.#say(refusal);
    this.#inData = true;
    this.#say(replies.GO_AHEAD);
  }

  #bdat({ argument }: Command): void {
    const parsed = /^(\d{1,12})(?: +(LAST))?$/i.exec(argument);
    // Without the number nobody knows where the next command begins.
    if (parsed === null) return this.close(replies.BAD_CHUNK);
    const size = Number(parsed[1]);
    const refusal = this.#client.esmtp ? this.#openReception() : replies.NOT_IMPLEMENTED;
    this.#chunk = { size, left: size, last: parsed[2] !== undefined, refusal };
    if (size === 0) this.#chunkComplete(this.#chunk);
  }

  /** @returns the refusal where a message cannot begin (or go on) now */
  #openReception(): Reply | undefined {
    const transaction = this.#transaction;
    if (transaction === undefined) return replies.OUT_OF_ORDER;
    if (transaction.recipients === 0) return replies.NO_VALID_RECIPIENTS;
    const intake = () => this.#policy.message();
    this.#reception ??= Reception.open(intake, transaction.size, this.#settings);
    return this.#reception === undefined ? replies.NO_ROOM : undefined;
  }

  #takeChunk(chunk: Chunk, input: Buffer): Buffer {
    const octets = input.subarray(0, chunk.left);
    chunk.left -= octets.length;
    if (chunk.refusal === undefined) this.#reception?.chunk(octets);
    if (chunk.left === 0) this.#chunkComplete(chunk);
    return input.subarray(octets.length);
  }

  #chunkComplete({ last, refusal, size }: Chunk): void {
    this.#chunk = undefined;
    const reception = this.#reception;
    if (last && refusal === undefined) reception?.endChunks();
    const failure = refusal ?? reception?.refusal;
    if (failure !== undefined || reception === undefined) {
      // RFC 3030 section 2: after a failed chunk the transaction is void.
      this.#abandon();
      return this.#say(failure ?? replies.OUT_OF_ORDER);
    }
    if (last) this.#complete(reception);
    else this.#say(replies.chunkTaken(size));
  }

  #startTls({ argument }: Command, rest: Buffer): void {
    if (argument !== '') return this.#bad(replies.NO_ARGUMENT);
    if (this.#client.tls !== null || !this.#settings.tlsOffered()) {
      return this.#bad(replies.NOT_IMPLEMENTED);
    }
    // CVE-2011-0411: commands that were sent in clear must not be taken for commands under TLS.
    if (rest.length > 0) return this.close(replies.PLAINTEXT_AFTER_STARTTLS);
    this.#say(replies.READY_FOR_TLS);
    this.#flush();
    this.#busy = true;
    this.#wire.secure();
  }

  /** The message is in memory: its verdict is awaited, and nothing else is read meanwhile. */
  #complete(reception: Reception): void {
    const verdict = reception.refusal ?? reception.finish();
    this.#flush();
    this.#await(verdict, (answer) => {
      this.#abandon();
      this.#unproven = isPositive(answer.code);
      this.#say(answer);
      if (this.#draining) this.close(replies.SHUTTING_DOWN);
    });
  }

  #decide(ask: () => Reply | Promise<Reply>, accepted: () => void): void {
    let answer: Reply | Promise<Reply>;
    try {
      answer = ask();
    } catch (error) {
      answer = Promise.reject(error);
    }
    this.#await(answer, (given) => {
      if (isPositive(given.code)) accepted();
      // RFC 5321 section 3.8: 421 closes the connection.
      if (given.code === 421) this.close(given);
      else this.#say(given);
    });
  }

  #await(answer: Reply | Promise<Reply>, then: (given: Reply) => void): void {
    if (!(answer instanceof Promise)) return then(answer);
    this.#busy = true;
    answer
      .catch((error: unknown) => {
        this.#settings.onFault(error);
        return replies.POLICY_FAULT;
      })
      .then((given) => {
        this.#busy = false;
        then(given);
        if (this.#paused) {
          this.#paused = false;
          this.#wire.resume();
        }
        this.#work();
      })
      .catch(this.#settings.onFault);
  }

  /** Forgets the transaction and what has come in of its message. */
  #abandon(): void {
    this.#reception?.release();
    if (this.#transaction !== undefined) this.#policy.reset();
    this.#reception = undefined;
    this.#transaction = undefined;
    this.#inData = false;
  }

  #bad(answer: Reply): void {
    this.#badCommands += 1;
    if (this.#badCommands > this.#settings.limits.badCommands) this.close(replies.TOO_MANY_ERRORS);
    else this.#say(answer);
  }

  #say(answer: Reply): void {
    if (!this.#closed) this.#out += formatReply(answer);
  }

  #flush(): void {
    if (this.#out === '') return;
    this.#wire.send(this.#out);
    this.#out = '';
  }
}
