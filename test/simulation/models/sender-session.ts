/** One connection of a sending server, with one mail transaction after the other. */

import type { Chance } from '../chance.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { SenderAction } from '../faults.ts';
import { MINUTE } from '../world/world.ts';
import { AT_VERDICT, DEPARTURES, type Moment } from './sender-actions.ts';
import { AwaitedReplies } from './awaited-replies.ts';
import { chunksOf } from './sender-chunks.ts';
import {
  type Awaited,
  type Command,
  commandsOf,
  sentAt,
  type Transaction,
  transactionOf,
} from './sender-commands.ts';
import type { Kept, Sender } from './sender.ts';
import { takeRecipient, takeVerdict } from './verdicts.ts';
import { type Closing, Wire } from './wire.ts';

export class SenderSession implements Kept {
  readonly node: string;
  readonly #sender: Sender;
  readonly #wire: Wire;
  readonly #awaited: AwaitedReplies;
  #isOpen = false;
  #saidHello = false;
  #hasQuit = false;
  /** Of its last message. */
  #action: SenderAction | undefined;
  #isOver = false;
  #transaction: Transaction | undefined;
  /** The commands that wait for the replies to those before them. */
  #queue: Command[] = [];

  constructor(node: string, sender: Sender) {
    this.#sender = sender;
    this.node = node;
    const { network, world, judge } = sender.options;
    const tcp = network.connect(sender.address, node, {
      connected: () => {
        this.#isOpen = true;
      },
      refused: () => this.#ended('refused'),
      readable: () => this.#readable(),
      writable: () => this.#wire.flush(),
      coming: () => this.#coming(),
    });
    this.#wire = new Wire(tcp);
    this.#awaited = new AwaitedReplies({
      world,
      judge,
      isBroken: () => tcp.isCut || !this.#isOpen,
      late: () => this.#leave(),
    });
    this.#awaited.add({ kind: 'greeting', since: this.#now });
  }

  send(job: Job, attempt: Attempt, chance: Chance): void {
    this.#transaction = transactionOf(job, attempt, chance, this.#sender.options.plan);
    this.#action = attempt.action;
    if (this.#saidHello) this.#begin();
  }

  quit(): void {
    if (this.#hasQuit || this.#action === 'never-quits') return;
    this.#hasQuit = true;
    this.#say('QUIT\r\n', { kind: 'quit', since: this.#now });
  }

  get #now(): number {
    return this.#sender.options.world.now;
  }

  #begin(): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { plan, envelopeOf, world } = this.#sender.options;
    const { attempt, chance, job } = transaction;
    this.#reached('recipients');
    const commands = commandsOf(transaction, plan, envelopeOf(job.mail), this.#now);
    if (attempt.action === 'rests') {
      for (const [text, awaited] of commands) this.#say(text, awaited);
      world.in(chance.about(MINUTE), () => this.#sayData());
    } else if (attempt.action === 'waits-for-owner') this.#waitForOwner(commands, chance);
    else if (plan.pipelining) this.#together(commands);
    else {
      this.#queue = commands;
      this.#sayNext();
    }
  }

  #waitForOwner([mail, ...others]: Command[], chance: Chance): void {
    const { world, judge } = this.#sender.options;
    const { recipients } = this.#transaction?.job.mail ?? {};
    if (mail === undefined || recipients === undefined) return;
    this.#say(...mail);
    let goOn: (() => void) | undefined = () => {
      goOn = undefined;
      giveUp();
      const now = others.map(([text, awaited]): Command => [text, sentAt(awaited, this.#now)]);
      if (!this.#isOver) this.#together(now);
    };
    const giveUp = judge.aliases.whenChanged(recipients, () => goOn?.());
    world.in(chance.about(MINUTE / 2), () => goOn?.());
  }

  /** Its action may be to leave now, or soon. @returns whether it is */
  #reached(moment: Moment): boolean {
    const { attempt, chance } = this.#transaction ?? {};
    const departure = attempt?.action && DEPARTURES[attempt.action];
    if (chance === undefined || departure?.moment !== moment) return false;
    const { after, how } = departure;
    this.#sender.options.world.in(chance.about(after), () => this.#leave(how));
    return true;
  }

  #together(commands: Command[]): void {
    const { plan } = this.#sender.options;
    this.#asked();
    this.#awaited.add(...commands.map(([, awaited]) => awaited));
    const text = commands.map(([command]) => command).join('');
    if (plan.chunking) {
      this.#write(Buffer.from(text));
      this.#sayData();
    } else this.#say(`${text}DATA\r\n`, { kind: 'data', since: this.#now });
  }

  #sayNext(): void {
    if (this.#transaction === undefined) return;
    const next = this.#queue.shift();
    if (next) this.#say(next[0], sentAt(next[1], this.#now));
    else if (this.#transaction.attempt.accepted.length > 0) this.#sayData();
    else this.#giveUp();
  }

  /** Its content is offered from now on. */
  #asked(): void {
    if (this.#transaction) this.#transaction.attempt.askedAt = this.#now;
  }

  /** DATA, or the whole content by BDAT. */
  #sayData(): void {
    const transaction = this.#transaction;
    if (transaction === undefined || this.#isOver) return;
    this.#asked();
    if (!this.#sender.options.plan.chunking) {
      return this.#say('DATA\r\n', { kind: 'data', since: this.#now });
    }
    const { octets, chance } = transaction;
    transaction.chunks = chunksOf(octets, this.#sender.options.plan, chance);
    this.#nextChunk(transaction);
  }

  /** All pieces at once with PIPELINING, otherwise each after the reply to the previous one. */
  #nextChunk(transaction: Transaction): void {
    const { chunks, chance } = transaction;
    const chunk = chunks.shift();
    if (chunk === undefined || this.#isOver) return;
    if (chunks.length === 0) return this.#content(chunk);
    this.#awaited.add({ kind: 'chunk', since: this.#now });
    this.#write(chunk);
    if (chance.happens(0.5) && this.#reached('content')) return;
    if (this.#sender.options.plan.pipelining) this.#nextChunk(transaction);
  }

  #content(octets: Buffer): void {
    const { plan, judge } = this.#sender.options;
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { attempt, chance } = transaction;
    if (attempt.action === 'leaves-before-content') return this.#leave();
    if (this.#reached('content')) {
      return this.#write(octets.subarray(0, chance.whole(1, octets.length - 1)));
    }
    const quits = plan.quitsBehindDot && AT_VERDICT.has(attempt.action);
    this.#awaited.add({ kind: 'verdict', since: this.#now });
    if (quits) this.#awaited.add({ kind: 'quit', since: this.#now });
    this.#write(quits ? Buffer.concat([octets, Buffer.from('QUIT\r\n')]) : octets);
    // Not all octets of TLS are counted yet.
    const { tcp, isSecured, written } = this.#wire;
    judge.dot(attempt, tcp, isSecured ? Number.POSITIVE_INFINITY : written);
    this.#reached('dot');
    if (attempt.action === 'half-closes-behind-dot') this.#wire.endOnceSent();
  }

  #readable(): void {
    if (this.#isOver) return;
    const end = this.#wire.read();
    const { lines } = this.#wire;
    for (let line = lines.line(); line !== undefined; line = lines.line()) {
      this.#line(line);
      if (this.#isOver) return;
    }
    const stays = this.#action === 'stays-behind-quit' && this.#awaited.isEmpty;
    if (end === 'reset' || (end === 'end' && !stays)) this.#ended(end);
  }

  #line(line: string): void {
    if (line[3] === '-') return;
    const awaited = this.#awaited.take(line);
    if (awaited === undefined) return this.#ended('closed');
    const code = Number(line.slice(0, 3));
    const { attempt } = this.#transaction ?? {};
    const { judge } = this.#sender.options;
    if (code >= 400) judge.deferred(awaited, line, attempt);
    if (code === 421 && attempt && awaited.kind === 'verdict') judge.unanswered(attempt, line);
    this.#replied(awaited, code, line);
  }

  #replied(awaited: Awaited, code: number, line: string): void {
    if (code === 421) return this.#ended('closed');
    const { judge } = this.#sender.options;
    const transaction = this.#transaction;
    switch (awaited.kind) {
      case 'greeting':
        if (code !== 220) return this.#leave();
        return this.#say('EHLO sender.test\r\n', { kind: 'ehlo', since: this.#now });
      case 'ehlo':
        if (this.#sender.options.plan.tls && !this.#wire.isSecured) {
          const injected = this.#action === 'injects-behind-starttls' ? 'NOOP\r\n' : '';
          return this.#say(`STARTTLS\r\n${injected}`, { kind: 'starttls', since: this.#now });
        }
        this.#saidHello = true;
        return this.#begin();
      case 'starttls':
        return code === 220 ? this.#secure() : this.#leave();
      case 'quit':
        return this.#action === 'stays-behind-quit' ? undefined : this.#leave();
      case 'rset':
        if (transaction) transaction.attempt.accepted = [];
        break;
      case 'mail':
        if (transaction) transaction.isBegun = code === 250;
        if (code === 503) judge.broken('V12', `MAIL is out of order: ${line}`);
        break;
      case 'rcpt':
        if (transaction?.isBegun) takeRecipient(transaction, awaited, code, judge);
        break;
      case 'data':
        if (code !== 354) return this.#giveUp();
        if (!transaction?.attempt.accepted.length) return this.#leave();
        return this.#content(transaction.octets);
      case 'chunk':
        if (transaction && code >= 400) transaction.failure ??= code;
        if (this.#sender.options.plan.pipelining || !transaction) return;
        return code === 250 ? this.#nextChunk(transaction) : this.#giveUp();
      case 'verdict':
        if (code === 353 && transaction) {
          transaction.each = [];
          return this.#awaited.followFor(transaction.attempt.accepted.length, awaited.since);
        }
        if (transaction) takeVerdict(transaction, transaction.failure ?? code, judge);
        return this.#giveUp();
      case 'each':
        transaction?.each?.push(code);
        return;
    }
    // A sender that rests sends DATA later.
    const isLater = ['rests', 'waits-for-owner'].includes(transaction?.attempt.action ?? '');
    const goesOn = !this.#sender.options.plan.pipelining && !isLater;
    if (goesOn && this.#awaited.isEmpty) this.#sayNext();
  }

  /** RFC 3207 section 4.2: from now on both sides discard everything sent in plaintext. */
  #secure(): void {
    const { judge, world, plan, chance } = this.#sender.options;
    const { lines, tcp } = this.#wire;
    if (lines.waiting > 0) judge.broken('V12', 'octets in clear behind the 220 to STARTTLS');
    judge.tookEffect(`sender under TLS, ${plan.tls}`);
    this.#wire.secure('client', { world, judge, chance: chance(tcp.name) });
    this.#say('EHLO sender.test\r\n', { kind: 'ehlo', since: this.#now });
  }

  /** The transaction is over: the connection is kept, or ended. */
  #giveUp(): void {
    const { plan, world } = this.#sender.options;
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#wire.tcp.isCut);
    if (!this.#awaited.isEmpty || this.#isOver) return;
    if (plan.keepsMs === 0 || !this.#saidHello) return this.quit();
    this.#say('RSET\r\n', { kind: 'rset', since: this.#now });
    this.#sender.keep(this);
    world.in(plan.keepsMs * 1000, () => {
      if (this.#transaction !== undefined || this.#isOver) return;
      this.#sender.forget(this);
      this.quit();
    });
  }

  /** Closes, even with awaited replies. */
  #leave(how: Closing = 'orderly'): void {
    if (this.#isOver) return;
    const isRude = this.#sender.options.plan.tls === 'no-close-notify' && how === 'orderly';
    this.#wire.close(isRude ? 'abrupt' : how);
    this.#over();
  }

  #ended(how: string): void {
    if (this.#isOver) return;
    const { judge, world } = this.#sender.options;
    const awaits = this.#awaited.first;
    world.trace('sender', `${this.#wire.tcp.name} is lost, waiting for ${awaits}: ${how}`);
    const { attempt } = this.#transaction ?? {};
    if (attempt && awaits === 'verdict') judge.unanswered(attempt, how);
    this.#wire.tcp.close();
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    this.#awaited.stop();
    this.#sender.forget(this);
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#wire.tcp.isCut);
  }

  #coming(): void {
    if (this.#awaited.first !== 'verdict') return;
    if (this.#reached('verdict')) this.#wire.stopReading();
    const { action } = this.#transaction?.attempt ?? {};
    if (action === 'loses-verdict') this.#wire.tcp.cutSilently();
    // In plaintext it looks like our own end.
    const isTold = action === 'loses-verdict-to-third-party' && this.#wire.isSecured;
    if (isTold) this.#wire.tcp.cutByEnds();
  }

  #say(text: string, awaited: Awaited): void {
    this.#write(Buffer.from(text));
    this.#awaited.add(awaited);
  }

  #write(octets: Buffer): void {
    if (!this.#isOver && this.#isOpen) this.#wire.write(octets);
  }
}
