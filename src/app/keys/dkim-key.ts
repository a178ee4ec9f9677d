/** Our keys for DKIM and ARC: made once for all nodes, and kept encrypted in the store. */

import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Sealing } from '#secrets/sealing.ts';
import type { DkimKey } from '#mail/signing/published-key.ts';
import { deriveKey } from '#secrets/derive-key.ts';
import type { Store } from '#store/store.ts';
import { Fault } from '../config/fault.ts';

/** RFC 8301 section 3.2: signers should use at least this many. */
const BITS = 2048;

/** Name of the setting; an encrypted key can only be decrypted under this name. */
const NAME = 'dkim_keys';

/** In place of the selector of a key that has that of DKIM_KEY. */
const FIRST = '-';

const makePair = promisify(generateKeyPair);

export type KeptKeysOptions = {
  store: Pick<Store, 'setting' | 'changeSetting'>;
  /** The root secret, followed by earlier ones. */
  secrets: readonly string[];
  /** Of the first key. */
  selector: string;
};

/** Keys in the store: the one that signs, and possibly the next one. */
export class KeptKeys {
  readonly #options: KeptKeysOptions;
  readonly #sealing: Sealing;

  constructor(options: KeptKeysOptions) {
    this.#options = options;
    this.#sealing = new Sealing(options.secrets.map((secret) => deriveKey(secret, 'dkim seal')));
  }

  /** All keys, the latest last. Makes the first key. @throws SealedKeys, StoreUnavailable */
  readonly read = async (): Promise<DkimKey[]> => {
    const kept = await this.#kept();
    const opened = this.#sealing.open(NAME, kept);
    if (opened === undefined) throw new SealedKeys();
    if (opened.stale) {
      // A key that another node has stored meanwhile is as good.
      await this.#options.store.changeSetting(NAME, kept, this.#sealing.seal(NAME, opened.text));
    }
    return opened.text.split('\n').map((line) => this.#keyOf(line));
  };

  /**
   * Makes the next key, with the date in its selector. Of the existing keys only `keep` stays.
   * @param now milliseconds since 1970
   * @throws Fault if another one was made meanwhile, StoreUnavailable
   */
  async makeNext(keep: DkimKey | undefined, now: number): Promise<DkimKey> {
    const { store, selector } = this.#options;
    const kept = await this.#kept();
    const old = this.#sealing.open(NAME, kept)?.text.split('\n') ?? [];
    const taken = old.map((line) => this.#keyOf(line).selector);
    const next = { ...(await newKey()), selector: freeSelector(selector, taken, now) };
    const lines = old.filter((line) => this.#keyOf(line).selector === keep?.selector);
    const text = [...lines, lineOf(next.selector, next.private)].join('\n');
    if (await store.changeSetting(NAME, kept, this.#sealing.seal(NAME, text))) return next;
    throw new Fault('The keys changed while the command ran: run it again.', 1);
  }

  #kept(): Promise<string> {
    return this.#options.store.setting(NAME, async () => {
      const { private: key } = await newKey();
      return this.#sealing.seal(NAME, lineOf(FIRST, key));
    });
  }

  #keyOf(line: string): DkimKey {
    const [selector = '', pkcs8 = ''] = line.split(' ');
    const key = createPrivateKey({
      key: Buffer.from(pkcs8, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    return {
      selector: selector === FIRST ? this.#options.selector : selector,
      private: key,
      public: createPublicKey(key),
    };
  }
}

/** The stored key was encrypted under another SECRET_KEY. */
export class SealedKeys extends Error {
  override readonly name = 'SealedKeys';

  constructor() {
    super(
      'The DKIM key was encrypted under another SECRET_KEY: append that SECRET_KEY after the new one, or make a new key with npx veilpost dns --new-key.',
    );
  }
}

/** A selector and a key in base64, neither with a blank. */
const lineOf = (selector: string, key: KeyObject) =>
  `${selector} ${key.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`;

async function newKey(): Promise<Pick<DkimKey, 'private' | 'public'>> {
  const { privateKey, publicKey } = await makePair('rsa', { modulusLength: BITS });
  return { private: privateKey, public: publicKey };
}

/** `veilpost-20261122`; the second one of a day ends with -2. */
function freeSelector(selector: string, taken: readonly string[], now: number): string {
  const dated = `${selector}-${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}`;
  let name = dated;
  for (let i = 2; taken.includes(name); i++) name = `${dated}-${i}`;
  return name;
}
