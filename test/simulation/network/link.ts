/** The path between the two ends of one connection: its speed, the sizes of its buffers, and the fault that may befall it. */

import type { Chance } from '../chance.ts';
import type { World } from '../world/world.ts';
import { TcpEnd, type Way } from './tcp-end.ts';

/** How segments are cut out of the stream. */
export type Segments = 'whole' | 'segments' | 'octets';

/** `both` or one side notices it by a reset; a silent cut is not noticed. */
export type CutKind = 'both' | 'client' | 'server' | 'silent';

/** A cut of the connection, after so many octets of one side. */
export type Cut = { side: 'client' | 'server'; behind: number; kind: CutKind };

export type LinkBehaviour = {
  /** The time in transit, in microseconds, and how much more a segment may take. */
  latency: number;
  jitter: number;
  segments: Segments;
  sendBuffer: number;
  receiveBuffer: number;
  cut: Cut | undefined;
};

const SEGMENT = 1448;
/** The octets of a side that may come one by one. */
const ONE_BY_ONE = 3000;

export class Link implements Way {
  readonly client: TcpEnd;
  readonly server: TcpEnd;
  readonly name: string;
  readonly #world: World;
  readonly #behaviour: LinkBehaviour;
  readonly #chance: Chance;
  readonly #onCut: (kind: CutKind) => void;
  /** The last arrival at each end: segments do not overtake each other. */
  #lastAtServer = 0;
  #lastAtClient = 0;
  isCut = false;
  #isSealed = false;

  constructor(
    world: World,
    name: string,
    behaviour: LinkBehaviour,
    chance: Chance,
    onCut: (kind: CutKind) => void,
  ) {
    this.#world = world;
    this.name = name;
    this.#behaviour = behaviour;
    this.#chance = chance;
    this.#onCut = onCut;
    this.client = new TcpEnd(`${name} client`, this);
    this.server = new TcpEnd(`${name} server`, this);
    this.client.join(this.server);
    this.server.join(this.client);
  }

  get sendBuffer(): number {
    return this.#behaviour.sendBuffer;
  }

  get receiveBuffer(): number {
    return this.#behaviour.receiveBuffer;
  }

  segment(octets: number, sent: number): number {
    switch (this.#behaviour.segments) {
      case 'whole':
        return octets;
      case 'segments':
        return Math.min(octets, SEGMENT);
      case 'octets':
        // Sending a large message by single octets would not test more.
        return sent > ONE_BY_ONE ? Math.min(octets, SEGMENT) : this.#chance.whole(1, 2);
    }
  }

  carry(from: TcpEnd, arrive: () => void): void {
    const { latency, jitter } = this.#behaviour;
    const toServer = from === this.client;
    const wanted = this.#world.now + latency + this.#chance.random() * jitter;
    const at = Math.max(wanted, toServer ? this.#lastAtServer : this.#lastAtClient);
    if (toServer) this.#lastAtServer = at;
    else this.#lastAtClient = at;
    this.#world.in(at - this.#world.now, () => {
      if (!this.isCut) arrive();
    });
  }

  cutWithin(from: TcpEnd, octets: number): number | undefined {
    const { cut } = this.#behaviour;
    if (cut === undefined || (cut.side === 'client') !== (from === this.client)) return undefined;
    if (from.sent <= cut.behind) return undefined;
    return Math.max(0, octets - (from.sent - cut.behind));
  }

  cut(from: TcpEnd): void {
    if (this.isCut) return;
    this.isCut = true;
    const kind = this.#behaviour.cut?.kind ?? 'both';
    this.trace(from, `cut, ${kind}`);
    this.#onCut(kind);
    if (kind === 'both' || kind === 'client') this.client.resetArrived();
    if (kind === 'both' || kind === 'server') this.server.resetArrived();
  }

  cutSilently(): void {
    if (this.isCut) return;
    this.isCut = true;
    this.#onCut('silent');
  }

  seal(): void {
    this.#isSealed = true;
  }

  trace(at: TcpEnd, octets: Buffer | string): void {
    const isOfTls = this.#isSealed && typeof octets !== 'string';
    this.#world.trace(at.name, isOfTls ? `${octets.length} octets of TLS` : octets);
  }
}
