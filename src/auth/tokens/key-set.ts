/** The keys that sign access tokens: generated, published, used and retired in turn (RFC 7517). */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { StoredSigningKey, SigningKeyStore } from '#store/sessions/signing-keys.ts';
import type { Sealing } from '#secrets/sealing.ts';

/** The time for which a key signs, in milliseconds. */
const SIGNS_MS = 90 * 86_400_000;
/** The next key is published this long before it signs: callers keep the key set for 10 minutes, nodes for one. */
const PUBLISHED_FIRST_MS = 3_600_000;
/** A retired key stays until its last token has expired. */
const TOKEN_MS = 3_600_000;
/** Interval between readings of other nodes' keys; an unknown key id causes one sooner, but no more often. */
const RELOAD_MS = 60_000;
const RELOAD_UNKNOWN_MS = 10_000;

export type TokenAlgorithm = 'ES256' | 'RS256';

export type VerificationKey = { kid: string; algorithm: TokenAlgorithm; key: KeyObject };

type Key = {
  kid: string;
  algorithm: TokenAlgorithm;
  private: KeyObject;
  public: KeyObject;
  published: JWK;
  createdAt: number;
};

export type KeySetOptions = {
  store: SigningKeyStore;
  sealing: Sealing;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The operator's own private keys, of which the first signs; empty: a key is generated and stored. */
  given: readonly JWK[];
};

/** The operator's key cannot be used; the message is a sentence for its variable. */
export class UnusableKey extends Error {
  override readonly name = 'UnusableKey';
}

export class KeySet {
  readonly #options: KeySetOptions;
  #keys: Key[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  private constructor(options: KeySetOptions) {
    this.#options = options;
  }

  /** @throws UnusableKey, StoreUnavailable */
  static async open(options: KeySetOptions): Promise<KeySet> {
    const set = new KeySet(options);
    if (options.given.length === 0) await set.#load();
    else set.#keys = await Promise.all(options.given.map((jwk) => givenKey(jwk)));
    return set;
  }

  /** The current signing key. */
  async signing(): Promise<VerificationKey> {
    await this.#reload(RELOAD_MS);
    const key = this.#signing();
    return { kid: key.kid, algorithm: key.algorithm, key: key.private };
  }

  /** The key with this id, or undefined. The algorithm is the key's own: no token chooses it. */
  async find(kid: string): Promise<{ algorithm: TokenAlgorithm; key: KeyObject } | undefined> {
    const known = () => this.#keys.find((key) => key.kid === kid);
    if (known() === undefined) await this.#reload(RELOAD_UNKNOWN_MS);
    const key = known();
    return key && { algorithm: key.algorithm, key: key.public };
  }

  /** The JSON Web Key Set: next, current and retired keys. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.#reload(RELOAD_MS);
    return { keys: this.#keys.map((key) => key.published) };
  }

  #signing(): Key {
    const { now, given } = this.#options;
    const ready = this.#keys.findLast(({ createdAt }) => now() - createdAt >= PUBLISHED_FIRST_MS);
    const key = given.length === 0 ? (ready ?? this.#keys[0]) : this.#keys[0];
    if (key === undefined) throw new Error('there is no key to sign with');
    return key;
  }

  async #reload(afterMs: number): Promise<void> {
    const { now, given } = this.#options;
    if (given.length > 0 || now() - this.#loadedAt < afterMs) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { store, now } = this.#options;
    const youngest = (await store.all()).at(-1);
    if (youngest === undefined || now() - youngest.createdAt >= SIGNS_MS) {
      await store.insert(await this.#made(), now() - SIGNS_MS);
    }
    const rows = await store.all();
    const alive = rows.filter((_, i) => !this.#isRetired(rows, i));
    for (const { kid } of rows) {
      if (!alive.some((row) => row.kid === kid)) await store.delete(kid);
    }
    const keys = await Promise.all(alive.map((row) => this.#opened(row)));
    // The key is sealed under a secret that is no longer accepted: it can sign nothing, and its tokens end with it.
    this.#keys = keys.filter((key) => key !== undefined);
    if (this.#keys.length === 0) throw new Error('no signing key opens under SECRET_KEY');
    this.#loadedAt = now();
  }

  /** Whether the last token of a key has expired since its successor signs. */
  #isRetired(rows: readonly StoredSigningKey[], i: number): boolean {
    const successor = rows[i + 1];
    if (successor === undefined) return false;
    const ended = successor.createdAt + PUBLISHED_FIRST_MS + TOKEN_MS + RELOAD_MS;
    return this.#options.now() >= ended;
  }

  async #made(): Promise<StoredSigningKey> {
    const { sealing, now } = this.#options;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    return { kid, sealed: sealing.seal(kid, JSON.stringify(jwk)), createdAt: now() };
  }

  async #opened({ kid, sealed, createdAt }: StoredSigningKey): Promise<Key | undefined> {
    const { sealing, store } = this.#options;
    const opened = sealing.open(kid, sealed);
    if (opened === undefined) return undefined;
    if (opened.stale) await store.reseal(kid, sealing.seal(kid, opened.text));
    return { ...keyOf(JSON.parse(opened.text), kid), createdAt };
  }
}

async function givenKey(jwk: JWK): Promise<Key> {
  if (jwk.d === undefined) throw new UnusableKey('must hold private keys');
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  return { ...keyOf(jwk, kid), createdAt: 0 };
}

/** RFC 7518: P-256 for ES256, RSA of at least 2048 bits (section 3.3) for RS256. */
function keyOf(jwk: JWK, kid: string): Omit<Key, 'createdAt'> {
  const algorithm = jwk.kty === 'RSA' ? 'RS256' : 'ES256';
  const { kty, crv, x, y, n, e } = jwk;
  if (algorithm === 'ES256' && (kty !== 'EC' || crv !== 'P-256')) {
    throw new UnusableKey('must hold keys for ES256 (P-256) or RS256 (RSA)');
  }
  let key: KeyObject;
  try {
    // The member key_ops is left out: the key has one use.
    const { key_ops: _, ...plain } = jwk;
    key = createPrivateKey({ key: plain, format: 'jwk' });
  } catch {
    throw new UnusableKey('holds a key that cannot be read');
  }
  if ((key.asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) {
    throw new UnusableKey('must hold RSA keys of at least 2048 bits');
  }
  const material = algorithm === 'ES256' ? { kty, crv, x, y } : { kty, n, e };
  const published = { ...material, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] };
  return {
    kid,
    algorithm,
    private: key,
    public: createPublicKey(key),
    published: withoutUndefined(published),
  };
}

function withoutUndefined(jwk: Record<string, string | string[] | undefined>): JWK {
  return Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined));
}
