/**
 * Tries of a second factor, on all nodes together. Someone who reads the mailbox can begin sessions and try codes in
 * them. So a lock holds for one session and those that its device codes began, but never for the owner's.
 */

import type { LetterCount } from '#store/sessions/letter-budget.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { namesOf } from '../letters/counted-names.ts';
import type { CountedRowsOptions } from '../letters/counted-rows.ts';
import { familyOf } from '../tokens/sessions.ts';

/** Wrong codes of one family of sessions that lock it out, and for how long, in milliseconds. */
const TRIES = 5;
const LOCK_MS = 900_000;
/** Tries of all sessions in `LOCK_MS`; after that one is left in each `PACE_MS`, which is the same rate of guessing. */
const MOST = 20;
const PACE_MS = LOCK_MS / MOST;
/** The same for a session that may have only one try a day. */
const DAY_MS = 86_400_000;
/** A family is remembered as long as a session lives: 180 days. */
const KNOWN_MS = 180 * 86_400_000;
/** Attempts of a compare-and-swap while others are faster: each of those has counted a try. */
const ROUNDS = 100;

type Count = { key: string; keptMs: number; most: number };

export type FactorTries = ReturnType<typeof createFactorTries>;

export function createFactorTries({ store, now, keys }: CountedRowsOptions) {
  /** The last try of each family that is in progress on this node. */
  const underWay = new Map<string, Promise<unknown>>();
  return {
    /**
     * Runs `work` once the family's earlier ones have ended: copies of one code wait for each other, and lock no one
     * out.
     */
    async inTurn<Result>(
      factorId: string,
      session: AuthSession,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const { key } = ofFamily(factorId, session);
      const turn = (underWay.get(key) ?? Promise.resolve()).then(work, work);
      underWay.set(key, turn);
      try {
        return await turn;
      } finally {
        if (underWay.get(key) === turn) underWay.delete(key);
      }
    },
    /**
     * Counts a try before its code is compared: a hundred at the same moment count as five.
     * @param isSlowed the session has one try a day; a new one has its first at once, so that an owner always has one
     * @returns 0, or the seconds to wait: none was counted
     */
    async take(factorId: string, session: AuthSession, isSlowed: boolean): Promise<number> {
      const [own, all] = [ofFamily(factorId, session), ofAll(factorId)];
      const before = await store.find(own.key);
      let mine = before;
      for (let round = 0; round < ROUNDS; round++) {
        const slowed = isSlowed ? (mine?.times.at(-1) ?? 0) + DAY_MS - now() : 0;
        if (slowed > 0) return seconds(slowed);
        const tries = locking(mine, now());
        if (tries.length >= TRIES) return seconds((tries.at(-1) ?? 0) + LOCK_MS - now());
        const others = await store.find(all.key);
        // The first try of a session is never paced: an owner signs in again and has one, whatever others do.
        const wait = before === undefined ? 0 : paceOf(others, now());
        if (wait > 0) return seconds(wait);
        if (await write(own, mine, [...tries, now()])) {
          await change(all, (times) => [...times, now()]);
          return 0;
        }
        mine = await store.find(own.key);
      }
      return 1;
    },
    /** The code of the last try was not wrong. @param accepted the family's earlier tries are forgotten, too */
    async giveBack(factorId: string, session: AuthSession, accepted: boolean): Promise<void> {
      const own = ofFamily(factorId, session);
      if (accepted) await store.clear(own.key);
      else await change(own, (times) => times.slice(0, -1));
      await change(ofAll(factorId), (times) => times.slice(0, -1));
    },
  };

  async function change(
    count: Count,
    changed: (times: readonly number[]) => readonly number[],
  ): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const seen = await store.find(count.key);
      if (await write(count, seen, changed(seen?.times ?? []))) return;
    }
  }

  function write(
    { key, keptMs, most }: Count,
    seen: LetterCount | undefined,
    times: readonly number[],
  ) {
    return store.count({ key, times: times.slice(-most), forgetAt: now() + keptMs }, seen);
  }

  function ofFamily(factorId: string, { id }: AuthSession): Count {
    return {
      key: name('tries of a session', `${factorId} ${familyOf(id)}`),
      keptMs: KNOWN_MS,
      most: TRIES,
    };
  }

  function ofAll(factorId: string): Count {
    return { key: name('tries of a factor', factorId), keptMs: LOCK_MS, most: MOST };
  }

  function name(kind: string, text: string): string {
    return namesOf(keys, kind, text)[0];
  }
}

/** The tries that still count; none once the last of them is as old as a lock. */
function locking(count: LetterCount | undefined, now: number): readonly number[] {
  const times = count?.times ?? [];
  return (times.at(-1) ?? 0) > now - LOCK_MS ? times : [];
}

/** Milliseconds until the next try of all sessions. */
function paceOf(count: LetterCount | undefined, now: number): number {
  const times = count?.times ?? [];
  if ((times.at(-MOST) ?? 0) <= now - LOCK_MS) return 0;
  return (times.at(-1) ?? 0) + PACE_MS - now;
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
