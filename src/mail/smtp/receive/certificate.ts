/** The certificate for STARTTLS, read again when its files change: a renewal needs no restart. */

import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';

/** How often the files are looked at, in milliseconds. */
const LOOK_MS = 1000;

export type CertificateOptions = {
  /** PEM files: the chain, and its private key. */
  certificate: string;
  key: string;
  now: () => number;
  /** New files that cannot be used: the certificate before them is kept. */
  onFault: (error: unknown) => void;
};

/**
 * @returns the certificate of the moment, for each handshake anew
 * @throws where the files cannot be used from the start: the operator meant to offer TLS
 */
export function certificateSource(options: CertificateOptions): () => SecureContext {
  let context = load(options);
  let version = versionOf(options);
  let lookedAt = options.now();
  return () => {
    if (options.now() - lookedAt < LOOK_MS) return context;
    lookedAt = options.now();
    try {
      const found = versionOf(options);
      if (found !== version) {
        version = found;
        context = load(options);
      }
    } catch (error) {
      options.onFault(error);
    }
    return context;
  };
}

function load({ certificate, key }: CertificateOptions): SecureContext {
  return createSecureContext({ cert: readFileSync(certificate), key: readFileSync(key) });
}

/** Changes whenever one of the files is written or replaced. */
function versionOf({ certificate, key }: CertificateOptions): string {
  return [certificate, key]
    .map((file) => statSync(file))
    .map(({ ino, size, mtimeMs }) => `${ino}.${size}.${mtimeMs}`)
    .join(' ');
}
