/** The promises of the service. The judge alone knows what really happened, because it gets this from the models, not from the engine. */

import { StoreUnavailable } from '#store/store.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import type { Occasion, SenderAction } from '../faults.ts';
import type { Awaited } from '../models/sender-commands.ts';
import type { Plan } from '../plan.ts';
import { MINUTE, SECOND, type World } from '../world/world.ts';
import { attemptsOf, explanationOf } from './copies.ts';
import { hasReason, Refusals } from './refusals.ts';
import {
  type Acceptance,
  Attempt,
  Broken,
  type Event,
  type Evidence,
  hasHappened,
  isTimeUp,
  type Job,
  type NodeEnd,
  type Wire,
} from './records.ts';
import { Aliases } from './aliases.ts';
import { Endings } from './endings.ts';
import { arrivalOf, type Taken } from './arrival.ts';
import { Guards } from './guards.ts';
import { Letters } from './letters.ts';
import { Pauses } from './pauses.ts';

/** The times that a reply may take, in microseconds, if it is not the usual minute (V08). */
const VERDICT_TIME = 17 * MINUTE;
const REPLY_TIME = MINUTE;
const CALM_TIME = 10 * SECOND;

export class Judge implements Evidence {
  readonly plan: Plan;
  readonly world: World;
  readonly attempts: Attempt[] = [];
  readonly acceptances: Acceptance[] = [];
  /** Crashes, and graceful shutdowns besides. */
  readonly deaths: Event[] = [];
  readonly ends: NodeEnd[] = [];
  readonly diskFaults: Event[] = [];
  readonly pauses = new Pauses();
  /** The number of faults and copies that happened, by name. */
  readonly counts = new Map<string, number>();
  /** The first promise that was broken. */
  failure: Broken | undefined;
  /** Microseconds from each message's sending to its verdict, by its number. */
  readonly verdicts = new Map<number, number>();
  /** The service has ended, and does not start again. */
  isAtRest = false;
  /** Called with the node's address when a remote server has accepted a message, and when a sender has read a verdict. */
  onOccasion: (what: Occasion, node: string) => void = () => {};
  /** Messages without a verdict. */
  open: number;
  readonly #contents: ReadonlyMap<number, Buffer>;
  readonly #told = new Map<string, number[]>();
  readonly aliases: Aliases;
  readonly letters: Letters;
  readonly endings: Endings;
  readonly guards: Guards;
  readonly refusals: Refusals;

  /** @param contents the messages as their authors wrote them, by number */
  constructor(plan: Plan, world: World, contents: ReadonlyMap<number, Buffer>) {
    this.plan = plan;
    this.world = world;
    this.open = plan.mails.length;
    this.#contents = contents;
    this.aliases = new Aliases(plan);
    this.letters = new Letters(this);
    this.refusals = new Refusals(this);
    this.endings = new Endings(this);
    this.guards = new Guards(this, contents);
  }

  /** @param content of the mail that it is about */
  broken(promise: string, words: string, content?: number): void {
    this.world.trace('judge', `${promise} ${words}`);
    const at = (this.world.now / SECOND).toFixed(6);
    this.failure ??= new Broken(promise, `${words} (at ${at} s)`, content);
    this.world.end();
  }

  /** The store of a node fails: it may not accept notes. */
  storeFault(node: string | undefined, fault: string): void {
    this.tookEffect(fault);
    this.diskFaults.push({ node: node ?? '', at: this.world.now });
  }

  tookEffect(fault: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
  }

  begin(job: Job, number: number, node: string, action: SenderAction | undefined): Attempt {
    const attempt = new Attempt({ job, number, node, action, begunAt: this.world.now });
    this.attempts.push(attempt);
    this.tookEffect('attempts');
    if (action) this.tookEffect(`sender: ${action}`);
    const words = `attempt ${job.mail.number}.${number} at ${node}, ${action ?? 'as usual'}`;
    this.world.trace('sender', words);
    return attempt;
  }

  dot(attempt: Attempt, wire: Wire): void {
    attempt.dotAt = this.world.now;
    attempt.wire = wire;
  }

  /** The node has closed the connection in place of a verdict. A whole message gets its verdict, however long it takes. */
  unanswered({ node, begunAt, readAt, wire, job }: Attempt, how: string): void {
    if (hasHappened(this.deaths, node, begunAt) || wire === undefined || wire.end.isCut) return;
    // The close was in transit when the dot arrived.
    if (readAt === undefined || this.world.now - readAt < SECOND) return;
    const { number, content } = job.mail;
    this.broken('V08', `mail ${number} was in memory, and got no verdict: ${how}`, content);
  }

  over(attempt: Attempt, isCut: boolean): void {
    attempt.isSilent = isCut;
    attempt.overAt = this.world.now;
    if (attempt.dotAt !== undefined && attempt.answeredAt === Infinity)
      this.onOccasion('departure', attempt.node);
  }

  done(job: Job): void {
    if (job.isDone) return;
    job.isDone = true;
    this.open -= 1;
    this.verdicts.set(job.mail.number, this.world.now - job.mail.at);
    this.tookEffect('mails');
  }

  /** The sender has read the verdict on one recipient. */
  told(attempt: Attempt, recipient: number, code: number): void {
    const { job } = attempt;
    attempt.answeredAt = this.world.now;
    if (code < 400 || code >= 500) attempt.settled.add(recipient);
    attempt.isMixed ||= code === 451 && job.mail.recipients.length > 1;
    this.tookEffect(`verdicts ${Math.floor(code / 100)}yz`);
    this.onOccasion('verdict', attempt.node);
    if (code >= 300) return;
    const { number, content, kind } = job.mail;
    const key = `${content} ${recipient}`;
    const told = [...(this.#told.get(key) ?? []), this.world.now];
    this.#told.set(key, told);
    const arrived = this.arrivals(content, recipient).length;
    // Each of several equal messages, or of two concurrent copies, needs its own.
    const needed = kind === 'bare' ? told.length : 1;
    if (arrived < needed)
      this.broken(
        'V01',
        `mail ${number} to alias ${recipient}: 250, and ${arrived} arrived`,
        content,
      );
  }

  arrivals(content: number, recipient: number): Acceptance[] {
    return this.acceptances.filter((one) => one.content === content && one.recipient === recipient);
  }

  /** The moment at which a sender has first read that a message arrived. */
  toldAt(content: number, recipient: number): number {
    return this.#told.get(`${content} ${recipient}`)?.[0] ?? Infinity;
  }

  /** @param askedAt the moment of its RCPT */
  refused(attempt: Attempt, recipient: number, code: number, askedAt?: number): void {
    this.holds(() => {
      const reason = this.refusals.reasonFor(attempt, recipient, code, askedAt);
      this.tookEffect(`refused: ${reason}`);
    });
  }

  /** A sender is deferred. @param command that of the reply @param attempt of a message */
  deferred(command: Awaited, line: string, attempt?: Attempt): void {
    if (this.isCalm) this.broken('V02', `without a fault the reply to ${command.kind} is ${line}`);
    if (attempt === undefined) return;
    const isConfirmed =
      command.kind === 'rcpt' && this.guards.isConfirmed(line, command.recipient, command.askedAt);
    const isWrong = this.guards.isKnown(line, attempt) || this.guards.isUnjudged(line, attempt);
    if (hasReason(line, command, attempt, this) && !isConfirmed && !isWrong) return;
    const { number, content } = attempt.job.mail;
    this.broken('V02', `mail ${number} is deferred without a reason: ${line}`, content);
  }

  /** A client has closed its connection to a remote server that did nothing wrong (RFC 5321 section 4.1.1.10). */
  leftWithoutQuit(node: string, server: number, since: number, end: TcpEnd): void {
    // The connection may arrive after the end of its process.
    if (end.isCut || hasHappened(this.ends, node, since - MINUTE)) return;
    if (this.attempts.some((one) => one.node === node && isTimeUp(one, this.world.now))) return;
    this.broken('V15', `${node} left server ${server} without QUIT`);
  }

  get isCalm(): boolean {
    return this.plan.healedAt === 0;
  }

  /** A reply arrived, or timed out. @param us its duration */
  answered(kind: string, us: number, isCut: boolean): void {
    const usual = this.isCalm ? CALM_TIME : REPLY_TIME;
    const most = kind === 'verdict' || kind === 'each' ? VERDICT_TIME : usual;
    if (us > most && !isCut)
      this.broken('V08', `the reply to ${kind} took ${(us / SECOND).toFixed(1)} s`);
  }

  /** One of our errors, or its log line: only a failing store causes any (V14). */
  fault(node: string, error: unknown): void {
    const isOfStore = hasHappened(this.diskFaults, node, 0);
    this.world.trace('judge', `a fault at ${node}: ${String(error)}`);
    if (isOfStore && error instanceof StoreUnavailable) return;
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.broken('V14', `${node}: ${words}`);
  }

  /** An owner asks for a change of an alias: it may be done although its owner never gets the confirmation. */
  ownerAsks(alias: number, action: string): void {
    this.aliases.asked(alias, action);
    if (action === 'on' || action === 'resume') this.aliases.changed(alias, action, this.world.now);
  }

  /** An owner's change of an alias is done. */
  owner(alias: number, action: string, node: string): void {
    this.tookEffect(`owner: ${action}`);
    this.aliases.changed(alias, action, this.world.now, node);
  }

  /** A recipient was accepted. @param askedAt the moment of its RCPT */
  recipientTaken(attempt: Attempt, alias: number, askedAt: number): void {
    this.holds(() => this.guards.taken(attempt, alias, askedAt));
    if (!this.aliases.mayTake(alias, askedAt, attempt.node))
      this.broken('V09', `alias ${alias} takes a mail after it was switched off or paused`);
  }

  /** A remote server has accepted a message. @returns undefined if it is not in the plan */
  accepted(taken: Taken & { from: string; end: TcpEnd }): Acceptance | undefined {
    const { server, from, end } = taken;
    if (this.letters.accepted(server, taken.recipient, taken.content)) return undefined;
    this.tookEffect('acceptances');
    const { now } = this.world;
    // The policy of its author was looked up in these minutes.
    const seen = { ...taken, mayBeRewritten: this.guards.happens('dns', now - 5 * MINUTE, now) };
    const arrival = this.holds(() => arrivalOf(seen, this.plan, this.#contents));
    if (arrival === undefined) return undefined;
    const { content: number, recipient } = arrival;
    const acceptance = { ...arrival, at: now, server, node: from, end, heardAt: undefined };
    const before = this.arrivals(number, recipient).at(-1);
    this.acceptances.push(acceptance);
    this.world.trace('far', `server ${server} has mail ${number} for alias ${recipient}`);
    const attempts = attemptsOf(acceptance, this);
    this.holds(() => this.guards.arrived(acceptance, attempts, arrival.head));
    if (this.endings.forbid(from, attempts))
      this.broken('V11', `mail ${number} was begun as ${from} had begun to end`, number);
    if (this.pauses.forbid(acceptance, this))
      this.broken('V10', `mail ${number} came in the pause of server ${server}`, number);
    if (before) this.#copy(before, acceptance);
    this.onOccasion('acceptance', from);
    return acceptance;
  }

  #copy(before: Acceptance, copy: Acceptance): void {
    const words = `mail ${copy.content} to alias ${copy.recipient}`;
    if (before.id === copy.id)
      return this.broken('V03', `${words}: twice within one attempt`, copy.content);
    const explanation = explanationOf(before, copy, this);
    if (explanation === undefined)
      this.broken('V03', `${words}: a copy without a reason`, copy.content);
    else this.tookEffect(`copy: ${explanation}`);
  }

  /** A rule that throws if its promise is broken. @returns what it returns; undefined: it has thrown */
  holds<Result>(rule: () => Result): Result | undefined {
    try {
      return rule();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.broken(error.promise, error.words, error.content);
      return undefined;
    }
  }
}
