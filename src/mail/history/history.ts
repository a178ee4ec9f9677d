/**
 * The history of each alias's mail, for its owner: each mail that did not arrive, and the number that did. It is
 * gathered in memory and written in batches, never in a mail's way. Neither a sender's address nor a word of a mail is
 * in it.
 */

import { domainOf } from '#rules/address.ts';
import type { HistoryKind } from '#rules/history.ts';
import type { HistoryEvent, HistoryStore } from '#store/history/history-store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { type Arrival, Arrivals } from './arrivals.ts';
import { historyReason } from './history-reason.ts';

/** Most events between two batches; those of a flood beyond it are left out. */
const WAITING = 10_000;
/** Aliases whose last arrivals are remembered, and that are counted between two batches. */
const ALIASES = 10_000;
/** Octets of a domain, as of RFC 1035 section 2.3.4. */
const DOMAIN_LENGTH = 255;

export type HistoryOptions = {
  store: Pick<HistoryStore, 'add' | 'addDelivered'>;
  /** Milliseconds since 1970. */
  date: () => number;
  /** The store does not answer: the batch is lost, and no mail with it. */
  onFault: (error: unknown) => void;
};

export class HistoryWriter {
  readonly #options: HistoryOptions;
  readonly #arrivals = new Arrivals(ALIASES);
  #events: HistoryEvent[] = [];
  /** The batch that is being written. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** @param sender the reverse-path, empty for `<>` */
  delivery(aliasId: string, sender: string, delivery: Delivery): void {
    const at = this.#options.date();
    const domain = domainAtMost(sender);
    if (delivery.kind === 'accepted') return this.#arrivals.add(aliasId, at, domain);
    const { kind, far, peer } = delivery;
    const [code, host] = [far?.code ?? null, peer?.host ?? null];
    this.#add(kind, { aliasId, at, domain, reason: historyReason(delivery), code, host });
  }

  /** A mail was turned away at RCPT: asked to come again, as the owner has paused the alias, or refused. */
  turnedAway(reason: 'paused' | 'ended' | 'listed', aliasId: string, sender: string): void {
    const at = this.#options.date();
    const domain = domainAtMost(sender);
    const kind = reason === 'paused' ? 'paused' : 'refused';
    this.#add(kind, { aliasId, at, domain, reason, code: null, host: null });
  }

  /** The last arrivals that this process knows of, newest first. */
  last(aliasId: string): readonly Arrival[] {
    return this.#arrivals.last(aliasId);
  }

  /** Writes the batch where there is no room to gather more. */
  async writeWhenFull(): Promise<void> {
    if (this.#arrivals.isFull || this.#events.length >= WAITING) await this.write();
  }

  /** Writes the gathered events. Resolves when all are in the store; never rejects. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const { store, onFault } = this.#options;
    const [events, days] = [this.#events, this.#arrivals.take()];
    this.#events = [];
    try {
      if (events.length > 0) await store.add(events);
      if (days.length > 0) await store.addDelivered(days);
    } catch (error) {
      onFault(error);
    }
  }

  #add(kind: HistoryKind, event: Omit<HistoryEvent, 'kind'>): void {
    if (this.#events.length < WAITING) this.#events.push({ kind, ...event });
  }
}

const domainAtMost = (sender: string) => domainOf(sender).slice(0, DOMAIN_LENGTH);
