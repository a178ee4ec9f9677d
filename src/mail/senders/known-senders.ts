/**
 * The owners' rules about senders, looked up at the final dot. Also the senders whose messages were delivered: noted
 * in batches, never delaying a message.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import { asksSenders, lockVerdict, type OwnersWord } from '#rules/senders.ts';
import type { KnownSender, SenderStore, SeenSender } from '#store/owners/sender-store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import * as replies from '../replies.ts';
import type { SenderNames } from './sender-names.ts';

/** Senders noted recently, of all aliases: some 10 MB. */
const REMEMBERED = 50_000;
/** The store keeps a month; a node notes a sender once a day. */
const NOTED_MS = 86_400_000;
/** Most senders, and most renewals, between two batches; further ones are noted with their next message. */
const WAITING = 10_000;

export type KnownSendersOptions = {
  store: Pick<SenderStore, 'find' | 'note' | 'renew' | 'wait'>;
  names: SenderNames;
  /** Milliseconds since 1970. */
  date: () => number;
  /** The store is unavailable: the notes are lost, but no message is. */
  onFault: (error: unknown) => void;
};

/** The author of a message as recorded for the alias; undefined: no record. */
type SenderFound = KnownSender | undefined;

/** The owner's rule for the author of one message. */
export type AuthorRule = {
  isBlocked: boolean;
  /**
   * The outcome if the alias accepts known senders only.
   * @returns undefined: it passes
   * @throws StoreUnavailable
   */
  lockOutcome: () => Promise<Exclude<Delivery, { kind: 'accepted' }> | undefined>;
};

/** What the engine asks and notes about senders. */
export type Senders = Pick<KnownSenders, 'areNoted' | 'note' | 'rule' | 'write'>;

/** Knows no sender: no alias has a rule about senders, and none is noted. */
export const NO_SENDERS: Senders = {
  areNoted: () => false,
  note() {},
  rule: () => undefined,
  async write() {},
};

export class KnownSenders {
  readonly #options: KnownSendersOptions;
  readonly #noted = new BoundedMap<string, number>(REMEMBERED);
  #seen: (Omit<SeenSender, 'sender'> & { author: string })[] = [];
  #renewals: Parameters<SenderStore['renew']>[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(options: KnownSendersOptions) {
    this.#options = options;
  }

  /** Whether the authors of an alias's messages are noted. @param word the owner's; undefined: no one owns the alias */
  areNoted(word: OwnersWord | undefined): boolean {
    return word !== undefined;
  }

  /**
   * @param author as `provenAuthor` gives it; undefined: not proven
   * @returns undefined if no rule has to be looked up
   * @throws StoreUnavailable
   */
  rule(
    { aliasId, senders: word }: { aliasId: string; senders?: OwnersWord },
    author: string | undefined,
  ): Promise<AuthorRule> | undefined {
    if (!asksSenders(word)) return undefined;
    return this.#find(aliasId, author).then((found) => ({
      isBlocked: found?.rule === 'blocked',
      lockOutcome: async () =>
        word?.knownOnly ? this.#lockOutcome(aliasId, author, found) : undefined,
    }));
  }

  async #find(aliasId: string, author: string | undefined): Promise<SenderFound> {
    if (author === undefined) return undefined;
    const { store, names } = this.#options;
    const [present = '', ...earlier] = names.underEach(aliasId, author);
    const rows = await store.find(aliasId, [present, ...earlier]);
    // A new SECRET_KEY must lock no one out, so rows under an earlier key are rewritten. The strongest row is written
    // last.
    for (const { sender, name } of rows.toReversed()) {
      if (sender === present || this.#renewals.length === WAITING) continue;
      const sealed = name === null ? null : names.seal(aliasId, author);
      this.#renewals.push([aliasId, sender, present, sealed]);
    }
    return rows[0];
  }

  async #lockOutcome(
    aliasId: string,
    author: string | undefined,
    found: SenderFound,
  ): ReturnType<AuthorRule['lockOutcome']> {
    const { store, names, date } = this.#options;
    // Without proof, senders cannot be told apart, so such a message is never rejected permanently.
    if (author === undefined) return { kind: 'deferred', reply: replies.UNPROVEN_SENDER };
    const now = date();
    const verdict = lockVerdict(found, now);
    if (verdict === 'pass') return undefined;
    if (verdict === 'refuse') return { kind: 'refused', reply: replies.UNKNOWN_SENDER };
    if (found === undefined) {
      await store.wait(aliasId, names.of(aliasId, author), now, names.seal(aliasId, author));
    }
    return { kind: 'deferred', reply: replies.NEW_SENDER };
  }

  /** Called when a proven author's message was delivered to a confirmed alias. */
  note(aliasId: string, author: string): void {
    const key = `${aliasId} ${author}`;
    const at = this.#options.date();
    const before = this.#noted.get(key);
    if (before !== undefined && at - before < NOTED_MS) return;
    if (this.#seen.length === WAITING) return;
    this.#noted.set(key, at);
    this.#seen.push({ aliasId, author, at });
  }

  /** Writes the notes. Resolves when all are in the store; never rejects. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const { store, names, onFault } = this.#options;
    const [seen, renewals] = [this.#seen, this.#renewals];
    [this.#seen, this.#renewals] = [[], []];
    try {
      for (const renewal of renewals) await store.renew(...renewal);
      if (seen.length === 0) return;
      await store.note(
        seen.map(({ aliasId, author, at }) => ({ aliasId, sender: names.of(aliasId, author), at })),
      );
    } catch (error) {
      for (const { aliasId, author } of seen) this.#noted.delete(`${aliasId} ${author}`);
      onFault(error);
    }
  }
}
