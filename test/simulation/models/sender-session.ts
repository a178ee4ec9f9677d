/** One connection of a sending server, with one mail transaction after the other. */

import { type Reply, Replies } from '../../smtp-peer/replies.ts';
import type { Chance } from '../chance.ts';
import type { Attempt } from '../judge/records.ts';
import type { Closing } from '../network/tcp-end.ts';
import type { SenderAction } from '../faults.ts';
import { AwaitedReplies } from './awaited-replies.ts';
import type { Awaited, Expected } from './sender-commands.ts';
import { SenderTransaction } from './sender-transaction.ts';
import type { Sender, SenderOptions } from './sender.ts';
import { Wire } from './wire.ts';

export class SenderSession {
  readonly node: string;
  readonly options: SenderOptions;
  readonly #sender: Sender;
  readonly #replies = new Replies();
  readonly wire: Wire;
  readonly awaited = new AwaitedReplies(this);
  #isOpen = false;
  #saidHello = false;
  #hasQuit = false;
  /** Of its last message. */
  #action: SenderAction | undefined;
  #isOver = false;
  #transaction: SenderTransaction | undefined;

  constructor(node: string, sender: Sender) {
    this.options = sender.options;
    this.#sender = sender;
    this.node = node;
    const tcp = this.options.network.connect(sender.address, node, {
      connected: () => {
        this.#isOpen = true;
      },
      refused: () => this.#ended('refused'),
      readable: () => this.#readable(),
      writable: () => this.wire.flush(),
      coming: () => this.#coming(),
    });
    this.wire = new Wire(tcp, this.#replies);
    this.awaited.add({ kind: 'greeting' });
  }

  /** Whether the connection does not work any more, or not yet. */
  get isBroken(): boolean {
    return this.wire.tcp.isCut || !this.#isOpen;
  }

  send(attempt: Attempt, chance: Chance): void {
    this.#transaction = new SenderTransaction(attempt, chance, this);
    this.#action = attempt.action;
    if (this.#saidHello) this.#transaction.begin();
  }

  /** Whether this transaction is in progress, over a connection that still exists. */
  isAt(transaction: SenderTransaction): boolean {
    return this.#transaction === transaction && !this.#isOver;
  }

  quit(): void {
    if (this.#hasQuit || this.#action === 'never-quits') return;
    this.#hasQuit = true;
    this.say('QUIT\r\n', { kind: 'quit' });
  }

  #readable(): void {
    if (this.#isOver) return;
    const end = this.wire.read();
    for (let reply = this.#replies.next(); reply; reply = this.#replies.next()) {
      this.#take(reply);
      if (this.#isOver) return;
    }
    const stays = this.#action === 'stays-behind-quit' && this.awaited.isEmpty;
    if (end === 'reset' || (end === 'end' && !stays)) this.#ended(end);
  }

  #take({ code, lastLine: line }: Reply): void {
    const awaited = this.awaited.take(line);
    if (awaited === undefined) return this.#ended('closed');
    const { attempt } = this.#transaction ?? {};
    const { judge } = this.options;
    if (code >= 400) judge.deferred(awaited, line, attempt);
    if (code === 421 && attempt && awaited.kind === 'verdict') judge.unanswered(attempt, line);
    // RFC 3030 section 2: a chunk that fails aborts the transaction.
    if (this.#transaction?.hasFailed === true && code !== 503 && code !== 421)
      judge.broken('V12', `the reply to a ${awaited.kind} after a failed chunk is ${line}`);
    this.#replied(awaited, code);
  }

  #replied(awaited: Awaited, code: number): void {
    if (code === 421) return this.#ended('closed');
    switch (awaited.kind) {
      case 'greeting':
        if (code !== 220) return this.leave();
        return this.say('EHLO sender.test\r\n', { kind: 'ehlo' });
      case 'ehlo':
        if (this.options.plan.tls && !this.wire.isSecured) {
          const injected = this.#action === 'injects-behind-starttls' ? 'NOOP\r\n' : '';
          return this.say(`STARTTLS\r\n${injected}`, { kind: 'starttls' });
        }
        this.#saidHello = true;
        return this.#transaction?.begin();
      case 'starttls':
        return code === 220 ? this.#secure() : this.leave();
      case 'quit':
        return this.#action === 'stays-behind-quit' ? undefined : this.leave();
      case 'rset':
      case 'mail':
      case 'rcpt':
      case 'data':
      case 'chunk':
      case 'verdict':
      case 'each':
        this.#transaction?.take(awaited, code);
    }
  }

  /** RFC 3207 section 4.2: from now on both sides discard everything sent in plaintext. */
  #secure(): void {
    const { judge, world, plan } = this.options;
    const { tcp } = this.wire;
    if (this.#replies.rest() !== '')
      judge.broken('V12', 'octets in clear behind the 220 to STARTTLS');
    judge.tookEffect(`sender under TLS, ${plan.tls}`);
    this.wire.secure('client', { world, judge, chance: this.#sender.chance(tcp.name) });
    this.say('EHLO sender.test\r\n', { kind: 'ehlo' });
  }

  /** The transaction is over: the connection is kept, or ended. */
  giveUp(): void {
    const { plan, world } = this.options;
    this.#endTransaction();
    if (!this.awaited.isEmpty || this.#isOver) return;
    if (plan.keepsMs === 0 || !this.#saidHello) return this.quit();
    this.say('RSET\r\n', { kind: 'rset' });
    this.#sender.keep(this);
    world.in(plan.keepsMs * 1000, () => {
      if (this.#transaction !== undefined || this.#isOver) return;
      this.#sender.forget(this);
      this.quit();
    });
  }

  /** Closes, even with awaited replies. */
  leave(how: Closing = 'orderly'): void {
    if (this.#isOver) return;
    const isRude = this.options.plan.tls === 'no-close-notify' && how === 'orderly';
    this.wire.close(isRude ? 'abrupt' : how);
    this.#over();
  }

  #ended(how: string): void {
    if (this.#isOver) return;
    const { judge, world } = this.options;
    const awaits = this.awaited.first;
    world.trace('sender', `${this.wire.tcp.name} is lost, waiting for ${awaits}: ${how}`);
    const { attempt } = this.#transaction ?? {};
    if (attempt && awaits === 'verdict') judge.unanswered(attempt, how);
    this.wire.tcp.close();
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    this.awaited.stop();
    this.#sender.forget(this);
    this.#endTransaction();
  }

  #endTransaction(): void {
    const { attempt } = this.#transaction ?? {};
    this.#transaction = undefined;
    if (attempt) this.#sender.over(attempt, this.wire.tcp.isCut);
  }

  #coming(): void {
    if (this.awaited.first !== 'verdict') return;
    if (this.#transaction?.reached('verdict')) this.wire.stopReading();
    const { action } = this.#transaction?.attempt ?? {};
    if (action === 'loses-verdict') this.wire.tcp.link.cutSilently();
    // In plaintext it looks like our own end.
    const isTold = action === 'loses-verdict-to-third-party' && this.wire.isSecured;
    if (isTold) this.wire.tcp.cutByEnds();
  }

  say(text: string, expected: Expected): void {
    this.write(Buffer.from(text));
    this.awaited.add(expected);
  }

  write(octets: Buffer): void {
    if (!this.#isOver && this.#isOpen) this.wire.write(octets);
  }
}
