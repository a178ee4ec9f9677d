/** Our key for DKIM and ARC if the operator keeps it in a file; reloaded when the file changes. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DkimKey } from '#mail/signing/published-key.ts';
import { errorCode, Fault } from '../config/fault.ts';
import { fileVersion } from '../net/file-version.ts';
import type { Log } from '../observe/log.ts';

/** RFC 8301 section 3.2: signers should use at least 2048 bits, verifiers accept at most 4096. */
const LEAST_BITS = 2048;
const MOST_BITS = 4096;

/** The key in the file of DKIM_KEY. */
export class KeyFile {
  readonly #path: string;
  readonly #selector: string;
  readonly #log: Log;
  #version: string;
  #key: DkimKey;

  /** @throws Fault if the file does not hold a usable key */
  constructor(path: string, selector: string, log: Log) {
    this.#path = path;
    this.#selector = selector;
    this.#log = log;
    this.#version = fileVersion(path);
    this.#key = this.#load();
  }

  /** Whether the file has changed since it was last read. */
  hasChanged(): boolean {
    return fileVersion(this.#path) !== this.#version;
  }

  /** Reads a file that has changed. If it cannot be used the log says so, and the current key stays. */
  readonly read = async (): Promise<DkimKey[]> => {
    if (this.hasChanged()) {
      // The stamp is taken before the file is read: a change meanwhile is noticed at the next check.
      this.#version = fileVersion(this.#path);
      try {
        this.#key = this.#load();
        this.#log.info('DKIM key reloaded');
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.#log.error(
          { reason: error.message },
          'cannot load the new DKIM key; keeping the current one',
        );
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
    throw new Fault(`DKIM_KEY: cannot read ${path} (${errorCode(error)}).`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Fault(`DKIM_KEY: ${path} is not a private key in PEM format without a passphrase.`);
  }
}
