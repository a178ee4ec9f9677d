/** The keys that sign access tokens: generated, published, used and retired in turn (RFC 7517). */

import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
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

/** RFC 7518 section 3.4, with P-256: the algorithm of all keys. */
export const TOKEN_ALGORITHM = 'ES256';

export type VerificationKey = { kid: string; key: KeyObject };

type Key = {
  kid: string;
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
};

export class KeySet {
  readonly #options: KeySetOptions;
  #keys: Key[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  private constructor(options: KeySetOptions) {
    this.#options = options;
  }

  /** @throws StoreUnavailable */
  static async open(options: KeySetOptions): Promise<KeySet> {
    const set = new KeySet(options);
    await set.#load();
    return set;
  }

  /** The current signing key. */
  async signing(): Promise<VerificationKey> {
    await this.#reload(RELOAD_MS);
    const key = this.#signing();
    return { kid: key.kid, key: key.private };
  }

  /** The public key with this id, or undefined. */
  async find(kid: string): Promise<KeyObject | undefined> {
    const known = () => this.#keys.find((key) => key.kid === kid);
    if (known() === undefined) await this.#reload(RELOAD_UNKNOWN_MS);
    return known()?.public;
  }

  /** The JSON Web Key Set: next, current and retired keys. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.#reload(RELOAD_MS);
    return { keys: this.#keys.map((key) => key.published) };
  }

  #signing(): Key {
    const { now } = this.#options;
    const ready = this.#keys.findLast(({ createdAt }) => now() - createdAt >= PUBLISHED_FIRST_MS);
    const key = ready ?? this.#keys[0];
    if (key === undefined) throw new Error('there is no key to sign with');
    return key;
  }

  async #reload(afterMs: number): Promise<void> {
    if (this.#options.now() - this.#loadedAt < afterMs) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { store, now } = this.#options;
    const rows = await store.all();
    const youngest = (await this.#openedOf(rows)).at(-1);
    if (youngest === undefined || now() - youngest.createdAt >= SIGNS_MS) {
      // Keys of a secret that was dropped do not count, but one that another node has made since does.
      const dropped = youngest === undefined ? (rows.at(-1)?.createdAt ?? 0) : 0;
      await store.insert(await this.#made(), Math.max(dropped, now() - SIGNS_MS));
    }
    const all = await store.all();
    const keys = await this.#openedOf(all);
    this.#keys = keys.filter((_, i) => !this.#isOver(keys[i + 1]?.createdAt));
    for (const { kid, createdAt } of all) {
      const isOurs = keys.some((key) => key.kid === kid);
      const isKept = this.#keys.some((key) => key.kid === kid);
      // A key that does not open may be another node's: it is deleted after its own time.
      if (isOurs ? !isKept : this.#isOver(createdAt + SIGNS_MS)) await store.delete(kid);
    }
    if (this.#keys.length === 0) throw new Error('no signing key opens under SECRET_KEY');
    this.#loadedAt = now();
  }

  /** Whether the last token of a key has expired. @param successor when the next key was made; undefined: not yet */
  #isOver(successor = Number.POSITIVE_INFINITY): boolean {
    return this.#options.now() >= successor + PUBLISHED_FIRST_MS + TOKEN_MS + RELOAD_MS;
  }

  async #made(): Promise<StoredSigningKey> {
    const { sealing, now } = this.#options;
    const { privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    return { kid, sealed: sealing.seal(kid, JSON.stringify(jwk)), createdAt: now() };
  }

  /**
   * The keys of the accepted secrets, oldest first. One of a secret that was dropped can sign nothing, and its tokens end
   * with it.
   */
  async #openedOf(rows: readonly StoredSigningKey[]): Promise<Key[]> {
    const keys = await Promise.all(rows.map((row) => this.#opened(row)));
    return keys.filter((key) => key !== undefined);
  }

  async #opened({ kid, sealed, createdAt }: StoredSigningKey): Promise<Key | undefined> {
    const { sealing, store } = this.#options;
    const opened = sealing.open(kid, sealed);
    if (opened === undefined) return undefined;
    if (opened.stale) await store.reseal(kid, sealing.seal(kid, opened.text));
    return { ...keyOf(JSON.parse(opened.text), kid), createdAt };
  }
}

function keyOf(jwk: JsonWebKey, kid: string): Omit<Key, 'createdAt'> {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = createPublicKey(key);
  return {
    kid,
    private: key,
    public: publicKey,
    // An export of the public key has no private part.
    published: {
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg: TOKEN_ALGORITHM,
      use: 'sig',
      key_ops: ['verify'],
    },
  };
}
