/**
 * Tries of a second factor, on all nodes together. Someone who reads the mailbox can begin sessions and try codes in
 * them. So a lock holds for one session and those that its device codes began, but never for the owner's.
 */

import {
  alive,
  type Claim,
  type CountedRow,
  RowLimiter,
  type RowLimiterOptions,
} from '#limits/row-limiter.ts';
import { wholeSeconds } from '#limits/window.ts';
import type { LetterCount } from '#store/sessions/letter-budget.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { familyOf } from '../tokens/sessions.ts';

const LOCK_MS = 900_000;
export const FACTOR_LIMITS = {
  /** Wrong codes of one family of sessions that lock it out. */
  family: { most: 5, ms: LOCK_MS },
  /** Tries of all sessions; after that one is left in each `PACE_MS`, which is the same rate of guessing. */
  factor: { most: 20, ms: LOCK_MS },
  /** A session that came only by letter, after many wrong codes. */
  slowed: { most: 1, ms: 86_400_000 },
};
const PACE_MS = LOCK_MS / FACTOR_LIMITS.factor.most;
/** A family is remembered as long as a session lives: 180 days. */
const KNOWN_MS = 180 * 86_400_000;

export type FactorTries = ReturnType<typeof createFactorTries>;

export function createFactorTries(options: RowLimiterOptions) {
  const { now } = options;
  const rows = new RowLimiter(options);
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
      const [key] = ofFamily(factorId, session).keys;
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
      const isNew = (await rows.find(own.keys)).seen === undefined;
      const claims: Claim[] = [
        { ...own, countedMs: LOCK_MS, wait: (count) => slowed(count, isSlowed) || lockOf(count) },
        // The first try of a session is never paced: an owner signs in again and has one, whatever others do.
        {
          ...all,
          countedMs: Number.POSITIVE_INFINITY,
          wait: (count) => (isNew ? 0 : paceOf(count)),
        },
      ];
      const { ms } = await rows.take(claims, { inOrder: true });
      return ms > 0 ? wholeSeconds(ms) : 0;
    },
    /** The code of the last try was not wrong. @param accepted the family's earlier tries are forgotten, too */
    async giveBack(factorId: string, session: AuthSession, accepted: boolean): Promise<void> {
      const own = ofFamily(factorId, session);
      await (accepted ? rows.clear(own) : rows.giveBack(own));
      await rows.giveBack(ofAll(factorId));
    },
  };

  function ofFamily(factorId: string, { id }: AuthSession): CountedRow {
    const [key] = rows.names('tries of a session', `${factorId} ${familyOf(id)}`);
    return { keys: [key], keptMs: KNOWN_MS, most: FACTOR_LIMITS.family.most };
  }

  function ofAll(factorId: string): CountedRow {
    const [key] = rows.names('tries of a factor', factorId);
    return { keys: [key], keptMs: LOCK_MS, most: FACTOR_LIMITS.factor.most };
  }

  /** Milliseconds until a session that may have only one try a day has its next. */
  function slowed(count: LetterCount | undefined, isSlowed: boolean): number {
    return isSlowed ? Math.max(0, (count?.times.at(-1) ?? 0) + FACTOR_LIMITS.slowed.ms - now()) : 0;
  }

  /** Milliseconds until the family's lock ends. */
  function lockOf(count: LetterCount | undefined): number {
    const tries = alive(count, LOCK_MS, now());
    return tries.length < FACTOR_LIMITS.family.most ? 0 : (tries.at(-1) ?? 0) + LOCK_MS - now();
  }

  /** Milliseconds until the next try of all sessions. */
  function paceOf(count: LetterCount | undefined): number {
    const times = count?.times ?? [];
    if ((times.at(-FACTOR_LIMITS.factor.most) ?? 0) <= now() - LOCK_MS) return 0;
    return (times.at(-1) ?? 0) + PACE_MS - now();
  }
}
