/** What keeps mail out: the spam filter and a list in the DNS (V22), and what owners say about senders (V23). */

import { CONNECTIONS } from '#network/kept-client.ts';
import { ALIAS_DOMAIN, isBornUnconfirmed } from '../models/addresses.ts';
import { contentNumber } from '../models/mails.ts';
import { incidentsOf, type Of, type Plan, type SenderWord } from '../plan.ts';
import { HOUR, MINUTE, SECOND } from '../world/world.ts';
import {
  type Acceptance,
  type Attempt,
  Broken,
  type Event,
  hasHappened,
  isHeard,
  type Job,
  type Evidence,
} from './records.ts';

/** The time in which the engine has its answer from the filter or the DNS, or continues without one. */
const PATIENCE = 10 * SECOND;
/** By then a sender whose mail has arrived is on the disk. */
const NOTED = 40 * SECOND;

type Question = {
  id: string;
  octets: Buffer;
  recipients: readonly string[];
  node: string;
  open: number;
};

/** `asked`: from now on the rule may hold; `told`: it holds; `by`: for one sender, or for all. */
type Word = { asked: number; told: number };

const OPPOSITES: Record<SenderWord, string> = {
  'known-only': 'anybody',
  anybody: 'known-only',
  let: 'block',
  block: 'let',
  confirm: 'nothing',
};

export class Guards {
  readonly #judge: Evidence;
  readonly #plan: Plan;
  readonly #contents: ReadonlyMap<number, Buffer>;
  /** The filter's verdict by our id of the message; null: it has not answered. */
  readonly #words = new Map<string, string | null>();
  readonly #said = new Map<string, Word>();
  readonly #reached = new Set<string>();
  /** The filter was asked as often at once as it may be: further messages wait. */
  readonly #full: Event[] = [];

  constructor(judge: Evidence, contents: ReadonlyMap<number, Buffer>) {
    this.#judge = judge;
    this.#plan = judge.plan;
    this.#contents = contents;
  }

  /**
   * The filter is asked about a message: its octets are those of its sender, and do not contain a real address.
   * @param open queries of this process now, with this one
   * @throws Broken
   */
  asked({ id, octets, recipients, node, open }: Question): void {
    this.#words.set(id, null);
    if (open >= CONNECTIONS) this.#full.push({ node, at: this.#judge.world.now });
    if (open > CONNECTIONS) throw new Broken('V16', `${open} queries at once ask the filter`);
    const wanted = this.#contents.get(contentNumber(octets) ?? -1);
    if (!wanted?.equals(octets)) throw new Broken('V04', 'the filter was given octets of no mail');
    const foreign = recipients.find((one) => !one.endsWith(`@${ALIAS_DOMAIN}`));
    if (foreign !== undefined) throw new Broken('V05', `the filter was told of ${foreign}`);
  }

  answered(id: string, action: string): void {
    this.#words.set(id, action);
  }

  /** A remote server has accepted a message. @param attempts to which it may belong @throws Broken */
  arrived(arrival: Acceptance, attempts: readonly Attempt[], head: string): void {
    if (!this.#plan.isGuarded) return;
    const { content, recipient, id, at } = arrival;
    const words = `mail ${content} to alias ${recipient}`;
    const since = Math.min(at, ...attempts.map((one) => one.begunAt));
    const word = this.#words.get(id);
    const isFull = hasHappened(this.#full, arrival.node, since - PATIENCE, at);
    if (word === undefined && !isFull)
      throw new Broken('V22', `${words}: the filter was not asked`, content);
    const isLost = this.happens('filter', since, at) || this.#nodeStops(arrival);
    if (word === null && !isLost)
      throw new Broken('V22', `${words}: came before the filter's word`);
    if (word === 'reject' || word === 'soft reject')
      throw new Broken('V22', `${words}: the filter says ${word}`, content);
    if (/^X-Spam: /m.test(head) !== (word === 'add header'))
      throw new Broken('V22', `${words}: the filter says ${word}, and the mark says otherwise`);
    const mail = this.#plan.mails.find((one) => one.content === content);
    // A server that accepts it after we had gone got it in an attempt that is over.
    if (mail === undefined || attempts.length === 0 || arrival.end.isPeerGone) return;
    const began = Math.max(...attempts.map((one) => one.begunAt));
    if (this.#told('block', recipient, mail.sender) < began)
      throw new Broken('V23', `${words}: its owner has blocked sender ${mail.sender}`, content);
    if (this.#told('known-only', recipient) < began && !this.#mayBeKnown(mail.sender, recipient))
      throw new Broken('V23', `${words}: its owner does not know sender ${mail.sender}`, content);
  }

  /** A recipient was accepted, of an alias that may not forward, or for a listed client. @throws Broken */
  taken({ job, begunAt, node }: Attempt, alias: number, askedAt: number): void {
    const { now } = this.#judge.world;
    const { sender } = job.mail;
    if (this.#plan.ownership === 'confirmed' && this.#isUnconfirmed(alias))
      throw new Broken('V24', `alias ${alias} takes a mail, and its address was not confirmed`);
    const lists = this.#lists.filter(({ from }) => from < now);
    const isListed = lists.some(
      (one) =>
        one.sender === sender && one.from < askedAt && one.until > now && one.how === 'listed',
    );
    const silentFor = { listed: -Infinity, refuses: 0, everybody: HOUR };
    const isBelieved = lists.every(({ how, until }) => until + silentFor[how] <= askedAt);
    if (!isListed || !isBelieved || this.happens('dns', now)) return;
    // A message that may have arrived is not rejected.
    const isFirst = !this.#judge.attempts.some(
      (one) => one.job.mail.sender === sender && one.begunAt < begunAt && one.dotAt !== undefined,
    );
    if (isFirst && now < this.#plan.healedAt)
      throw new Broken('V22', `${node} takes alias ${alias} of sender ${sender}, which is listed`);
  }

  /** An owner requests a change, or gets its confirmation. */
  owner(word: SenderWord, alias: number, sender: number, isTold: boolean): void {
    const { now } = this.#judge.world;
    const isOfAll = word !== 'let' && word !== 'block';
    const keyOf = (one: string) => `${one} ${alias} ${isOfAll ? '' : sender}`;
    const before = this.#said.get(keyOf(word));
    const asked = before?.asked ?? now;
    const told = isTold ? now : (before?.told ?? Infinity);
    this.#said.set(keyOf(word), { asked, told });
    // Its opposite may not hold any more.
    const other = this.#said.get(keyOf(OPPOSITES[word]));
    if (other) other.told = Infinity;
  }

  /** The reason of a permanent rejection. @returns undefined if it is not one of our reasons */
  reasonOf({ mail }: Job, alias: number): string | undefined {
    if (mail.word === 'reject') return 'the filter refuses it';
    if (this.#said.has(`block ${alias} ${mail.sender}`)) return 'its owner has blocked the sender';
    const { now } = this.#judge.world;
    const isIts = (one: Of<'list'>) =>
      one.how === 'listed' && one.sender === mail.sender && one.from <= now;
    if (this.#lists.some(isIts)) return 'a list has the sender';
    const recovers = (one: Of<'list'>) =>
      one.how === 'everybody' && one.until <= now && one.until > now - 2 * PATIENCE;
    return this.#lists.some(recovers) && this.happens('dns', now - 2 * PATIENCE, now)
      ? 'a list that had everybody recovers between two slow look-ups'
      : undefined;
  }

  /** Whether a sender is deferred for the owner's decision without a reason. */
  isKnown(line: string, { job }: Attempt): boolean {
    const [alias] = job.mail.recipients;
    if (!line.startsWith('450 4.7.1') || alias === undefined || job.mail.recipients.length > 1)
      return false;
    if (!line.includes('known')) return false;
    const { now } = this.#judge.world;
    if (!this.#said.has(`known-only ${alias} `)) return true;
    const seen = this.#arrivals(job.mail.sender, alias).some(
      (one) => one.at < now - NOTED && !this.#nodeStops(one) && one.heardAt !== undefined,
    );
    return seen && !this.happens('dns', now);
  }

  /** Whether a message is deferred for the filter, which has not asked for that. */
  isUnjudged(line: string, { job }: Attempt): boolean {
    return line.startsWith('451 4.7.1 Try again later') && job.mail.word !== 'soft reject';
  }

  /** Whether a recipient is deferred although the alias was confirmed before, or is in its grace period. */
  isConfirmed(line: string, alias: number, askedAt: number): boolean {
    const isInGrace = this.#plan.ownership === 'grace';
    return line.startsWith('450 4.2.1') && (isInGrace || this.#told('confirm', alias) < askedAt);
  }

  /** A message arrived for an alias that its owner has not confirmed: an email asks for the confirmation. */
  reached(node: string, alias: number): void {
    this.#reached.add(`${node} ${alias}`);
  }

  /** The life is over: each owner of an alias that forwards without being confirmed got an email. @throws Broken */
  checkReached(): void {
    if (this.#plan.ownership !== 'grace') return;
    const { acceptances } = this.#judge;
    const silent = acceptances.find(
      (one) =>
        isHeard(one) &&
        isBornUnconfirmed(one.recipient) &&
        one.at < (this.#said.get(`confirm ${one.recipient} `)?.asked ?? Infinity) - MINUTE &&
        !this.#nodeStops(one) &&
        !this.#reached.has(`${one.node} ${one.recipient}`),
    );
    if (silent) throw new Broken('V24', `the owner of alias ${silent.recipient} got no email`);
  }

  /** Whether a rule of the owner's about a sender holds. */
  holds(word: 'let' | 'block', alias: number, sender: number): boolean {
    return this.#told(word, alias, sender) < Infinity;
  }

  #isUnconfirmed(alias: number): boolean {
    return isBornUnconfirmed(alias) && !this.#said.has(`confirm ${alias} `);
  }

  #told(word: SenderWord, alias: number, sender: number | '' = ''): number {
    return this.#said.get(`${word} ${alias} ${sender}`)?.told ?? Infinity;
  }

  #mayBeKnown(sender: number, alias: number): boolean {
    // This is the last one.
    return this.#said.has(`let ${alias} ${sender}`) || this.#arrivals(sender, alias).length > 1;
  }

  #arrivals(sender: number, alias: number): Acceptance[] {
    const { mails } = this.#plan;
    const isIts = (number: number) =>
      mails.some((one) => one.content === number && one.sender === sender);
    return this.#judge.acceptances.filter(
      ({ content, recipient }) => recipient === alias && isIts(content),
    );
  }

  /** Its node has died, ended or had a failing store just then. */
  #nodeStops({ node, at }: Event): boolean {
    const { deaths, ends, diskFaults } = this.#judge;
    const all = [...deaths, ...ends, ...diskFaults];
    return hasHappened(all, node, at - MINUTE, at + NOTED);
  }

  /** Whether a fault of this kind, or a stop of a process, occurs in this time. */
  happens(kind: 'filter' | 'dns', since: number, until = since): boolean {
    return this.#plan.incidents.some((one) => {
      // A process that was stopped times out when it continues.
      const isStop = one.kind === 'stall';
      if (!isStop && one.kind !== kind) return false;
      const [from, to] = isStop ? [one.at, one.at + one.us] : [one.from, one.until];
      return from < until && to + 6 * PATIENCE > since;
    });
  }

  get #lists(): Of<'list'>[] {
    return incidentsOf(this.#plan, 'list');
  }
}
