/** One connection to a remote server. */

import { Lines } from '../../smtp-peer/lines.ts';
import { pathOf, ServerTransaction, verbOf } from '../../smtp-peer/transaction.ts';
import type { Closing, TcpEnd } from '../network/tcp-end.ts';
import type { FarAction, Step } from '../faults.ts';
import { MINUTE, type Planned, SECOND } from '../world/world.ts';
import { ACTIONS, type FarServer, type FarServerOptions, offer } from './far-server.ts';
import { Wire } from './wire.ts';

/** Messages over one connection at most: the engine promises 100 to an MX. */
const MOST_MAILS = 100;

/** Longer than the engine waits for a server that does not respond any more. */
const DEAFNESS = 20 * MINUTE;
/** Seconds: the engine ends an idle connection by itself before. */
const LONG_IDLE = 60;

export class FarSession {
  readonly #server: FarServer;
  readonly #options: FarServerOptions;
  readonly #end: TcpEnd;
  readonly #from: string;
  readonly #begunAt: number;
  readonly #lines = new Lines();
  readonly #wire: Wire;
  #state: 'commands' | 'handshake' | 'content' | 'busy' | 'deaf' = 'commands';
  /** The end of the time for which it leaves the connection idle. */
  #idle: Planned | undefined;
  #isOver = false;
  /** It has misbehaved, or got QUIT: the client may close in any way. */
  #mayEnd = false;
  /** It has replied too often: replies after that are ambiguous. */
  #isOutOfStep = false;
  #hasHello = false;
  #offersTls = false;
  /** It has replied under TLS, and the client may not have read that: it may still count the handshake as failed. */
  #isUnproven = false;
  readonly #transaction = new ServerTransaction();
  #mails = 0;
  /** It replies in the middle of the content, and continues to read. */
  #refusesEarly = false;

  constructor(server: FarServer, end: TcpEnd, from: string) {
    this.#server = server;
    this.#options = server.options;
    this.#end = end;
    this.#from = from;
    this.#wire = new Wire(end, this.#lines);
    this.#begunAt = server.options.world.now;
    end.program = { readable: () => this.#readable(), writable: () => this.#wire.flush() };
    server.opened(end, from);
    // A cut may precede the first command.
    this.#watch();
    this.#answer('greeting', '220 far ESMTP');
  }

  #later(us: number, run: () => void): void {
    this.#options.world.in(us * (0.5 + this.#options.chance.random()), () => {
      if (!this.#isOver) run();
    });
  }

  #readable(): void {
    const { judge, number } = this.#options;
    const end = this.#wire.read((octets) => {
      // Messages have none: memory is wiped before it is reused.
      if (octets.includes(0)) judge.broken('V04', 'octets of no mail came');
    });
    if (end !== 'nothing') {
      // A slow server accepts the message in any case, and one that hangs does not notice an end.
      if (this.#state === 'busy' || (this.#state === 'deaf' && end === 'end')) return;
      // A sender that times out leaves before it has a reply.
      const isHeard = this.#end.readByPeer >= this.#wire.written;
      if (!this.#mayEnd && isHeard)
        judge.leftWithoutQuit(this.#from, number, this.#begunAt, this.#end);
      return this.#close();
    }
    if (this.#refusesEarly) {
      this.#refusesEarly = false;
      this.#reply('451 4.3.1 no room for so much');
      this.#state = 'deaf';
      this.#watch();
    }
    this.#work();
  }

  #work(): void {
    const { judge, plan } = this.#options;
    while (!this.#isOver) {
      this.#watch();
      if (this.#state === 'content') {
        const content = this.#lines.content();
        if (content === undefined) return;
        this.#content(content);
      } else if (this.#state === 'commands') {
        const line = this.#lines.line();
        if (line === undefined) return;
        if (!plan.pipelining && this.#lines.waiting > 0)
          judge.broken('V15', `commands behind ${line}, without PIPELINING`);
        this.#command(line);
      } else return;
    }
  }

  #command(line: string): void {
    const { plan, judge } = this.#options;
    const transaction = this.#transaction;
    const verb = verbOf(line);
    if (this.#isUnproven && verb !== 'QUIT') this.#server.handshakes -= 1;
    this.#isUnproven &&= verb === 'QUIT';
    switch (verb) {
      case 'EHLO':
        if (plan.plain) return this.#answer('ehlo', '502 not known');
        return this.#hello(true);
      case 'HELO':
        return this.#hello(false);
      case 'STARTTLS':
        // RFC 3207 section 4.2: nothing is pipelined after it.
        if (this.#lines.waiting > 0) judge.broken('V15', 'octets in clear behind STARTTLS');
        this.#server.handshakes += 1;
        return this.#answer('starttls', '220 go on', () => (this.#state = 'handshake'));
      case 'MAIL':
        if (!this.#hasHello || !transaction.isInOrder(verb)) return this.#outOfOrder(line);
        if (++this.#mails > MOST_MAILS) judge.broken('V10', `mail ${this.#mails} of a connection`);
        return this.#answer('mail', '250 ok', () => transaction.accept(verb, line));
      case 'RCPT': {
        if (!transaction.isInOrder(verb)) return this.#outOfOrder(line);
        const path = pathOf(line);
        const refusal = this.#server.refusal(transaction.sender, path, this.#from);
        if (refusal) return this.#refuse(refusal, path);
        return this.#answer('rcpt', '250 ok', () => transaction.accept(verb, line), path);
      }
      case 'DATA': {
        if (!transaction.isInOrder(verb)) return this.#outOfOrder(line);
        const { recipient } = transaction;
        return this.#answer('data', '354 go on', () => (this.#state = 'content'), recipient);
      }
      case 'RSET':
        transaction.reset();
        return this.#say('250 ok');
      case 'QUIT':
        this.#mayEnd = true;
        this.#reply('221 bye');
        if (!plan.ignoresQuit) return this.#close();
        judge.tookEffect('far server leaves a connection open');
        this.#state = 'deaf';
        return this.#watch();
      default:
        judge.broken('V15', `a command that is none: ${line.slice(0, 80)}`);
    }
  }

  /** Of a recipient. */
  #refuse(refusal: string, path: string): void {
    const { judge, world } = this.#options;
    // Emails of ours are not deliveries that a retry could belong to.
    const isLetter = /^(?:note=|$)/.test(this.#transaction.sender);
    const behind = this.#wire.written + refusal.length;
    if (refusal.startsWith('4') && !isLetter)
      judge.endings.deferred(this.#from, path, { at: world.now, end: this.#end, behind });
    this.#say(refusal);
  }

  #hello(esmtp: boolean): void {
    this.#transaction.reset();
    const text = esmtp ? offer(this.#options.plan, this.#wire.isSecured) : '250 far';
    this.#answer('ehlo', text, () => {
      this.#hasHello = true;
      this.#offersTls = text.includes('STARTTLS');
      this.#isUnproven = this.#wire.isSecured;
    });
  }

  /** A client may pipeline after a command that fails, and mistakes an extra reply for that to its next command. */
  #outOfOrder(line: string): void {
    const { plan, judge } = this.#options;
    if (!plan.pipelining && !this.#isOutOfStep)
      judge.broken('V15', `out of order: ${line.slice(0, 80)}`);
    this.#say('503 out of order');
  }

  #content(content: Buffer): void {
    const { plan, judge, number } = this.#options;
    const { recipient, sender } = this.#transaction;
    this.#transaction.reset();
    if (this.#offersTls && this.#server.handshakes === 0)
      judge.broken('V15', `a mail comes in clear to server ${number}`);
    this.#state = 'busy';
    const action = this.#server.action('dot', recipient);
    if (action !== undefined) this.#mayEnd = true;
    const takes = action === undefined || action.startsWith('takes') || action === 'second-reply';
    this.#later((action && ACTIONS[action].late) ?? plan.verdict, () => {
      this.#state = 'commands';
      const mail = { server: number, from: this.#from, sender, recipient, content, end: this.#end };
      const acceptance = takes ? judge.accepted(mail) : undefined;
      if (action === undefined || !this.#misbehaves('dot', action, '250 taken', recipient)) {
        this.#reply('250 2.0.0 taken');
        if (acceptance) acceptance.heardAt = this.#wire.written;
      }
      this.#readable();
    });
  }

  #answer(step: Step, text: string, accepted: () => void = () => {}, recipient?: string): void {
    const action = this.#server.action(step, recipient);
    if (action !== undefined) {
      this.#mayEnd = true;
      this.#state = 'busy';
      return this.#later(this.#options.plan.think, () => {
        this.#state = 'commands';
        if (action === 'second-reply') accepted();
        if (!this.#misbehaves(step, action, text, recipient)) {
          accepted();
          this.#reply(text);
        }
        this.#readable();
      });
    }
    if (text[0] === '2' || text[0] === '3') accepted();
    this.#say(text);
  }

  /** Replies after this server's processing time for a command. */
  #say(text: string): void {
    const state = this.#state;
    const { think } = this.#options.plan;
    // Pipelined commands are answered together.
    if (think === 0 || this.#lines.waiting > 0) return this.#reply(text);
    this.#state = 'busy';
    this.#later(think, () => {
      this.#state = state;
      this.#reply(text);
      this.#readable();
    });
  }

  /** @returns whether the action replaces the reply */
  #misbehaves(step: Step, name: FarAction, usual: string, recipient?: string): boolean {
    const { says, next, late } = ACTIONS[name];
    if (late !== undefined) return false;
    const { judge, number, world } = this.#options;
    this.#wire.write(says?.(usual) ?? '');
    if (name === '5yz') this.#server.refused(step, this.#from, recipient);
    this.#isOutOfStep ||= name === 'second-reply';
    // For a recipient it concerns only that one, and for STARTTLS the session continues in plaintext.
    const isOfMail = step === 'rcpt' || step === 'starttls';
    if (name === 'slow-down' && !isOfMail && !this.#isOutOfStep) {
      const pause = { server: number, node: this.#from, end: this.#end, at: world.now, recipient };
      judge.pauses.asked.push({ ...pause, behind: this.#wire.written });
    }
    if (next === 'deaf') this.#state = 'deaf';
    else if (next === 'refuse-early') {
      this.#state = 'content';
      this.#refusesEarly = true;
    } else if (next !== undefined) this.#close(next);
    return true;
  }

  #reply(text: string): void {
    if (!this.#isOver) this.#wire.write(`${text}\r\n`);
    if (this.#state === 'handshake') this.#secure();
  }

  /** The 220 was sent: TLS begins, and everything before it is discarded (RFC 3207 section 4.2). */
  #secure(): void {
    this.#transaction.reset();
    this.#state = 'commands';
    this.#hasHello = false;
    this.#lines.rest();
    this.#wire.secure('server', this.#options);
  }

  /** The client has sent something, or the server becomes deaf. */
  #watch(): void {
    const { world, plan } = this.#options;
    if (this.#idle) this.#idle.run = undefined;
    this.#idle = world.in(plan.idle * SECOND, () => {
      if (this.#state === 'busy') this.#watch();
      else if (this.#state === 'deaf') this.#idle = world.in(DEAFNESS, () => this.#left());
      else if (plan.idle >= LONG_IDLE && this.#state === 'commands') this.#left();
      else this.#close();
    });
  }

  /** The client should have closed long ago (V17). */
  #left(): void {
    const { judge, number } = this.#options;
    if (!this.#end.isCut && !this.#end.isPeerGone)
      judge.broken('V17', `an idle connection to server ${number} does not end`);
    this.#close();
  }

  #close(how: Closing = 'orderly'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#idle) this.#idle.run = undefined;
    this.#server.closed(this.#end);
    this.#wire.close(how);
  }
}
