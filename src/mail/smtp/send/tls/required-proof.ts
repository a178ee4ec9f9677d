/** The proof (TlsProof) that a server must give before it gets a message, and whether a connection gives it. */

import type { TrustFault } from '../../delivery.ts';
import { isFor } from './certificate-name.ts';
import type { ConnectionProof } from './connection-proof.ts';
import { daneFault } from './dane.ts';
import type { Tlsa } from './tlsa.ts';

export type RequiredProof =
  | { kind: 'any' }
  | { kind: 'encrypted' }
  /** A certificate from a known authority, for this name. */
  | { kind: 'pkix'; name: string }
  /** `records`: usable, at least one. `names`: those of daneFault. */
  | { kind: 'dane'; records: readonly Tlsa[]; names: readonly string[] };

export const ANY: RequiredProof = { kind: 'any' };

/**
 * @param given undefined: the connection is in plaintext
 * @param now milliseconds since 1970
 * @returns undefined if the connection gives the proof
 */
export function faultOf(
  required: RequiredProof,
  given: ConnectionProof | undefined,
  now: number,
): TrustFault | undefined {
  if (required.kind === 'any') return undefined;
  if (given === undefined) return 'no-starttls';
  if (required.kind === 'encrypted') return undefined;
  const { chain, certificates } = given;
  if (required.kind === 'dane') {
    return daneFault(certificates, required.records, required.names, now);
  }
  const [leaf] = certificates;
  if (leaf === undefined || chain !== 'good')
    return chain === 'expired' ? 'expired' : 'certificate';
  return isFor(leaf, required.name) ? undefined : 'name';
}
