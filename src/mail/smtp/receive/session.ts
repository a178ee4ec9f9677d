/** The server side of one SMTP session (RFC 5321): octets in, replies out. It speaks SMTP and knows nothing about aliases. */

import { isPositive, type Reply } from '../reply.ts';
import { type Command, type NoCommand, readCommand } from './command.ts';
import { hello } from './hello.ts';
import { type Dialogue, type Incoming, MailTransaction } from './mail-transaction.ts';
import { Outbox } from './outbox.ts';
import type { ConnectedClient, Policy, Verdict } from './policy.ts';
import { Inbox } from './memory/inbox.ts';
import * as replies from './replies.ts';
import type { SessionSettings, Wire } from './wire.ts';

export class Session implements Dialogue {
  readonly #client: ConnectedClient;
  readonly #policy: Policy;
  readonly #wire: Wire;
  readonly #settings: SessionSettings;
  readonly #transaction: MailTransaction;
  readonly #in: Inbox;
  readonly #out: Outbox;
  #busy = false;
  #closed = false;
  /** The client has closed its side: input has ended. */
  #clientEnded = false;
  #draining = false;
  /** A final dot was answered, and the client has sent nothing since. */
  #unproven = false;
  #badCommands = 0;

  constructor(client: ConnectedClient, policy: Policy, wire: Wire, settings: SessionSettings) {
    this.#client = client;
    this.#policy = policy;
    this.#wire = wire;
    this.#settings = settings;
    this.#in = new Inbox(wire);
    this.#out = new Outbox(wire);
    this.#transaction = new MailTransaction(client, policy, this, settings);
  }

  /** The event that the session waits for: the client's next command, more of a message, or our decision. */
  get waitsFor(): 'command' | 'message' | 'policy' {
    if (this.#busy) return 'policy';
    return this.#transaction.takesOctets ? 'message' : 'command';
  }

  /** Whether the session waits for the client's next command, and no octet of a message has arrived. */
  get isIdle(): boolean {
    return this.waitsFor === 'command' && !this.#transaction.holdsMessage;
  }

  /** The message, or BDAT chunk, that is being received. */
  get incoming(): Incoming | undefined {
    return this.#transaction.incoming;
  }

  greet(): void {
    this.say(replies.greeting(this.#settings.hostname));
    this.#out.flush();
  }

  /** Octets from the client, split anywhere; lent until the call returns. */
  input(octets: Buffer): void {
    this.acknowledged(true);
    if (this.#closed) return;
    this.#in.add(octets);
    if (!this.#waits) this.#work();
    this.#in.keep(this.#waits && !this.#closed);
  }

  /** The handshake is done. RFC 3207 section 4.2: everything learned about the client before is discarded. */
  secured(tls: NonNullable<ConnectedClient['tls']>): void {
    this.#client.tls = tls;
    this.#client.helo = '';
    this.#client.esmtp = false;
    this.#busy = false;
    this.#out.unread = false;
    this.#in.secured();
    if (this.#draining) this.close(replies.SHUTTING_DOWN);
  }

  /** Called when the client has shown that it read all replies. @param isCertain as in `Policy.acknowledged` */
  acknowledged(isCertain: boolean): void {
    if (!this.#unproven || !this.#out.hasLeft) return;
    this.#unproven = false;
    this.#policy.acknowledged(isCertain);
  }

  /** The client reads again: the system has accepted all octets sent. */
  drained(): void {
    if (!this.#out.unread) return;
    this.#out.unread = false;
    if (!this.#busy) this.#resume();
  }

  /** Graceful shutdown: closes with 421 as soon as no message is in progress (RFC 5321 section 3.8). */
  drain(): void {
    this.#draining = true;
    if (this.waitsFor === 'command') this.close(replies.SHUTTING_DOWN);
  }

  /** Ends the session from our side, with a last reply. */
  close(last: Reply): void {
    if (this.#closed) return;
    this.say(last);
    this.#out.flush();
    this.#closed = true;
    this.#settings.onEnd(last);
    // A QUIT sent with the final dot does not prove that the reply was read; the way the client closes may.
    if (last === replies.BYE && this.#unproven) this.#wire.endAfterClient(true);
    else this.#wire.end();
  }

  /** The client has closed its side (RFC 1122 section 4.2.2.13): it gets the outstanding replies, then we close. */
  halfClosed(): void {
    this.#clientEnded = true;
    if (this.#unproven && this.#out.hasLeft && !this.#closed) {
      this.#closed = true;
      return this.#wire.endAfterClient(false);
    }
    this.#endOnceAnswered();
    if (!this.#closed) this.#policy.halfClosed();
  }

  /** The connection has ended. A pending verdict stays pending. */
  ended(): void {
    this.#closed = true;
    try {
      const { waitsForRoom, takesOctets } = this.#transaction;
      if (!this.#busy || waitsForRoom || takesOctets) this.#transaction.abandon();
    } finally {
      this.#policy.closed();
    }
  }

  /** Our own code threw an error. */
  failed(error: unknown): void {
    this.#settings.onFault(error);
    // The session's state is now undefined, and the client must not wait for a reply that never comes.
    this.close(replies.SESSION_FAULT);
  }

  bad(answer: Reply): void {
    this.#badCommands += 1;
    if (this.#badCommands >= this.#settings.limits.badCommands) this.close(replies.TOO_MANY_ERRORS);
    else this.say(answer);
  }

  say(answer: Reply): void {
    if (!this.#closed) this.#out.add(answer);
  }

  conclude(verdict: Verdict | Promise<Verdict>): void {
    this.#out.flush();
    this.await(verdict, (answer) => {
      this.#transaction.abandon();
      this.#unproven ||= isPositive(answer.code);
      if (answer.each !== undefined) this.say(replies.VERDICTS_FOLLOW);
      for (const one of answer.each ?? []) this.say(one);
      this.say(answer);
    });
  }

  await(answer: Verdict | Promise<Verdict>, then: (given: Verdict) => void): void {
    if (!(answer instanceof Promise)) return then(answer);
    this.#busy = true;
    answer.then(
      (given) => this.#decided(given, then),
      (error: unknown) => {
        this.#settings.onFault(error);
        this.#decided(replies.POLICY_FAULT, then);
      },
    );
  }

  #decided(given: Verdict, then: (given: Verdict) => void): void {
    this.#busy = false;
    try {
      then(given);
      this.#resume();
    } catch (error) {
      this.failed(error);
    }
  }

  /** A decision is pending, or the client does not read: no command is executed. */
  get #waits(): boolean {
    return this.#busy || this.#out.unread;
  }

  #resume(): void {
    this.#work();
    this.#in.resume(this.#waits);
  }

  #work(): void {
    this.#in.process((input) => this.#read(input));
    // RFC 2920 section 3.2: replies to pipelined commands are sent together, so they wait for a decision. Waiting for
    // memory takes too long for that: a verdict may be among them.
    const decides = this.#busy && !this.#transaction.waitsForRoom;
    if (this.#draining) this.drain();
    if (!decides || this.#in.isEmpty) this.#out.flush();
    if (this.#clientEnded) this.#endOnceAnswered();
  }

  #endOnceAnswered(): void {
    if (this.#closed || this.#waits) return;
    this.#closed = true;
    this.#wire.end();
  }

  /** Executes commands until a decision is pending or more input is needed. @returns the number of octets read */
  #read(input: Buffer): number {
    let at = 0;
    while (at < input.length && !this.#waits && !this.#closed) {
      if (this.#transaction.takesOctets) {
        const taken = this.#transaction.take(at === 0 ? input : input.subarray(at));
        if (taken < 0) return input.length;
        at += taken;
      } else {
        const command = readCommand(input, at, this.#settings.limits.commandLine);
        if (typeof command === 'string') return this.#rejectInput(command, at);
        at = command.end;
        this.#execute(command, at < input.length);
        if (this.#out.isFull) this.#out.flush();
      }
    }
    return at;
  }

  /** @returns `at`: octets that cannot be parsed stay */
  #rejectInput(reason: NoCommand, at: number): number {
    if (reason === 'too-long') this.close(replies.LINE_TOO_LONG);
    if (reason === 'bare-octet') this.close(replies.BARE_OCTET);
    // The body of a browser's cross-site POST could hold lines that are SMTP commands.
    if (reason === 'http') this.close(replies.NOT_HTTP);
    return at;
  }

  /** @param more whether more octets follow the command in the input */
  #execute(command: Command, more: boolean): void {
    if (this.#draining) return this.close(replies.SHUTTING_DOWN);
    switch (command.verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(command);
      case 'MAIL':
        return this.#transaction.mail(command);
      case 'RCPT':
        return this.#transaction.recipient(command);
      case 'DATA':
        return this.#transaction.data(command);
      case 'BDAT':
        return this.#transaction.bdat(command);
      case 'STARTTLS':
        return this.#startTls(command, more);
      case 'RSET':
        this.#transaction.abandon();
        return this.say(replies.OK);
      case 'NOOP':
        return this.say(replies.OK);
      case 'HELP':
        return this.say(replies.HELP);
      case 'VRFY':
        return this.say(replies.CANNOT_VERIFY);
      case 'EXPN':
        return this.bad(replies.NOT_IMPLEMENTED);
      case 'QUIT':
        return this.close(replies.BYE);
      case undefined:
        return this.bad(replies.UNKNOWN_COMMAND);
    }
  }

  #hello(command: Command): void {
    const answer = hello(command, this.#client, this.#settings);
    if (answer === undefined) return this.bad(replies.BAD_HELLO);
    this.#transaction.abandon();
    this.say(answer);
  }

  #startTls({ argument }: Command, more: boolean): void {
    if (argument !== '') return this.bad(replies.NO_ARGUMENT);
    if (this.#client.tls !== null || !this.#settings.tlsOffered()) {
      return this.bad(replies.NOT_IMPLEMENTED);
    }
    // CVE-2011-0411: commands sent in plaintext must not count as commands under TLS.
    if (more) return this.close(replies.PLAINTEXT_AFTER_STARTTLS);
    this.#transaction.abandon();
    this.say(replies.READY_FOR_TLS);
    this.#out.flush();
    this.#busy = true;
    this.#wire.secure();
  }
}
