/** Access tokens: JWTs (RFC 7519, RFC 8725) that name the user, the methods of the sign-in, and the session. */

import { hash, type KeyObject, sign } from 'node:crypto';
import { decodeJwt, errors, jwtVerify } from 'jose';
import { BoundedMap } from '#collections/bounded-map.ts';
import { type KeySet, TOKEN_ALGORITHM } from './key-set.ts';

/** Seconds. */
export const TOKEN_SECONDS = 3600;
/** Tolerated clock difference between nodes, in seconds. */
const AHEAD_SECONDS = 30;
/** The number of verified tokens in memory, until they expire. */
const REMEMBERED = 1000;
/** Longer than any token of ours, whose metadata are bounded. */
const LONGEST_TOKEN = 32_768;

/** The methods of a sign-in, newest first; seconds since 1970. RFC 8176 calls it amr. */
export type Method = { method: string; timestamp: number };

export type Claims = {
  /** The user's id. */
  sub: string;
  email: string;
  phone: string;
  app_metadata: Record<string, unknown>;
  /** Writable by the user: no rule reads it. */
  user_metadata: Record<string, unknown>;
  aal: 'aal1' | 'aal2';
  amr: readonly Method[];
  session_id: string;
  is_anonymous: boolean;
};

export type VerifiedToken = { userId: string; sessionId: string; expiresAt: number };

export type AccessTokenOptions = {
  keys: KeySet;
  /** `{PUBLIC_URL}/auth/v1`. */
  issuer: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

const AUDIENCE = 'authenticated';

export class AccessTokens {
  readonly #options: AccessTokenOptions;
  /** By SHA-256 of the token. */
  readonly #verified = new BoundedMap<string, VerifiedToken>(REMEMBERED);

  constructor(options: AccessTokenOptions) {
    this.#options = options;
  }

  /** @returns the token and when it expires, in seconds since 1970 */
  async write({ sub, ...claims }: Claims): Promise<{ token: string; expiresAt: number }> {
    const { keys, issuer, now } = this.#options;
    const { kid, key } = await keys.signing();
    const issuedAt = Math.floor(now() / 1000);
    const expiresAt = issuedAt + TOKEN_SECONDS;
    const payload = {
      iss: issuer,
      sub,
      aud: AUDIENCE,
      role: AUDIENCE,
      iat: issuedAt,
      exp: expiresAt,
      ...claims,
    };
    // RFC 7515 section 5.1.
    const signed = `${base64url({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })}.${base64url(payload)}`;
    const token = `${signed}.${signatureOf(signed, key)}`;
    return { token, expiresAt };
  }

  /** @returns undefined for a foreign or expired token; the caller checks whether its session still exists */
  async read(token: string): Promise<VerifiedToken | undefined> {
    if (token.length > LONGEST_TOKEN) return undefined;
    const name = hash('sha256', token, 'base64url');
    const known = this.#verified.get(name);
    if (known !== undefined) {
      if (known.expiresAt * 1000 > this.#options.now()) return known;
      this.#verified.delete(name);
      return undefined;
    }
    const verified = await this.#verify(token);
    if (verified !== undefined) this.#verified.set(name, verified);
    return verified;
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    const { keys, issuer, now } = this.#options;
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid = '' }) => {
          const found = await keys.find(kid);
          if (found === undefined) throw new errors.JWSInvalid('no key for this token');
          return found;
        },
        {
          issuer,
          audience: AUDIENCE,
          // RFC 8725 section 3.1: the token never determines the algorithm.
          algorithms: [TOKEN_ALGORITHM],
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
        },
      );
      const { sub, exp, iat, session_id: sessionId } = payload;
      if (typeof sub !== 'string' || typeof sessionId !== 'string') return undefined;
      if (exp === undefined || iat === undefined) return undefined;
      if (iat > now() / 1000 + AHEAD_SECONDS) return undefined;
      return { userId: sub, sessionId, expiresAt: exp };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

/**
 * Whether an unverified token claims to have expired: only for the text of a refusal.
 * @param now milliseconds since 1970
 */
export function isExpired(token: string, now: number): boolean {
  if (token.length > LONGEST_TOKEN) return false;
  try {
    const { exp } = decodeJwt(token);
    return exp !== undefined && exp * 1000 <= now;
  } catch {
    return false;
  }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param key for ES256 @returns base64url */
function signatureOf(signed: string, key: KeyObject): string {
  // Microseconds, less than a round trip to another thread. RFC 7518 section 3.4: the two numbers, without DER.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return signature.toString('base64url');
}
