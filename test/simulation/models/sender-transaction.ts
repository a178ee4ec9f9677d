/** One message over a session of a sender: its commands, its content, and the replies to them. */

import { chunk } from '../../smtp-peer/content.ts';
import type { Chance } from '../chance.ts';
import type { Judge } from '../judge/judge.ts';
import type { Attempt, Job } from '../judge/records.ts';
import { MINUTE, type World } from '../world/world.ts';
import type { AwaitedReplies } from './awaited-replies.ts';
import type { SenderPlan } from '../plan.ts';
import { AT_VERDICT, DEPARTURES, type Moment } from './sender-actions.ts';
import {
  type Awaited,
  type AwaitedOfTransaction,
  type Command,
  commandsOf,
  contentOf,
  type SenderEnvelope,
  sentAt,
} from './sender-commands.ts';
import type { Closing, Wire } from './wire.ts';

/** The connection, as its transactions need it. */
export type Channel = {
  readonly options: { plan: SenderPlan; world: World; judge: Judge };
  readonly wire: Wire;
  readonly awaited: AwaitedReplies;
  /** Whether this transaction is in progress, over a connection that still exists. */
  isAt: (transaction: SenderTransaction) => boolean;
  say: (text: string, awaited: Awaited) => void;
  write: (octets: Buffer) => void;
  leave: (how?: Closing) => void;
  /** The transaction is over. */
  giveUp: () => void;
};

export class SenderTransaction {
  readonly job: Job;
  readonly attempt: Attempt;
  readonly #chance: Chance;
  readonly #envelope: SenderEnvelope;
  readonly #channel: Channel;
  /** Whether MAIL was accepted: without it no RCPT is. */
  #isBegun = false;
  /** After 353: the replies for each recipient so far. */
  #each: number[] | undefined;
  /** The commands that wait for the replies to those before them. */
  #queue: Command[] = [];
  /** Pieces that are still to be sent, and the reply that one of them failed with: the rest is discarded (RFC 3030 section 2). */
  #chunks: Buffer[] = [];
  #failure: number | undefined;

  constructor(
    job: Job,
    attempt: Attempt,
    chance: Chance,
    envelope: SenderEnvelope,
    channel: Channel,
  ) {
    this.job = job;
    this.attempt = attempt;
    this.#chance = chance;
    this.#envelope = envelope;
    this.#channel = channel;
  }

  /** Whether a chunk of it was rejected. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  begin(): void {
    const { plan, world } = this.#channel.options;
    const { action } = this.attempt;
    this.reached('recipients');
    const commands = commandsOf(this, plan, this.#envelope, world.now);
    if (action === 'rests') {
      for (const command of commands) this.#channel.say(...command);
      world.in(this.#chance.about(MINUTE), () => this.#sayData());
    } else if (action === 'waits-for-owner') this.#waitForOwner(commands);
    else if (plan.pipelining) this.#together(commands);
    else {
      this.#queue = commands;
      this.#sayNext();
    }
  }

  /** Its action may be to leave now, or soon. @returns whether it is */
  reached(moment: Moment): boolean {
    const departure = this.attempt.action && DEPARTURES[this.attempt.action];
    if (departure?.moment !== moment) return false;
    const { after, how } = departure;
    this.#channel.options.world.in(this.#chance.about(after), () => this.#channel.leave(how));
    return true;
  }

  take(awaited: AwaitedOfTransaction, code: number): void {
    const { attempt } = this;
    const { plan, judge } = this.#channel.options;
    switch (awaited.kind) {
      case 'rset':
        attempt.accepted = [];
        break;
      case 'mail':
        this.#isBegun = code === 250;
        break;
      case 'rcpt':
        if (this.#isBegun) this.#takeRecipient(awaited, code);
        break;
      case 'data':
        if (code !== 354) return this.#channel.giveUp();
        return attempt.accepted.length > 0
          ? this.#content(contentOf(this.job, plan))
          : this.#channel.leave();
      case 'chunk':
        if (code >= 400) this.#failure ??= code;
        if (plan.pipelining) return;
        return code === 250 ? this.#nextChunk() : this.#channel.giveUp();
      case 'verdict':
        if (code === 353) {
          this.#each = [];
          return this.#channel.awaited.followFor(attempt.accepted.length, awaited.since);
        }
        this.#takeVerdict(this.#failure ?? code, judge);
        return this.#channel.giveUp();
      case 'each':
        this.#each?.push(code);
        return;
    }
    // A sender that rests sends DATA later.
    const isLater = ['rests', 'waits-for-owner'].includes(attempt.action ?? '');
    if (!plan.pipelining && !isLater && this.#channel.awaited.isEmpty) this.#sayNext();
  }

  get #now(): number {
    return this.#channel.options.world.now;
  }

  #waitForOwner([mail, ...others]: Command[]): void {
    const { world, judge } = this.#channel.options;
    if (mail === undefined) return;
    this.#channel.say(...mail);
    let goOn: (() => void) | undefined = () => {
      goOn = undefined;
      giveUp();
      const now = others.map(([text, awaited]): Command => [text, sentAt(awaited, this.#now)]);
      if (this.#channel.isAt(this)) this.#together(now);
    };
    const giveUp = judge.aliases.whenChanged(this.job.mail.recipients, () => goOn?.());
    world.in(this.#chance.about(MINUTE / 2), () => goOn?.());
  }

  #together(commands: Command[]): void {
    const { plan } = this.#channel.options;
    this.#asked();
    this.#channel.awaited.add(...commands.map(([, awaited]) => awaited));
    const text = commands.map(([command]) => command).join('');
    if (plan.chunking) {
      this.#channel.write(Buffer.from(text));
      this.#sayData();
    } else this.#channel.say(`${text}DATA\r\n`, { kind: 'data', since: this.#now });
  }

  #sayNext(): void {
    const next = this.#queue.shift();
    if (next) this.#channel.say(next[0], sentAt(next[1], this.#now));
    else if (this.attempt.accepted.length > 0) this.#sayData();
    else this.#channel.giveUp();
  }

  /** Its content is offered from now on. */
  #asked(): void {
    this.attempt.askedAt = this.#now;
  }

  /** DATA, or the whole content by BDAT. */
  #sayData(): void {
    if (!this.#channel.isAt(this)) return;
    const { plan } = this.#channel.options;
    this.#asked();
    if (!plan.chunking) {
      return this.#channel.say('DATA\r\n', { kind: 'data', since: this.#now });
    }
    const octets = contentOf(this.job, plan);
    // A piece may be empty, and end within a line. The last one often is: its sender notices the end of its file late.
    const beyond = Math.round(octets.length * 1.2);
    const cuts = Array.from({ length: (plan.chunks ?? 1) - 1 }, () =>
      Math.min(this.#chance.whole(0, beyond), octets.length),
    );
    const ends = [...cuts.toSorted((one, other) => one - other), octets.length];
    this.#chunks = ends.map((end, i) =>
      chunk(octets.subarray(ends[i - 1] ?? 0, end), i === ends.length - 1),
    );
    this.#nextChunk();
  }

  /** All pieces at once with PIPELINING, otherwise each after the reply to the previous one. */
  #nextChunk(): void {
    const next = this.#chunks.shift();
    if (next === undefined || !this.#channel.isAt(this)) return;
    if (this.#chunks.length === 0) return this.#content(next);
    this.#channel.awaited.add({ kind: 'chunk', since: this.#now });
    this.#channel.write(next);
    if (this.#chance.happens(0.5) && this.reached('content')) return;
    if (this.#channel.options.plan.pipelining) this.#nextChunk();
  }

  /** The last octets. */
  #content(octets: Buffer): void {
    const { attempt } = this;
    const { awaited, wire, options } = this.#channel;
    if (attempt.action === 'leaves-before-content') return this.#channel.leave();
    if (this.reached('content')) {
      return this.#channel.write(octets.subarray(0, this.#chance.whole(1, octets.length - 1)));
    }
    const quits = options.plan.quitsBehindDot && AT_VERDICT.has(attempt.action);
    awaited.add({ kind: 'verdict', since: this.#now });
    if (quits) awaited.add({ kind: 'quit', since: this.#now });
    this.#channel.write(quits ? Buffer.concat([octets, Buffer.from('QUIT\r\n')]) : octets);
    // Not all octets of TLS are counted yet.
    const written = wire.isSecured ? Infinity : wire.written;
    const isNext = () => !options.plan.chunking || (awaited.first === 'verdict' && !this.hasFailed);
    options.judge.dot(attempt, { end: wire.tcp, octets: written, isNext });
    this.reached('dot');
    if (attempt.action === 'half-closes-behind-dot') wire.endOnceSent();
  }

  #takeRecipient({ recipient, askedAt }: Extract<Awaited, { kind: 'rcpt' }>, code: number): void {
    const { judge, world } = this.#channel.options;
    this.attempt.recipientsAt = world.now;
    if (code === 250) {
      judge.recipientTaken(this.attempt, recipient, askedAt);
      this.attempt.accepted.push(recipient);
    } else if (code >= 500) this.#takeRefusal(recipient, code, judge, askedAt);
  }

  /** @param code for all recipients; after 353 each has its own */
  #takeVerdict(code: number, judge: Judge): void {
    this.attempt.accepted.forEach((recipient, i) => {
      const own = this.#each?.[i] ?? code;
      judge.told(this.attempt, recipient, own);
      if (own >= 200 && own < 300) this.job.pending.delete(recipient);
      else if (own >= 500) this.#takeRefusal(recipient, own, judge);
    });
  }

  #takeRefusal(recipient: number, code: number, judge: Judge, askedAt?: number): void {
    if (this.job.pending.delete(recipient)) judge.refused(this.attempt, recipient, code, askedAt);
  }
}
