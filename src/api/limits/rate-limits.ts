/** Rate limits of calls, for the blocks of an address, narrow and wide, and for all callers together. */

import { type CountedBlock, countedBlocks } from '#rules/address-block.ts';
import type { StoreLog, SharedCounts } from '#store/database.ts';
import { CALLS, type Call } from '../call.ts';
import { type Count, ExchangedWindows } from '#limits/exchanged-windows.ts';
import { CHECKS_PER_CREATION, type CallLimit, LIMITS, type NameCounts } from './limits.ts';

/** The interval between synchronizations of all nodes' counts, in milliseconds. */
const EXCHANGE_MS = 1000;

/** Blocks in memory at once, narrow and wide, of each limit: 2 MB for a full one. */
const MOST_BLOCKS = 10_000;

export type RateLimitsOptions = {
  log: StoreLog;
  /** The names of aliases now: creations may only use up a part of them. */
  names: () => NameCounts;
  /** The counts of all nodes; absent if this is the only one. */
  shared?: SharedCounts;
  /** Milliseconds since 1970. */
  now: () => number;
  limits?: typeof LIMITS;
  mostBlocks?: number;
};

type Window = {
  call: Call;
  limit: CallLimit;
  counts: ExchangedWindows;
  /** Whether the log has a warning that half is used up. */
  warned: boolean;
};

/** Counts for all callers together. */
const ALL = 'all';
/** The same in tenths, under a name of its own: nodes of earlier versions, which count whole uses, share the table. */
const ALL_IN_TENTHS = 'all in tenths';

/** The key of the common count, and what one use adds to it. */
const commonOf = ({ tenths }: CallLimit) =>
  tenths ? { key: ALL_IN_TENTHS, whole: 10 } : { key: ALL, whole: 1 };

export class RateLimits {
  readonly #windows = new Map<Call, Window[]>();
  readonly #names: () => NameCounts;
  readonly #log: StoreLog;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(options: RateLimitsOptions) {
    const { log, names, shared, now, limits = LIMITS, mostBlocks: most = MOST_BLOCKS } = options;
    this.#log = log;
    this.#names = names;
    for (const call of CALLS) {
      const windows = limits[call].map((limit): Window => {
        const { seconds } = limit;
        const name = `${call} ${seconds} s`;
        const counts = new ExchangedWindows({ name, seconds, most, shared, now });
        return { call, limit, counts, warned: false };
      });
      this.#windows.set(call, windows);
    }
    if (shared) this.#timer = setInterval(() => void this.exchange(), EXCHANGE_MS).unref();
  }

  /** Counts one use within the limit. @returns 0, or the whole seconds to wait, at least 1 */
  take(call: Call, address: string): number {
    const windows = this.#windows.get(call) ?? [];
    const blocks = countedBlocks(address);
    const wait = Math.max(0, ...windows.map((window) => this.#use(window, blocks)));
    // A call that has to wait uses up nothing: otherwise one block could exhaust the common limit.
    if (wait > 0) {
      this.#giveBack(call, keysOf(blocks), 1);
      this.#giveBackCommon(call, 1);
    }
    return wait;
  }

  /**
   * The same for a caller exempt from the limit of all callers together: only the blocks count, by their full limit.
   * @param isExcused called last: it may cost a lookup
   * @returns whether the call may continue; nothing is counted otherwise
   */
  async takeExcused(
    call: Call,
    address: string,
    isExcused: () => Promise<boolean>,
  ): Promise<boolean> {
    const windows = this.#windows.get(call) ?? [];
    const blocks = countedBlocks(address);
    const waits = windows.map(({ limit, counts }) => waitOf(addTo(counts, blocks), limit.block));
    let admitted = false;
    try {
      admitted = Math.max(0, ...waits) === 0 && (await isExcused());
    } finally {
      if (!admitted) this.#giveBack(call, keysOf(blocks), 1);
    }
    return admitted;
  }

  /** A counted call did little: if the limit counts in tenths, the call counts as one tenth for all callers together. */
  didLittle(call: Call): void {
    this.#giveBackCommon(call, 0.9);
  }

  /** A created alias's existence checks no longer count for its creator, but still for all together. */
  created(address: string): void {
    this.#giveBack('exists', keysOf(countedBlocks(address)), CHECKS_PER_CREATION);
  }

  /** Number of counted blocks, narrow and wide ones. */
  blocksKnown(call: Call): number {
    const windows = this.#windows.get(call) ?? [];
    return Math.max(0, ...windows.map(({ counts }) => counts.size));
  }

  /** Synchronizes the counts of all nodes, so that a limit is exceeded by a second's uses at most. */
  async exchange(): Promise<void> {
    const windows = [...this.#windows.values()].flat();
    const ends = await Promise.allSettled(windows.map(({ counts }) => counts.exchange()));
    const failed = ends.find((end) => end.status === 'rejected');
    if (!failed) return;
    const { reason } = failed;
    const text = reason instanceof Error ? reason.message : String(reason);
    this.#log.warn(
      { reason: text },
      'cannot share rate limits with the other nodes; this node counts alone',
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Counts one use in every block. @returns 0, or the seconds to wait if one of them has too many */
  #use(window: Window, blocks: CountedBlock[]): number {
    const { limit, counts } = window;
    const added = addTo(counts, blocks);
    const { key, whole } = commonOf(limit);
    // Last, because the most recently used key is evicted last.
    const all = counts.add(key, whole);
    const most = limit.all(this.#names()) * whole;
    const half = all.uses > most / 2;
    this.#warn(window, all, most);
    if (all.uses > most) return all.seconds;
    return waitOf(added, half ? limit.scarce : limit.block);
  }

  /** Warns once in each window of time. */
  #warn(window: Window, { uses, seconds }: Count, most: number): void {
    // A new window begins with few uses; calls that do little and give uses back do not reduce it that far.
    if (uses <= Math.max(commonOf(window.limit).whole, most / 4)) window.warned = false;
    const half = uses > most / 2;
    if (!half || window.warned) return;
    window.warned = true;
    this.#log.warn(
      { call: window.call, seconds },
      'global rate limit half used; per-network limits are reduced until the window ends',
    );
  }

  #giveBack(call: Call, keys: string[], uses: number): void {
    for (const { counts } of this.#windows.get(call) ?? []) {
      for (const key of keys) counts.add(key, -uses);
    }
  }

  /** @param part of one use; a limit that counts whole uses keeps the use of which a part is given back */
  #giveBackCommon(call: Call, part: number): void {
    for (const { limit, counts } of this.#windows.get(call) ?? []) {
      const { key, whole } = commonOf(limit);
      const uses = Math.floor(whole * part);
      if (uses > 0) counts.add(key, -uses);
    }
  }
}

type CountedUse = Count & Pick<CountedBlock, 'times'>;

/** Counts one use in every block. */
const addTo = (counts: ExchangedWindows, blocks: readonly CountedBlock[]): CountedUse[] =>
  blocks.map(({ key, times }) => ({ times, ...counts.add(key, 1) }));

/** The seconds until no block has more than `most` uses, and a wide one its multiple. */
const waitOf = (counted: readonly CountedUse[], most: number): number =>
  Math.max(
    0,
    ...counted.filter(({ uses, times }) => uses > most * times).map(({ seconds }) => seconds),
  );

const keysOf = (blocks: readonly CountedBlock[]): string[] => blocks.map(({ key }) => key);
