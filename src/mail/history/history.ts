/**
 * The history of each alias's mail, for its owner: each message that was not delivered, and the number of those that
 * were. It is gathered in memory and written in batches, never delaying a message. It contains no text of a message.
 * The proven author is in it, sealed, only if the owner can act on it.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import { domainOf } from '#rules/address.ts';
import type { HistoryKind } from '#rules/history.ts';
import type { HistoryEvent, HistoryStore } from '#store/history/history-store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { SenderNames } from '../senders/sender-names.ts';
import { type Arrival, Arrivals } from './arrivals.ts';
import { historyReason, isKeptOut } from './history-reason.ts';

/** Most events between two batches; a flood's events beyond it are left out. */
const WAITING = 10_000;
/** Aliases whose last arrivals are remembered, and that are counted between two batches. */
const ALIASES = 10_000;
/** Senders kept out today that already have their line, of all aliases. */
const KEPT_OUT = 10_000;
const DAY_MS = 86_400_000;
/** Octets of a domain, as of RFC 1035 section 2.3.4. */
const DOMAIN_LENGTH = 255;

export type HistoryOptions = {
  store: Pick<HistoryStore, 'add' | 'addDelivered'>;
  /** Seals proven authors. */
  names: SenderNames;
  /** Milliseconds since 1970. */
  date: () => number;
  /** The store is unavailable: the batch is lost, but no message is. */
  onFault: (error: unknown) => void;
};

/** What the engine writes down for owners. */
export type MailHistory = Pick<
  HistoryWriter,
  'delivery' | 'last' | 'turnedAway' | 'write' | 'writeWhenFull'
>;

/** Keeps nothing. */
export const NO_HISTORY: MailHistory = {
  delivery() {},
  last: () => [],
  turnedAway() {},
  async write() {},
  async writeWhenFull() {},
};

export class HistoryWriter {
  readonly #options: HistoryOptions;
  readonly #arrivals = new Arrivals(ALIASES);
  /** The day on which a kept-out sender got its line. */
  readonly #keptOut = new BoundedMap<string, number>(KEPT_OUT);
  #events: (HistoryEvent & { author?: string | undefined })[] = [];
  /** The batch that is being written. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /**
   * @param sender the reverse-path, empty for `<>`
   * @param author undefined: not proven, or the owner does not track senders
   */
  delivery(aliasId: string, sender: string, delivery: Delivery, author?: string): void {
    const at = this.#options.date();
    const domain = domainAtMost(sender);
    if (delivery.kind === 'accepted') return this.#arrivals.add(aliasId, at, domain, author);
    const { kind, far, peer } = delivery;
    const [code, host] = [far?.code ?? null, peer?.host ?? null];
    const reason = historyReason(delivery);
    const event = { aliasId, at, domain, reason, code, host, author };
    if (!isKeptOut(delivery)) return this.#add(kind, event);
    // One line a day, regardless of the number of attempts.
    const key = `${aliasId} ${reason} ${kind} ${author ?? domain}`;
    const day = at - (at % DAY_MS);
    if (this.#keptOut.get(key) === day) return;
    this.#keptOut.set(key, day);
    this.#add(kind === 'deferred' ? 'held' : kind, event);
  }

  /** A message was turned away at RCPT: deferred because the owner has paused the alias, or rejected. */
  turnedAway(reason: 'paused' | 'ended' | 'listed', aliasId: string, sender: string): void {
    const at = this.#options.date();
    const domain = domainAtMost(sender);
    const kind = reason === 'paused' ? 'paused' : 'refused';
    this.#add(kind, { aliasId, at, domain, reason, code: null, host: null });
  }

  /** The last arrivals on this node, newest first. */
  last(aliasId: string): readonly Arrival[] {
    return this.#arrivals.last(aliasId);
  }

  /** Writes the batch if more cannot be gathered. */
  async writeWhenFull(): Promise<void> {
    if (this.#arrivals.isFull || this.#events.length >= WAITING) await this.write();
  }

  /** Writes the gathered events. Resolves when all are in the store; never rejects. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const { store, names, onFault } = this.#options;
    const [events, days] = [this.#events, this.#arrivals.take()];
    this.#events = [];
    try {
      const sealed = events.map(({ author, ...event }) => ({
        ...event,
        ...(author !== undefined && {
          sender: names.of(event.aliasId, author),
          name: names.seal(event.aliasId, author),
        }),
      }));
      if (sealed.length > 0) await store.add(sealed);
      if (days.length > 0) await store.addDelivered(days);
    } catch (error) {
      onFault(error);
    }
  }

  #add(
    kind: HistoryKind,
    event: Omit<HistoryEvent, 'kind'> & { author?: string | undefined },
  ): void {
    if (this.#events.length < WAITING) this.#events.push({ kind, ...event });
  }
}

const domainAtMost = (sender: string) => domainOf(sender).slice(0, DOMAIN_LENGTH);
