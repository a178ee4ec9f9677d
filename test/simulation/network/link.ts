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

/** Microseconds in transit, and how many more a segment may take; octets in each buffer of an end. */
export type Path = { latency: number; jitter: number; segments: Segments; buffer: number };

type Options = {
  world: World;
  name: string;
  path: Path;
  cut: Cut | undefined;
  chance: Chance;
  onCut: (kind: CutKind) => void;
};

const SEGMENT = 1448;
/** The octets of a side that may come one by one. */
const ONE_BY_ONE = 3000;

export class Link implements Way {
  readonly client: TcpEnd;
  readonly server: TcpEnd;
  /** Octets in each buffer of the ends. */
  readonly buffer: number;
  readonly #options: Options;
  /** The last arrival from each end: segments do not overtake each other. */
  readonly #last = new Map<TcpEnd, number>();
  isCut = false;
  #isSealed = false;

  constructor(options: Options) {
    this.#options = options;
    this.buffer = options.path.buffer;
    this.client = new TcpEnd(`${options.name} client`, this);
    this.server = new TcpEnd(`${options.name} server`, this);
  }

  /** The octets of the next segment out of so many. @param sent by this end so far */
  segment(octets: number, sent: number): number {
    const { path, chance } = this.#options;
    switch (path.segments) {
      case 'whole':
        return octets;
      case 'segments':
        return Math.min(octets, SEGMENT);
      case 'octets':
        // Sending a large message by single octets would not test more.
        return sent > ONE_BY_ONE ? Math.min(octets, SEGMENT) : chance.whole(1, 2);
    }
  }

  /** Brings something from this end to the other one. */
  carry(from: TcpEnd, arrive: () => void): void {
    const { world, path, chance } = this.#options;
    const wanted = world.now + path.latency + chance.random() * path.jitter;
    const at = Math.max(wanted, this.#last.get(from) ?? 0);
    this.#last.set(from, at);
    world.in(at - world.now, () => {
      if (!this.isCut) arrive();
    });
  }

  /** @returns the octets of this segment that still arrive before a cut; undefined if there is none */
  cutWithin(from: TcpEnd, octets: number): number | undefined {
    const { cut } = this.#options;
    if (cut === undefined || (cut.side === 'client') !== (from === this.client)) return undefined;
    if (from.sent <= cut.behind) return undefined;
    return Math.max(0, octets - (from.sent - cut.behind));
  }

  cut(from: TcpEnd): void {
    if (this.isCut) return;
    this.isCut = true;
    const kind = this.#options.cut?.kind ?? 'both';
    this.trace(from, `cut, ${kind}`);
    this.#options.onCut(kind);
    if (kind === 'both' || kind === 'client') this.client.resetArrived();
    if (kind === 'both' || kind === 'server') this.server.resetArrived();
  }

  cutSilently(): void {
    if (this.isCut) return;
    this.isCut = true;
    this.#options.onCut('silent');
  }

  /** TLS begins: its octets differ from run to run, and only their number is traced. */
  seal(): void {
    this.#isSealed = true;
  }

  trace(at: TcpEnd, octets: Buffer | string): void {
    const isOfTls = this.#isSealed && typeof octets !== 'string';
    this.#options.world.trace(at.name, isOfTls ? `${octets.length} octets of TLS` : octets);
  }
}
