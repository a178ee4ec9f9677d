/** The certificate for STARTTLS, read from files, and reloaded when they change. */

import { constants, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '#time/clock.ts';
import { errorCode, Fault } from '../config/fault.ts';
import { fileVersion } from './file-version.ts';
import type { Log } from '../observe/log.ts';

/** Paths of PEM files. */
export type CertificateFiles = { certPath: string; keyPath: string };

/** The interval of checking the files, in milliseconds: a renewed certificate is in use that soon. */
const LOOK_MS = 10_000;

export class Certificate {
  readonly #files: CertificateFiles;
  readonly #clock: Pick<Clock, 'now' | 'date'>;
  readonly #log: Log;
  #version: string;
  #looked: number;
  #loaded: Loaded;

  /** @throws Fault if the files cannot be used */
  constructor(files: CertificateFiles, clock: Pick<Clock, 'now' | 'date'>, log: Log) {
    this.#files = files;
    this.#clock = clock;
    this.#log = log;
    this.#looked = clock.now();
    this.#version = versionOf(files);
    this.#loaded = this.#load();
  }

  /** The current context. If new files cannot be used the log says so, and the current certificate stays in use. */
  readonly current = (): SecureContext => {
    if (this.#clock.now() - this.#looked >= LOOK_MS) this.#look();
    return this.#loaded.context;
  };

  /** The expiry of the certificate in use, in seconds since 1970. */
  notAfter(): number {
    this.current();
    return this.#loaded.validTo / 1000;
  }

  /** An expired certificate is still used: most senders prefer it to none. */
  #load(): Loaded {
    const loaded = load(this.#files);
    const { validFrom, validTo } = loaded;
    const now = this.#clock.date();
    const days = { validFrom: new Date(validFrom), validTo: new Date(validTo) };
    if (validTo <= now) this.#log.warn(days, 'the certificate in TLS_CERT has expired: renew it');
    else if (validFrom > now) this.#log.warn(days, 'the certificate in TLS_CERT is not valid yet');
    return loaded;
  }

  #look(): void {
    this.#looked = this.#clock.now();
    if (versionOf(this.#files) !== this.#version) this.read();
  }

  /** Reads the files now, whether or not they seem changed. */
  read(): void {
    // The stamp is taken before the files are read: a change meanwhile is noticed at the next check.
    this.#version = versionOf(this.#files);
    try {
      this.#loaded = this.#load();
      this.#log.info('certificate reloaded');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error({ reason }, 'cannot load the new certificate; keeping the current one');
    }
  }
}

/** With the start and end of its validity, in milliseconds since 1970. */
type Loaded = { context: SecureContext; validFrom: number; validTo: number };

function load({ certPath, keyPath }: CertificateFiles): Loaded {
  const cert = readPem('TLS_CERT', certPath);
  const key = readPem('TLS_KEY', keyPath);
  try {
    const context = createSecureContext({
      cert,
      key,
      // RFC 8996: nothing older than TLS 1.2.
      minVersion: 'TLSv1.2',
      // RFC 5246 section 7.2.2 allows the refusal: a renegotiation costs us far more than the client.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
    // The first of a chain is ours.
    const { validFromDate, validToDate } = new X509Certificate(cert);
    return { context, validFrom: validFromDate.getTime(), validTo: validToDate.getTime() };
  } catch {
    throw new Fault(
      `TLS_CERT and TLS_KEY: ${certPath} and ${keyPath} are not a certificate and its private key in PEM format.`,
    );
  }
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Fault(`${variable}: cannot read ${path} (${errorCode(error)}).`);
  }
}

/** Changes with either file. */
const versionOf = ({ certPath, keyPath }: CertificateFiles) =>
  `${fileVersion(certPath)} ${fileVersion(keyPath)}`;
