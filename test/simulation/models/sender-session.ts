/** One connection of a sending server, with one mail transaction after the other. */

import type { Chance } from '../chance.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { AT_VERDICT, LEAVES } from './sender-deeds.ts';
import { AwaitedReplies } from './awaited-replies.ts';
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
import { takeRefusal, takeVerdict } from './verdicts.ts';
import { Wire } from './wire.ts';

export class SenderSession implements Kept {
  readonly node: string;
  readonly #sender: Queue;
  readonly #end: TcpEnd;
  readonly #wire: Wire;
  readonly #lines = new Lines();
  readonly #awaited: AwaitedReplies;
  #isOpen = false;
  #saidHello = false;
  #isOver = false;
  #transaction: Transaction | undefined;

  constructor(sender: Queue, node: string) {
    this.#sender = sender;
    this.node = node;
    const { network, world, judge } = sender.options;
    this.#end = network.connect(sender.address, node, {
      connected: () => {
        this.#isOpen = true;
      },
      refused: () => this.#ended('refused'),
      readable: () => this.#readable(),
      writable: () => this.#wire.flush(),
      coming: () => this.#coming(),
    });
    this.#wire = new Wire(this.#end);
    this.#awaited = new AwaitedReplies({
      world,
      judge,
      isBroken: () => this.#end.isCut || !this.#isOpen,
      late: () => this.#leave(),
    });
    this.#awaited.add({ kind: 'greeting', since: this.#now });
  }

  send(job: Job, attempt: Attempt, chance: Chance): void {
    this.#transaction = transactionOf(job, attempt, chance, this.#sender.options.plan);
    if (this.#saidHello) this.#begin();
  }

  quit(): void {
    this.#say('QUIT\r\n', { kind: 'quit', since: this.#now });
  }

  get #now(): number {
    return this.#sender.options.world.now;
  }

  #begin(): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { plan, envelopeOf, world } = this.#sender.options;
    const { attempt, chance } = transaction;
    if (attempt.deed === 'leaves-before-content') {
      world.in(chance.about(5 * SECOND), () => this.#leave());
    }
    const commands = commandsOf(transaction, plan, envelopeOf(transaction.job.mail), this.#now);
    if (attempt.deed === 'rests') {
      for (const [text, awaited] of commands) this.#say(text, awaited);
      world.in(chance.about(MINUTE), () => this.#sayData());
      return;
    }
    if (plan.pipelining) this.#together(commands);
    else {
      this.#queue = commands;
      this.#sayNext();
    }
  }

  #together(commands: Command[]): void {
    const { plan } = this.#sender.options;
    this.#awaited.add(...commands.map(([, awaited]) => awaited));
    const text = commands.map(([command]) => command).join('');
    if (plan.chunking) {
      this.#write(Buffer.from(text));
      this.#sayData();
    } else this.#say(`${text}DATA\r\n`, { kind: 'data', since: this.#now });
  }

  /** The commands that wait for the replies to those before them. */
  #queue: Command[] = [];

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
    const { plan, world, judge } = this.#sender.options;
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    const { attempt, chance } = transaction;
    if (attempt.deed === 'leaves-before-content') return this.#leave();
    if (attempt.deed === 'leaves-within-content') {
      this.#write(octets.subarray(0, chance.whole(1, octets.length - 1)));
      world.in(chance.about(SECOND), () => this.#leave());
      return;
    }
    const quits = plan.quitsBehindDot && AT_VERDICT.has(attempt.deed);
    this.#awaited.add({ kind: 'verdict', since: this.#now });
    if (quits) this.#awaited.add({ kind: 'quit', since: this.#now });
    this.#write(quits ? Buffer.concat([octets, Buffer.from('QUIT\r\n')]) : octets);
    judge.dot(attempt, this.#end, this.#wire.written);
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
    const { world } = this.#sender.options;
    const transaction = this.#transaction;
    if (transaction && this.#awaited.first === 'verdict') {
      const { attempt, chance } = transaction;
      if (attempt.deed === 'dies-at-verdict') return this.#leave();
      if (attempt.deed === 'does-not-read-verdict') {
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
    if (line[3] === '-') return;
    const awaited = this.#awaited.take(line);
    if (awaited === undefined) return this.#ended('closed');
    const code = Number(line.slice(0, 3));
    if (code >= 400) this.#sender.options.judge.deferred(awaited.kind, line);
    if (code === 421) this.#unanswered(awaited.kind, line);
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
        this.#saidHello = true;
        return this.#begin();
      case 'quit':
        return this.#leave();
      case 'rset':
        if (transaction) transaction.accepted = [];
        break;
      case 'mail':
        if (transaction) transaction.isBegun = code === 250;
        if (code === 503) judge.broken('V12', `MAIL is out of order: ${line}`);
        break;
      case 'rcpt':
        if (transaction?.isBegun !== true) break;
        if (code === 250) {
          judge.recipientTaken(awaited.recipient, awaited.askedAt);
          transaction.accepted.push(awaited.recipient);
        } else if (code >= 500) takeRefusal(transaction, awaited.recipient, code, judge);
        break;
      case 'data':
        if (code !== 354) return this.#giveUp();
        if (!transaction?.accepted.length) return this.#leave();
        return this.#content(transaction.octets);
      case 'verdict':
        if (code === 353 && transaction) {
          transaction.each = [];
          const { since } = awaited;
          const each = transaction.accepted.map((): Awaited => ({ kind: 'each', since }));
          return this.#awaited.addFirst(...each, { kind: 'verdict', since });
        }
        if (transaction) takeVerdict(transaction, code, judge);
        return this.#giveUp();
      case 'each':
        transaction?.each?.push(code);
        return;
    }
    // One that rests says DATA later.
    const goesOn = !this.#sender.options.plan.pipelining && transaction?.attempt.deed !== 'rests';
    if (goesOn && this.#awaited.isEmpty) this.#sayNext();
  }

  /** The transaction is over: the connection is kept, or ended. */
  #giveUp(): void {
    const { plan, world } = this.#sender.options;
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#end.isCut);
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
    if (how !== 'refused') judge.lost(this.node, this.#awaited.first, how);
    this.#unanswered(this.#awaited.first, how);
    this.#end.close();
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    this.#awaited.stop();
    this.#sender.forget(this);
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) this.#sender.over(transaction.job, transaction.attempt, this.#end.isCut);
  }

  /** The node ends the connection. */
  #unanswered(awaits: Awaited['kind'] | undefined, how: string): void {
    const attempt = this.#transaction?.attempt;
    if (attempt && awaits === 'verdict') this.#sender.options.judge.unanswered(attempt, how);
  }

  /** Octets of the node are on their way. */
  #coming(): void {
    const deed = this.#transaction?.attempt.deed;
    if (deed === 'leaves-as-verdict-comes' && this.#awaited.first === 'verdict') this.#leave();
  }

  #say(text: string, awaited: Awaited): void {
    this.#write(Buffer.from(text));
    this.#awaited.add(awaited);
  }

  #write(octets: Buffer): void {
    if (!this.#isOver && this.#isOpen) this.#wire.write(octets);
  }
}
