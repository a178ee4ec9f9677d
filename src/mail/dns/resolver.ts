/**
 * A stub resolver: queries recursive servers and caches their answers. RFC 1034 section 5.3.1. node:dns does not return the
 * TTLs of TXT and MX records, nor the AD bit.
 */

import { isIPv4 } from 'node:net';
import type { Answer, QuerySource, RecordData, RecordType, Resolve } from './answer.ts';
import { Cache, negativeTtl } from './cache.ts';
import { encodeName } from './names.ts';
import { mapPerType, RECORD_TYPES } from './record-types.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { QuerySlots, zoneOf } from './query-slots.ts';
import type { DnsServer } from './udp-sockets.ts';

export type ResolverOptions = Omit<TransportOptions, 'trusted'> & {
  /** Called for every query sent. @param ms milliseconds until its answer, without the wait for its turn */
  observe: (answer: Answer<unknown>, ms: number) => void;
};

type Asking = { [Type in RecordType]: Map<string, Promise<Answer<RecordData[Type]>>> };

export class Resolver {
  readonly #options: ResolverOptions;
  readonly #transport: Transport;
  readonly #cache: Cache;
  readonly #turns: QuerySlots;
  /** Queries in flight. A second caller with the same query shares the first one's promise. */
  readonly #asking: Asking = mapPerType();
  /** The same for one block, also before their turn: callers do not wait for the turn of another block. */
  readonly #queued: Asking = mapPerType();

  constructor(options: ResolverOptions) {
    this.#options = options;
    this.#transport = new Transport({ ...options, trusted: isTrusted });
    this.#cache = new Cache(options.clock);
    this.#turns = new QuerySlots(options.clock);
  }

  readonly resolve: Resolve = (text, type, asker) => {
    const name = text.replace(/\.$/, '').toLowerCase();
    const known = this.#cache.get(type, name);
    if (known) return known;
    const key = `${asker?.block ?? ''} ${name}`;
    const asking = this.#asking[type].get(name) ?? this.#queued[type].get(key);
    if (asking) return asking;
    const octets = encodeName(name);
    if (octets === undefined) return NO_SUCH_NAME;
    const asked = this.#askInTurn(name, octets, type, asker).finally(() =>
      this.#queued[type].delete(key),
    );
    this.#queued[type].set(key, asked);
    return asked;
  };

  /** The same, bypassing the cache; a query in flight is shared. */
  readonly resolveAnew: Resolve = (text, type, asker) => {
    this.#cache.forget(type, text.replace(/\.$/, '').toLowerCase());
    return this.resolve(text, type, asker);
  };

  get inFlight(): number {
    return this.#turns.busy;
  }

  /** Ends all queries with `trouble`, and closes the sockets. */
  close(): void {
    this.#transport.close();
  }

  async #askInTurn<Type extends RecordType>(
    name: string,
    octets: Buffer,
    type: Type,
    asker: QuerySource | undefined,
  ): Promise<Answer<RecordData[Type]>> {
    const zone = zoneOf(name);
    if (!(await this.#turns.begin(zone, asker))) return { kind: 'trouble', reason: 'busy' };
    try {
      // Another block's query may have had its turn meanwhile.
      const before = this.#cache.get(type, name) ?? this.#asking[type].get(name);
      if (before) return await before;
      const asked = this.#ask(name, octets, type).finally(() => this.#asking[type].delete(name));
      this.#asking[type].set(name, asked);
      return await asked;
    } finally {
      this.#turns.end(zone, asker);
    }
  }

  async #ask<Type extends RecordType>(
    name: string,
    octets: Buffer,
    type: Type,
  ): Promise<Answer<RecordData[Type]>> {
    const { clock, observe } = this.#options;
    const start = clock.now();
    const answer = await this.#transport.ask(name, octets, RECORD_TYPES[type]);
    observe(answer, clock.now() - start);
    this.#cache.set(type, name, answer, RECORD_TYPES[type]);
    return answer;
  }
}

/** Whether the AD bit of a server is trusted. An attacker who can change the AD bit in transit can also change the answer. */
export const isTrusted = ({ address }: DnsServer): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));

const NO_SUCH_NAME = { kind: 'no-name', ttl: negativeTtl(undefined), secure: false } as const;
