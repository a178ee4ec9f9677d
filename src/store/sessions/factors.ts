/** Second factors, and the challenges that are answered with them. */

import { lowerSessions } from './lowered-sessions.ts';
import {
  bit,
  insertRow,
  number,
  type Row,
  type Statements,
  text,
  textOrNull,
} from '../statements.ts';

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

export type Factor = {
  /** UUID. */
  id: string;
  userId: string;
  /** Unique for a user; null: unnamed. */
  name: string | null;
  type: FactorType;
  verified: boolean;
  /** The TOTP secret or the phone number, sealed; null: neither. */
  sealed: string | null;
  /** The latest TOTP step that counted; for the other types a time. */
  lastStep: number;
  /** WebAuthn: id, public key and counter, JSON. */
  credential: string | null;
  createdAt: number;
};

export type Challenge = {
  /** UUID. */
  id: string;
  /** Null: for a passkey, before sign-in. */
  sessionId: string | null;
  factorId: string | null;
  /** WebAuthn's challenge, or the keyed hash of a phone code. */
  value: string;
  until: number;
};

export type FactorStore = {
  /** Oldest first. */
  of(userId: string): Promise<Factor[]>;
  find(id: string): Promise<Factor | undefined>;
  /** @returns false where the user already has a factor of that name */
  insert(factor: Factor): Promise<boolean>;
  /**
   * The code was correct: the factor is verified. False where this step or a later one has counted, or the
   * factor was not verified before, the user has another one that is, and the session is not at aal2.
   */
  accept(id: string, step: number, sessionId: string | null): Promise<boolean>;
  /** @param before the credential that was read. @returns false where another request was faster */
  setCredential(id: string, credential: string, before: string | null): Promise<boolean>;
  /** The same text, sealed under another secret. */
  reseal(id: string, sealed: string): Promise<void>;
  /** Deletes a user's unverified factors that were enrolled before. */
  deleteUnverified(userId: string, before: number): Promise<void>;
  /** Deletes all of a user's factors; their sessions fall to aal1. @returns the number of verified ones */
  deleteOf(userId: string): Promise<number>;
  /**
   * In the same moment sessions lose the method of a verified factor: which of several of one kind they have shown is not
   * kept. Without another second factor they fall to aal1.
   */
  delete(id: string, userId: string): Promise<boolean>;
  insertChallenge(challenge: Challenge): Promise<void>;
  findChallenge(id: string): Promise<Challenge | undefined>;
  /** Takes the challenge once; the caller checks `until`. */
  takeChallenge(id: string): Promise<Challenge | undefined>;
};

export function factorStore(statements: Statements): FactorStore {
  const { read, write, transaction, lockRows } = statements;
  return {
    async of(userId) {
      const sql = `SELECT f.* FROM auth_factors f JOIN auth_users u ON u.id = f.user_id
        WHERE f.user_id = $1 ORDER BY f.created_at, f.id`;
      return (await read(sql, [userId])).map(toFactor);
    },
    find: async (id) =>
      (await read('SELECT * FROM auth_factors WHERE id = $1', [id])).map(toFactor)[0],
    insert: (factor) =>
      insertRow(statements, 'auth_factors', {
        id: factor.id,
        user_id: factor.userId,
        name: factor.name,
        type: factor.type,
        verified: bit(factor.verified),
        sealed: factor.sealed,
        last_step: factor.lastStep,
        // Tries are counted for each session (src/auth/factors/factor-tries.ts).
        tries: 0,
        locked_until: 0,
        credential: factor.credential,
        created_at: factor.createdAt,
      }),
    accept: (id, step, sessionId) =>
      transaction(function* () {
        // Of two first factors at the same moment the second waits, and finds the first.
        yield [
          `SELECT 1 AS one FROM auth_users
            WHERE id = (SELECT user_id FROM auth_factors WHERE id = $1) ${lockRows}`,
          [id],
        ];
        const sql = `UPDATE auth_factors SET verified = 1, tries = 0, locked_until = 0, last_step = $2
          WHERE id = $1 AND last_step < $2 AND (verified = 1
            OR EXISTS (SELECT 1 FROM auth_sessions WHERE id = $3 AND aal = 2)
            OR NOT EXISTS (SELECT 1 FROM auth_factors AS other
              WHERE other.user_id = auth_factors.user_id AND other.verified = 1))
          RETURNING 1 AS one`;
        return (yield [sql, [id, step, sessionId]]).length > 0;
      }),
    async setCredential(id, credential, before) {
      const sql = `UPDATE auth_factors SET credential = $2
        WHERE id = $1 AND coalesce(credential, '') = $3 RETURNING 1 AS one`;
      return (await write(sql, [id, credential, before ?? ''])).length > 0;
    },
    async reseal(id, sealed) {
      await write('UPDATE auth_factors SET sealed = $2 WHERE id = $1 RETURNING 1 AS one', [
        id,
        sealed,
      ]);
    },
    async deleteUnverified(userId, before) {
      const sql = `DELETE FROM auth_factors WHERE user_id = $1 AND verified = 0 AND created_at <= $2
        RETURNING 1 AS one`;
      await write(sql, [userId, before]);
    },
    deleteOf: (userId) =>
      transaction(function* () {
        const sql = 'DELETE FROM auth_factors WHERE user_id = $1 RETURNING verified';
        const gone = yield [sql, [userId]];
        yield* lowerSessions(
          userId,
          { lost: SECOND_FACTORS, secondFactors: SECOND_FACTORS },
          lockRows,
        );
        return gone.filter(({ verified }) => number(verified) === 1).length;
      }),
    delete: (id, userId) =>
      transaction(function* () {
        const sql = 'DELETE FROM auth_factors WHERE id = $1 AND user_id = $2 RETURNING *';
        const [gone] = (yield [sql, [id, userId]]).map(toFactor);
        if (gone?.verified === true) {
          const lost = [METHOD_OF[gone.type]];
          yield* lowerSessions(userId, { lost, secondFactors: SECOND_FACTORS }, lockRows);
        }
        return gone !== undefined;
      }),
    async insertChallenge(challenge) {
      await insertRow(statements, 'auth_challenges', {
        id: challenge.id,
        session_id: challenge.sessionId,
        factor_id: challenge.factorId,
        value: challenge.value,
        until: challenge.until,
      });
    },
    findChallenge: async (id) =>
      (await read('SELECT * FROM auth_challenges WHERE id = $1', [id])).map(toChallenge)[0],
    async takeChallenge(id) {
      const sql = 'DELETE FROM auth_challenges WHERE id = $1 RETURNING *';
      return (await write(sql, [id])).map(toChallenge)[0];
    },
  };
}

export function toFactor(row: Row): Factor {
  return {
    id: text(row.id),
    userId: text(row.user_id),
    name: textOrNull(row.name),
    type: FACTOR_TYPES.find((type) => type === row.type) ?? 'totp',
    verified: number(row.verified) === 1,
    sealed: textOrNull(row.sealed),
    lastStep: number(row.last_step),
    credential: textOrNull(row.credential),
    createdAt: number(row.created_at),
  };
}

function toChallenge(row: Row): Challenge {
  return {
    id: text(row.id),
    sessionId: textOrNull(row.session_id),
    factorId: textOrNull(row.factor_id),
    value: text(row.value),
    until: number(row.until),
  };
}
