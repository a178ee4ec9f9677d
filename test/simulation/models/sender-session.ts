/** One connection of a sending server, with one mail transaction after the other. */

import type { Attempt, Job } from '../judge/records.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import type { Planned } from '../world/event-queue.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { Lines } from './lines.ts';
import {
  type Awaited,
  type Command,
  commandsOf,
  sentAt,
  type Transaction,
  transactionOf,
} from './sender-commands.ts';
import type { Kept, Queue } from './sender-options.ts';
import { Wire } from './wire.ts';

/** Microseconds to wait for a reply: RFC 5321 section 4.5.3.2, and longer for the verdict than the engine may take. */
const PATIENCE = 5 * MINUTE;
const VERDICT_PATIENCE = 20 * MINUTE;

/** The time behind its final dot after which a sender leaves, in microseconds. */
const LEAVES: Record<string, number> = {
  'leaves-behind-dot': 2 * SECOND,
  'resets-behind-dot': 2 * SECOND,
  impatient: 30 * SECOND,
};

export class SenderSession implements Kept {
  readonly node: string;
  readonly #sender: Queue;
  readonly #end: TcpEnd;
  readonly #wire: Wire;
  readonly #lines = new Lines();
  #awaited: Awaited[] = [];
  #isOpen = false;
  #saidHello = false;
  #isOver = false;
  #transaction: Transaction | undefined;
  #timer: Planned | undefined;
  /** The last reply was a 221 or a 421: none may follow it. */
  #isBehindLast = false;

  constructor(sender: Queue, node: string) {
    this.#sender = sender;
    this.node = node;
    const { network } = sender.options;
    this.#end = network.connect(sender.address, node, {
      connected: () => this.#connected(),
      refused: () => this.#ended('refused'),
      readable: () => this.#readable(),
      writable: () => this.#wire.flush(),
    });
    this.#wire = new Wire(this.#end);
    this.#await({ kind: 'greeting', since: this.#now });
  }

  send(job: Job, attempt: Attempt): void {
    this.#transaction = transactionOf(job, attempt, this.#sender.options.plan);
    if (this.#saidHello) this.#begin();
  }

  quit(): void {
    this.#say('QUIT\r\n', { kind: 'quit', since: this.#now });
  }

  get #now(): number {
    return this.#sender.options.world.now;
  }

  #connected(): void {
    this.#isOpen = true;
  }

  #begin(): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { plan, aliasOf, number, world, chance } = this.#sender.options;
    const { attempt } = transaction;
    const from = `s${number}@sender.test`;
    const commands = commandsOf(transaction, plan, from, aliasOf, this.#now);
    if (attempt.deed === 'rests') {
      for (const [text, awaited] of commands) this.#say(text, awaited);
      world.in(chance.about(MINUTE), () => this.#sayData());
      return;
    }
    if (plan.pipelining) this.#together(commands);
    else this.#oneByOne(commands);
  }

  #together(commands: Command[]): void {
    const { plan } = this.#sender.options;
    this.#awaited.push(...commands.map(([, awaited]) => awaited));
    const text = commands.map(([command]) => command).join('');
    if (plan.chunking) {
      this.#write(Buffer.from(text));
      this.#sayData();
    } else this.#say(`${text}DATA\r\n`, { kind: 'data', since: this.#now });
  }

  /** The commands that wait for the replies to those before them. */
  #queue: Command[] = [];

  #oneByOne(commands: Command[]): void {
    this.#queue = commands;
    this.#sayNext();
  }

  #sayNext(): void {
    if (this.#transaction === undefined) return;
    const next = this.#queue.shift();
    if (next) this.#say(next[0], sentAt(next[1], this.#now));
    else if (this.#transaction && this.#transaction.accepted.length > 0) this.#sayData();
    else this.#giveUp();
  }

  /** DATA, or the whole content by BDAT. */
  #sayData(): void {
    const transaction = this.#transaction;
    if (transaction === undefined || this.#isOver) return;
    if (!this.#sender.options.plan.chunking) {
      return this.#say('DATA\r\n', { kind: 'data', since: this.#now });
    }
    const { octets } = transaction;
    this.#content(Buffer.concat([Buffer.from(`BDAT ${octets.length} LAST\r\n`), octets]));
  }

  #content(octets: Buffer): void {
    const { plan, world, chance, judge } = this.#sender.options;
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { attempt } = transaction;
    if (attempt.deed === 'leaves-within-content') {
      this.#write(octets.subarray(0, chance.whole(1, octets.length - 1)));
      world.in(chance.about(SECOND), () => this.#leave());
      return;
    }
    const quits = plan.quitsBehindDot && attempt.deed === undefined;
    judge.dot(attempt);
    this.#awaited.push({ kind: 'verdict', since: this.#now });
    if (quits) this.#awaited.push({ kind: 'quit', since: this.#now });
    this.#write(quits ? Buffer.concat([octets, Buffer.from('QUIT\r\n')]) : octets);
    this.#watch();
    const leaves = LEAVES[attempt.deed ?? ''];
    if (leaves !== undefined) {
      const hard = attempt.deed === 'resets-behind-dot';
      world.in(chance.about(leaves), () => this.#leave(hard));
    } else if (attempt.deed === 'half-closes-behind-dot') {
      this.#wire.endOnceSent();
    }
  }

  #readable(): void {
    if (this.#isOver) return;
    const { world, chance } = this.#sender.options;
    const deed = this.#transaction?.attempt.deed;
    if (this.#awaited[0]?.kind === 'verdict') {
      if (deed === 'dies-at-verdict') return this.#leave();
      if (deed === 'does-not-read-verdict') {
        return void world.in(chance.about(5 * SECOND), () => this.#leave());
      }
    }
    for (;;) {
      const read = this.#end.read();
      if (read === 'nothing') return;
      if (typeof read === 'string') return this.#ended(read);
      this.#lines.add(read);
      for (let line = this.#lines.line(); line !== undefined; line = this.#lines.line()) {
        this.#line(line);
        if (this.#isOver) return;
      }
    }
  }

  #line(line: string): void {
    const { judge } = this.#sender.options;
    if (line[3] === '-') return;
    const code = Number(line.slice(0, 3));
    if (this.#isBehindLast) return judge.broken('V12', `a reply behind the last one: ${line}`);
    this.#isBehindLast = code === 221 || code === 421;
    const awaited = this.#awaited.shift();
    if (awaited === undefined) {
      // A server may end an idle session, and say why.
      if (code !== 421) judge.broken('V12', `a reply without a command: ${line}`);
      return this.#ended('closed');
    }
    judge.answered(awaited.kind, this.#now - awaited.since, this.#end.isCut);
    // Its time begins now, where it was sent behind the one before.
    const [next] = this.#awaited;
    if (next) next.since = this.#now;
    this.#watch();
    this.#replied(awaited, code);
  }

  #replied(awaited: Awaited, code: number): void {
    if (code === 421) return this.#ended('closed');
    const { judge } = this.#sender.options;
    const transaction = this.#transaction;
    switch (awaited.kind) {
      case 'greeting':
        if (code !== 220) return this.#leave();
        return this.#say('EHLO sender.test\r\n', { kind: 'ehlo', since: this.#now });
      case 'ehlo':
        this.#saidHello = true;
        return this.#begin();
      case 'quit':
        return this.#leave();
      case 'rset':
        if (transaction) transaction.accepted = [];
        break;
      case 'mail':
        if (transaction) transaction.isBegun = code === 250;
        break;
      case 'rcpt':
        if (transaction?.isBegun !== true) break;
        if (code === 250) {
          judge.recipientTaken(awaited.recipient, awaited.askedAt);
          transaction.accepted.push(awaited.recipient);
        } else if (code >= 500) this.#refused(awaited.recipient, code);
        break;
      case 'data':
        if (code === 354) return this.#goAhead();
        return this.#giveUp();
      case 'verdict':
        if (code === 353 && transaction) {
          transaction.each = [];
          this.#awaited.unshift(
            ...transaction.accepted.map((): Awaited => ({ kind: 'each', since: awaited.since })),
            { kind: 'verdict', since: awaited.since },
          );
          this.#watch();
          return;
        }
        return this.#verdict(code);
      case 'each':
        transaction?.each?.push(code);
        return;
    }
    // One that rests says DATA later.
    const goesOn = !this.#sender.options.plan.pipelining && transaction?.attempt.deed !== 'rests';
    if (goesOn && this.#awaited.length === 0) this.#sayNext();
  }

  #goAhead(): void {
    const transaction = this.#transaction;
    if (transaction && transaction.accepted.length > 0) this.#content(transaction.octets);
    else this.#leave();
  }

  #refused(recipient: number, code: number): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { judge } = this.#sender.options;
    if (transaction.job.pending.delete(recipient))
      judge.refused(transaction.attempt, recipient, code);
  }

  #verdict(code: number): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { judge } = this.#sender.options;
    const { job, attempt, accepted, each } = transaction;
    accepted.forEach((recipient, i) => {
      const own = each?.[i] ?? code;
      judge.told(attempt, recipient, own);
      if (own >= 200 && own < 300) job.pending.delete(recipient);
      else if (own >= 500) this.#refused(recipient, own);
    });
    this.#giveUp();
  }

  /** The transaction is over: the connection is kept, or ended. */
  #giveUp(): void {
    const { plan, world } = this.#sender.options;
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#end.isCut);
    if (this.#awaited.length > 0 || this.#isOver) return;
    if (plan.keepsMs === 0 || !this.#saidHello) return this.quit();
    this.#say('RSET\r\n', { kind: 'rset', since: this.#now });
    this.#sender.keep(this);
    world.in(plan.keepsMs * 1000, () => {
      if (this.#transaction !== undefined || this.#isOver) return;
      this.#sender.forget(this);
      this.quit();
    });
  }

  /** Closes, whatever is awaited. @param hard by a reset */
  #leave(hard = false): void {
    if (this.#isOver) return;
    if (hard) this.#end.abort();
    else this.#end.close();
    this.#over();
  }

  #ended(how: string): void {
    if (this.#isOver) return;
    const { judge } = this.#sender.options;
    if (how !== 'refused') judge.lost(this.node, this.#awaited[0]?.kind, how);
    this.#end.close();
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    if (this.#timer) this.#timer.run = undefined;
    this.#sender.forget(this);
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#end.isCut);
  }

  #say(text: string, awaited: Awaited): void {
    this.#awaited.push(awaited);
    this.#write(Buffer.from(text));
    this.#watch();
  }

  #await(awaited: Awaited): void {
    this.#awaited.push(awaited);
    this.#watch();
  }

  #write(octets: Buffer): void {
    if (!this.#isOver && this.#isOpen) this.#wire.write(octets);
  }

  /** Sets the timer of the awaited reply. */
  #watch(): void {
    if (this.#timer) this.#timer.run = undefined;
    const [awaited] = this.#awaited;
    if (awaited === undefined || this.#isOver) return;
    const isVerdict = awaited.kind === 'verdict' || awaited.kind === 'each';
    this.#timer = this.#sender.options.world.in(isVerdict ? VERDICT_PATIENCE : PATIENCE, () => {
      const { judge } = this.#sender.options;
      judge.answered(awaited.kind, this.#now - awaited.since, this.#end.isCut || !this.#isOpen);
      this.#leave();
    });
  }
}
