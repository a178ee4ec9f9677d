/** TLSA records of certificates of a test: RFC 6698 section 2. Independent of the code under test. */

import { createHash, X509Certificate } from 'node:crypto';
import type { RecordData } from '#mail/dns/answer.ts';
import type { Certificate } from './certificate.ts';

/** @param numbers usage, selector and matching, such as `3 1 1` @param of the first of these certificates gets the record */
export function tlsa(numbers: string, { cert }: Pick<Certificate, 'cert'>): RecordData['TLSA'] {
  const [usage = 0, selector = 0, matching = 0] = numbers.split(' ').map(Number);
  const { raw, publicKey } = new X509Certificate(cert);
  const octets = selector === 0 ? raw : publicKey.export({ type: 'spki', format: 'der' });
  const digest = { 1: 'sha256', 2: 'sha512' }[matching];
  const data = digest === undefined ? octets : createHash(digest).update(octets).digest();
  return { usage, selector, matching, data };
}
