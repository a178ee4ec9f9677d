/** Signatures of access tokens in the form of RFC 7518, by the runtime's own cryptography. */

import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { TokenAlgorithm } from './key-set.ts';

/** An RSA signature takes a millisecond: it is made off the event loop. */
const signBeside = promisify(sign);

/** @returns base64url */
export async function signatureOf(
  signed: string,
  algorithm: TokenAlgorithm,
  key: KeyObject,
): Promise<string> {
  const octets = Buffer.from(signed);
  if (algorithm === 'RS256') return (await signBeside('sha256', octets, key)).toString('base64url');
  // Microseconds, less than a round trip to another thread. RFC 7518 section 3.4: the two numbers, without DER.
  return sign('sha256', octets, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
