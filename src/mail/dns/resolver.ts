/**
 * A stub resolver: it asks recursive servers and caches their answers. RFC 1034 section 5.3.1. node:dns gives neither
 * the TTLs of TXT and MX records nor the AD bit.
 */

import { isIPv4 } from 'node:net';
import type { Answer, RecordData, RecordType, Resolve } from './answer.ts';
import { Cache } from './cache.ts';
import { encodeName } from './names.ts';
import { RECORD_TYPES } from './record-types.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { negativeTtl } from './ttl.ts';
import { Turns } from './turns.ts';
import type { DnsServer } from './udp-sockets.ts';
import { zoneOf } from './zone.ts';

export type ResolverOptions = Omit<TransportOptions, 'believed'> & {
  /** Called for every question sent. @param ms milliseconds until its answer, without its wait for a turn */
  observe: (answer: Answer<unknown>, ms: number) => void;
};

type Asking = { [Type in RecordType]: Map<string, Promise<Answer<RecordData[Type]>>> };

export class Resolver {
  readonly #options: ResolverOptions;
  readonly #transport: Transport;
  readonly #cache: Cache;
  readonly #turns: Turns;
  /** Questions without an answer yet. A second caller with the same question shares the first one's promise. */
  readonly #asking: Asking = {
    A: new Map(),
    AAAA: new Map(),
    MX: new Map(),
    NS: new Map(),
    PTR: new Map(),
    TXT: new Map(),
  };

  constructor(options: ResolverOptions) {
    this.#options = options;
    this.#transport = new Transport({ ...options, believed: isLoopback });
    this.#cache = new Cache(options.clock);
    this.#turns = new Turns(options.clock);
  }

  readonly resolve: Resolve = (text, type) => {
    const name = text.replace(/\.$/, '').toLowerCase();
    const known = this.#cache.get(type, name);
    if (known) return known;
    const asking = this.#asking[type].get(name);
    if (asking) return asking;
    const octets = encodeName(name);
    if (octets === undefined) return NO_SUCH_NAME;
    const asked = this.#ask(name, octets, type).finally(() => this.#asking[type].delete(name));
    this.#asking[type].set(name, asked);
    return asked;
  };

  /** Questions that are on their way to the servers. */
  get inFlight(): number {
    return this.#turns.busy;
  }

  /** Ends all questions with `trouble`, and its sockets. */
  close(): void {
    this.#transport.close();
  }

  async #ask<Type extends RecordType>(
    name: string,
    octets: Buffer,
    type: Type,
  ): Promise<Answer<RecordData[Type]>> {
    const zone = zoneOf(name);
    if (!(await this.#turns.begin(zone))) return { kind: 'trouble', reason: 'busy' };
    const { clock, observe } = this.#options;
    const start = clock.now();
    try {
      const answer = await this.#transport.ask(name, octets, RECORD_TYPES[type]);
      observe(answer, clock.now() - start);
      this.#cache.set(type, name, answer, RECORD_TYPES[type]);
      return answer;
    } finally {
      this.#turns.end(zone);
    }
  }
}

/** An attacker who can change the AD bit on the way can change the answer as well. */
const isLoopback = ({ address }: DnsServer) =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));

const NO_SUCH_NAME = { kind: 'no-name', ttl: negativeTtl(undefined), secure: false } as const;
