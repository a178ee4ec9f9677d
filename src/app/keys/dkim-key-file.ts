/** Our key for DKIM and ARC where the operator keeps it in a file; read again when the file has changed. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DkimKey } from '#mail/signing/published-key.ts';
import { errorCode, Fault } from '../config/fault.ts';
import { fileVersion } from '../net/file-version.ts';
import type { Log } from '../observe/log.ts';

/** RFC 8301 section 3.2: signers should have 2048 bits at least, verifiers take 4096 at most. */
const LEAST_BITS = 2048;
const MOST_BITS = 4096;

/** The key in the file of DKIM_KEY. */
export class KeyFile {
  readonly #path: string;
  readonly #selector: string;
  readonly #log: Log;
  #version: string;
  #key: DkimKey;

  /** @throws Fault where the file holds no key that can be used */
  constructor(path: string, selector: string, log: Log) {
    this.#path = path;
    this.#selector = selector;
    this.#log = log;
    this.#version = fileVersion(path);
    this.#key = this.#load();
  }

  /** Whether the file has changed since it was read last. */
  hasChanged(): boolean {
    return fileVersion(this.#path) !== this.#version;
  }

  /** Reads a file that has changed. Where it cannot be used the log says so, and the old key stays. */
  readonly read = async (): Promise<DkimKey[]> => {
    if (this.hasChanged()) {
      // The stamp is taken ahead of the file: a change while it is read is noticed at the next look.
      this.#version = fileVersion(this.#path);
      try {
        this.#key = this.#load();
        this.#log.info('the key for DKIM was read again');
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.#log.error({ reason: error.message }, 'the new key for DKIM cannot be used');
      }
    }
    return [this.#key];
  };

  #load(): DkimKey {
    const key = privateKeyIn(this.#path);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS || bits > MOST_BITS) {
      throw new Fault(
        `DKIM_KEY: ${this.#path} must hold an RSA key of ${LEAST_BITS} to ${MOST_BITS} bits.`,
      );
    }
    return { selector: this.#selector, private: key, public: createPublicKey(key) };
  }
}

function privateKeyIn(path: string): KeyObject {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw new Fault(`DKIM_KEY: ${path} cannot be read (${errorCode(error)}).`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Fault(`DKIM_KEY: ${path} is no private key in PEM form without a passphrase.`);
  }
}
