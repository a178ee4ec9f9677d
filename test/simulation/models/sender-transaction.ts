/** One message over a session of a sender: its commands, its content, and the replies to them. */

import { chunk } from '../../smtp-peer/content.ts';
import type { Chance } from '../chance.ts';
import type { Judge } from '../judge/judge.ts';
import type { Attempt } from '../judge/records.ts';
import { MINUTE, type World } from '../world/world.ts';
import type { Closing } from '../network/tcp-end.ts';
import type { SenderPlan } from '../plan.ts';
import type { AwaitedReplies } from './awaited-replies.ts';
import { envelopeOf } from './mails.ts';
import {
  AT_VERDICT,
  type Awaited,
  type AwaitedOfTransaction,
  type Command,
  commandsOf,
  contentOf,
  DEPARTURES,
  type Expected,
  type Moment,
} from './sender-commands.ts';
import type { Wire } from './wire.ts';

/** The connection, as its transactions need it. */
type Session = {
  readonly options: { plan: SenderPlan; world: World; judge: Judge };
  readonly wire: Wire;
  readonly awaited: AwaitedReplies;
  isAt: (transaction: SenderTransaction) => boolean;
  say: (text: string, expected: Expected) => void;
  write: (octets: Buffer) => void;
  leave: (how?: Closing) => void;
  giveUp: () => void;
};

export class SenderTransaction {
  readonly attempt: Attempt;
  readonly #chance: Chance;
  readonly #session: Session;
  /** Whether MAIL was accepted: without it no RCPT is. */
  #isBegun = false;
  /** After 353: the replies for each recipient so far. */
  #each: number[] | undefined;
  /** The commands that wait for the replies to those before them. */
  #queue: Command[] = [];
  /** Pieces that are still to be sent, and the reply that one of them failed with: the rest is discarded (RFC 3030 section 2). */
  #chunks: Buffer[] = [];
  #failure: number | undefined;

  constructor(attempt: Attempt, chance: Chance, session: Session) {
    this.attempt = attempt;
    this.#chance = chance;
    this.#session = session;
  }

  /** Whether a chunk of it was rejected. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  begin(): void {
    const { plan, world, judge } = this.#session.options;
    const { action, job } = this.attempt;
    this.reached('recipients');
    const commands = commandsOf(this.attempt, plan, envelopeOf(job.mail, judge.plan));
    if (action === 'rests') {
      for (const command of commands) this.#session.say(...command);
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
    this.#session.options.world.in(this.#chance.about(after), () => this.#session.leave(how));
    return true;
  }

  take(awaited: AwaitedOfTransaction, code: number): void {
    const { attempt } = this;
    const { plan } = this.#session.options;
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
        if (code !== 354) return this.#session.giveUp();
        return attempt.accepted.length > 0
          ? this.#content(contentOf(attempt.job, plan))
          : this.#session.leave();
      case 'chunk':
        if (code >= 400) this.#failure ??= code;
        if (plan.pipelining) return;
        return code === 250 ? this.#nextChunk() : this.#session.giveUp();
      case 'verdict':
        if (code === 353) {
          this.#each = [];
          return this.#session.awaited.followFor(attempt.accepted.length, awaited);
        }
        this.#takeVerdict(this.#failure ?? code);
        return this.#session.giveUp();
      case 'each':
        this.#each?.push(code);
        return;
    }
    // A sender that rests sends DATA later.
    const isLater = ['rests', 'waits-for-owner'].includes(attempt.action ?? '');
    if (!plan.pipelining && !isLater && this.#session.awaited.isEmpty) this.#sayNext();
  }

  #waitForOwner([mail, ...others]: Command[]): void {
    const { world, judge } = this.#session.options;
    if (mail === undefined) return;
    this.#session.say(...mail);
    let goOn: (() => void) | undefined = () => {
      goOn = undefined;
      giveUp();
      if (this.#session.isAt(this)) this.#together(others);
    };
    const giveUp = judge.aliases.whenChanged(this.attempt.job.mail.recipients, () => goOn?.());
    world.in(this.#chance.about(MINUTE / 2), () => goOn?.());
  }

  #together(commands: Command[]): void {
    const { plan, world } = this.#session.options;
    this.attempt.askedAt = world.now;
    this.#session.awaited.add(...commands.map(([, expected]) => expected));
    const text = commands.map(([command]) => command).join('');
    if (plan.chunking) {
      this.#session.write(Buffer.from(text));
      this.#sayData();
    } else this.#session.say(`${text}DATA\r\n`, { kind: 'data' });
  }

  #sayNext(): void {
    const next = this.#queue.shift();
    if (next) this.#session.say(...next);
    else if (this.attempt.accepted.length > 0) this.#sayData();
    else this.#session.giveUp();
  }

  /** DATA, or the whole content by BDAT. */
  #sayData(): void {
    if (!this.#session.isAt(this)) return;
    const { plan, world } = this.#session.options;
    this.attempt.askedAt = world.now;
    if (!plan.chunking) return this.#session.say('DATA\r\n', { kind: 'data' });
    const octets = contentOf(this.attempt.job, plan);
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
    if (next === undefined || !this.#session.isAt(this)) return;
    if (this.#chunks.length === 0) return this.#content(next);
    this.#session.awaited.add({ kind: 'chunk' });
    this.#session.write(next);
    if (this.#chance.happens(0.5) && this.reached('content')) return;
    if (this.#session.options.plan.pipelining) this.#nextChunk();
  }

  /** The last octets. */
  #content(octets: Buffer): void {
    const { attempt } = this;
    const { awaited, wire, options } = this.#session;
    if (attempt.action === 'leaves-before-content') return this.#session.leave();
    if (this.reached('content')) {
      return this.#session.write(octets.subarray(0, this.#chance.whole(1, octets.length - 1)));
    }
    const quits = options.plan.quitsBehindDot && AT_VERDICT.has(attempt.action);
    awaited.add({ kind: 'verdict' });
    if (quits) awaited.add({ kind: 'quit' });
    this.#session.write(quits ? Buffer.concat([octets, Buffer.from('QUIT\r\n')]) : octets);
    // Not all octets of TLS are counted yet.
    const written = wire.isSecured ? Infinity : wire.written;
    const isNext = () => !options.plan.chunking || (awaited.first === 'verdict' && !this.hasFailed);
    options.judge.dot(attempt, { end: wire.tcp, octets: written, isNext });
    this.reached('dot');
    if (attempt.action === 'half-closes-behind-dot') wire.endOnceSent();
  }

  #takeRecipient({ recipient, askedAt }: Extract<Awaited, { kind: 'rcpt' }>, code: number): void {
    const { judge, world } = this.#session.options;
    this.attempt.recipientsAt = world.now;
    if (code === 250) {
      judge.recipientTaken(this.attempt, recipient, askedAt);
      this.attempt.accepted.push(recipient);
    } else if (code >= 500) this.#takeRefusal(recipient, code, askedAt);
  }

  /** @param code for all recipients; after 353 each has its own */
  #takeVerdict(code: number): void {
    const { judge } = this.#session.options;
    const { pending } = this.attempt.job;
    this.attempt.accepted.forEach((recipient, i) => {
      const own = this.#each?.[i] ?? code;
      judge.told(this.attempt, recipient, own);
      if (own >= 200 && own < 300) pending.delete(recipient);
      else if (own >= 500) this.#takeRefusal(recipient, own);
    });
  }

  #takeRefusal(recipient: number, code: number, askedAt?: number): void {
    if (this.attempt.job.pending.delete(recipient))
      this.#session.options.judge.refused(this.attempt, recipient, code, askedAt);
  }
}
