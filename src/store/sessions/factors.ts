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

export class FactorStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Oldest first. */
  async of(userId: string): Promise<Factor[]> {
    const sql = `SELECT f.* FROM auth_factors f JOIN auth_users u ON u.id = f.user_id
      WHERE f.user_id = $1 ORDER BY f.created_at, f.id`;
    return (await this.#statements.read(sql, [userId])).map(toFactor);
  }

  async find(id: string): Promise<Factor | undefined> {
    const sql = 'SELECT * FROM auth_factors WHERE id = $1';
    return (await this.#statements.read(sql, [id])).map(toFactor)[0];
  }

  /** @returns false where the user already has a factor of that name */
  insert(factor: Factor): Promise<boolean> {
    return insertRow(this.#statements, 'auth_factors', {
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
    });
  }

  /**
   * The code was correct: the factor is verified. False where this step or a later one has counted, or the
   * factor was not verified before, the user has another one that is, and the session is not at aal2.
   */
  accept(id: string, step: number, sessionId: string | null): Promise<boolean> {
    const { transaction, lockRows } = this.#statements;
    return transaction(function* () {
      // Of two first factors at the same moment the second waits, and finds the first.
      const user = 'SELECT user_id FROM auth_factors WHERE id = $1';
      yield [`SELECT 1 AS one FROM auth_users WHERE id = (${user}) ${lockRows}`, [id]];
      const sql = `UPDATE auth_factors SET verified = 1, tries = 0, locked_until = 0, last_step = $2
        WHERE id = $1 AND last_step < $2 AND (verified = 1
          OR EXISTS (SELECT 1 FROM auth_sessions WHERE id = $3 AND aal = 2)
          OR NOT EXISTS (SELECT 1 FROM auth_factors AS other
            WHERE other.user_id = auth_factors.user_id AND other.verified = 1))
        RETURNING 1 AS one`;
      return (yield [sql, [id, step, sessionId]]).length > 0;
    });
  }

  /** @param before the credential that was read. @returns false where another request was faster */
  async setCredential(id: string, credential: string, before: string | null): Promise<boolean> {
    const sql = `UPDATE auth_factors SET credential = $2
      WHERE id = $1 AND coalesce(credential, '') = $3 RETURNING 1 AS one`;
    return (await this.#statements.write(sql, [id, credential, before ?? ''])).length > 0;
  }

  /** The same text, sealed under another secret. */
  async reseal(id: string, sealed: string): Promise<void> {
    const sql = 'UPDATE auth_factors SET sealed = $2 WHERE id = $1 RETURNING 1 AS one';
    await this.#statements.write(sql, [id, sealed]);
  }

  /** Deletes a user's unverified factors that were enrolled before. */
  async deleteUnverified(userId: string, before: number): Promise<void> {
    const sql = `DELETE FROM auth_factors WHERE user_id = $1 AND verified = 0 AND created_at <= $2
      RETURNING 1 AS one`;
    await this.#statements.write(sql, [userId, before]);
  }

  /** Deletes all of a user's factors; their sessions fall to aal1. @returns the number of verified ones */
  deleteOf(userId: string): Promise<number> {
    const { transaction, lockRows } = this.#statements;
    return transaction(function* () {
      const sql = 'DELETE FROM auth_factors WHERE user_id = $1 RETURNING verified';
      const gone = yield [sql, [userId]];
      const methods = { lost: SECOND_FACTORS, secondFactors: SECOND_FACTORS };
      yield* lowerSessions(userId, methods, lockRows);
      return gone.filter(({ verified }) => number(verified) === 1).length;
    });
  }

  /**
   * In the same moment sessions lose the method of a verified factor: which of several of one kind they have shown is not
   * kept. Without another second factor they fall to aal1.
   */
  delete(id: string, userId: string): Promise<boolean> {
    const { transaction, lockRows } = this.#statements;
    return transaction(function* () {
      const sql = 'DELETE FROM auth_factors WHERE id = $1 AND user_id = $2 RETURNING *';
      const [gone] = (yield [sql, [id, userId]]).map(toFactor);
      if (gone?.verified === true) {
        const methods = { lost: [METHOD_OF[gone.type]], secondFactors: SECOND_FACTORS };
        yield* lowerSessions(userId, methods, lockRows);
      }
      return gone !== undefined;
    });
  }

  async insertChallenge(challenge: Challenge): Promise<void> {
    await insertRow(this.#statements, 'auth_challenges', {
      id: challenge.id,
      session_id: challenge.sessionId,
      factor_id: challenge.factorId,
      value: challenge.value,
      until: challenge.until,
    });
  }

  async findChallenge(id: string): Promise<Challenge | undefined> {
    const sql = 'SELECT * FROM auth_challenges WHERE id = $1';
    return (await this.#statements.read(sql, [id])).map(toChallenge)[0];
  }

  /** Takes the challenge once; the caller checks `until`. */
  async takeChallenge(id: string): Promise<Challenge | undefined> {
    const sql = 'DELETE FROM auth_challenges WHERE id = $1 RETURNING *';
    return (await this.#statements.write(sql, [id])).map(toChallenge)[0];
  }
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
