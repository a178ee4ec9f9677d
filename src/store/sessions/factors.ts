/** Second factors, and the challenges that are answered with them. */

import { number, type Statements, type StatementSteps, text, writing } from '../statements.ts';
import { type EntryOf, FLAG, NUMBER, Table, TEXT, TEXT_OR_NULL, wordOf } from '../table.ts';

export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

/** The names of factors in a session's methods (RFC 8176, amr). */
export const METHOD_OF = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
} as const satisfies Record<FactorType, string>;

export const SECOND_FACTORS: readonly string[] = Object.values(METHOD_OF);

/** The lifetime of an unverified factor, in milliseconds. */
export const UNVERIFIED_MS = 300_000;

export const FACTORS = new Table('auth_factors', {
  /** UUID. */
  id: TEXT,
  userId: TEXT,
  /** Unique for a user; null: unnamed. */
  name: TEXT_OR_NULL,
  type: wordOf(FACTOR_TYPES, 'totp'),
  verified: FLAG,
  /** The TOTP secret or the phone number, sealed; null: neither. */
  sealed: TEXT_OR_NULL,
  /** The latest TOTP step that counted; for the other types a time. */
  lastStep: NUMBER,
  /** WebAuthn: id, public key and counter, JSON. */
  credential: TEXT_OR_NULL,
  createdAt: NUMBER,
  /** Wrong codes since the last right one, of all sessions. */
  tries: NUMBER,
});
export type Factor = EntryOf<typeof FACTORS>;

const CHALLENGES = new Table('auth_challenges', {
  /** UUID. */
  id: TEXT,
  /** Null: for a passkey, before sign-in. */
  sessionId: TEXT_OR_NULL,
  factorId: TEXT_OR_NULL,
  /** WebAuthn's challenge, or the keyed hash of a phone code. */
  value: TEXT,
  until: NUMBER,
});
export type Challenge = EntryOf<typeof CHALLENGES>;

export type FactorStore = ReturnType<typeof factorStore>;

export function factorStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_factors');
  return {
    /** Oldest first. */
    async of(userId: string): Promise<Factor[]> {
      const sql = `SELECT f.* FROM auth_factors f JOIN auth_users u ON u.id = f.user_id
        WHERE f.user_id = $1 ORDER BY f.created_at, f.id`;
      return (await read(sql, [userId])).map(FACTORS.read);
    },
    async find(id: string): Promise<Factor | undefined> {
      return (await read('SELECT * FROM auth_factors WHERE id = $1', [id])).map(FACTORS.read)[0];
    },
    /** @returns false if the user already has a factor of that name */
    insert(factor: Factor): Promise<boolean> {
      // Locks are those of sessions (src/auth/factors/factor-tries.ts).
      return FACTORS.insert(statements, factor, { locked_until: 0 });
    },
    /** Counts a wrong code. @returns the number since the last right one; 0: the factor was deleted */
    async countWrong(id: string): Promise<number> {
      const sql = 'UPDATE auth_factors SET tries = tries + 1 WHERE id = $1 RETURNING tries';
      const [row] = await write(sql, [id]);
      return number(row?.tries ?? 0);
    },
    /**
     * The code was correct: the factor is verified. False if this step or a later one has counted. Also false if the
     * factor was not verified before, and the session has ended, or the user has another verified one and the session is
     * not at aal2.
     */
    accept(id: string, step: number, sessionId: string | null): Promise<boolean> {
      return transaction(function* () {
        // Of two first factors at the same moment the second waits, and finds the first; so does a change of address, which
        // ends the session.
        const user = 'SELECT user_id FROM auth_factors WHERE id = $1';
        yield [`SELECT 1 AS one FROM auth_users WHERE id = (${user}) ${lockRows}`, [id]];
        const sql = `UPDATE auth_factors SET verified = 1, tries = 0, locked_until = 0, last_step = $2
          WHERE id = $1 AND last_step < $2 AND (verified = 1
            OR EXISTS (SELECT 1 FROM auth_sessions WHERE id = $3 AND (aal = 2
              OR NOT EXISTS (SELECT 1 FROM auth_factors AS other
                WHERE other.user_id = auth_factors.user_id AND other.verified = 1))))
          RETURNING 1 AS one`;
        return (yield [sql, [id, step, sessionId], { changes: 'auth_factors' }]).length > 0;
      });
    },
    /** @param before the credential that was read @returns false if another request was faster */
    async setCredential(id: string, credential: string, before: string | null): Promise<boolean> {
      const sql = `UPDATE auth_factors SET credential = $2
        WHERE id = $1 AND coalesce(credential, '') = $3 RETURNING 1 AS one`;
      return (await write(sql, [id, credential, before ?? ''])).length > 0;
    },
    /** The same text, sealed under another secret. */
    async reseal(id: string, sealed: string): Promise<void> {
      await write('UPDATE auth_factors SET sealed = $2 WHERE id = $1', [id, sealed]);
    },
    /** Deletes a user's unverified factors that were enrolled before. */
    async deleteUnverified(userId: string, before: number): Promise<void> {
      const sql =
        'DELETE FROM auth_factors WHERE user_id = $1 AND verified = 0 AND created_at <= $2';
      await write(sql, [userId, before]);
    },
    /** Deletes all of a user's factors; their sessions fall to aal1. @returns the number of verified ones */
    deleteOf(userId: string): Promise<number> {
      return transaction(function* () {
        const sql = 'DELETE FROM auth_factors WHERE user_id = $1 RETURNING verified';
        const gone = yield [sql, [userId], { changes: 'auth_factors' }];
        const methods = { lost: SECOND_FACTORS, secondFactors: SECOND_FACTORS };
        yield* lowerSessions(userId, methods, lockRows);
        return gone.filter(({ verified }) => number(verified) === 1).length;
      });
    },
    /**
     * At the same moment sessions lose the method of a verified factor: which of several of one kind they have shown is
     * not stored. Without another second factor they fall to aal1.
     */
    delete(id: string, userId: string): Promise<boolean> {
      return transaction(function* () {
        const sql = 'DELETE FROM auth_factors WHERE id = $1 AND user_id = $2 RETURNING *';
        const [gone] = (yield [sql, [id, userId], { changes: 'auth_factors' }]).map(FACTORS.read);
        if (gone?.verified === true) {
          const methods = { lost: [METHOD_OF[gone.type]], secondFactors: SECOND_FACTORS };
          yield* lowerSessions(userId, methods, lockRows);
        }
        return gone !== undefined;
      });
    },
    async insertChallenge(challenge: Challenge): Promise<void> {
      await CHALLENGES.insert(statements, challenge);
    },
    async findChallenge(id: string): Promise<Challenge | undefined> {
      const rows = await read('SELECT * FROM auth_challenges WHERE id = $1', [id]);
      return rows.map(CHALLENGES.read)[0];
    },
    /** Takes the challenge once; the caller checks `until`. */
    async takeChallenge(id: string): Promise<Challenge | undefined> {
      const sql = 'DELETE FROM auth_challenges WHERE id = $1 RETURNING *';
      const rows = await statements.write(sql, [id], { changes: 'auth_challenges' });
      return rows.map(CHALLENGES.read)[0];
    },
  };
}

/**
 * Steps of a transaction: a user's sessions lose these methods, and fall to aal1 without another one of `secondFactors`. Their
 * refresh tokens stay valid.
 */
function* lowerSessions(
  userId: string,
  { lost, secondFactors }: { lost: readonly string[]; secondFactors: readonly string[] },
  lockRows: string,
): ReturnType<StatementSteps<void>> {
  const raised = `SELECT id, amr FROM auth_sessions WHERE user_id = $1 AND aal = 2 ORDER BY id ${lockRows}`;
  for (const { id, amr } of yield [raised, [userId]]) {
    const methods: { method: string }[] = JSON.parse(text(amr));
    const left = methods.filter(({ method }) => !lost.includes(method));
    const aal = left.some(({ method }) => secondFactors.includes(method)) ? 2 : 1;
    const sql = 'UPDATE auth_sessions SET aal = $2, amr = $3 WHERE id = $1 RETURNING 1 AS one';
    yield [sql, [text(id), aal, JSON.stringify(left)], { changes: 'auth_sessions' }];
  }
}
