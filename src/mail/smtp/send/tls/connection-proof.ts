/** The proof of its identity that a server gave in the TLS handshake of one connection, and the one (TlsProof) that it must give. */

import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { TrustFault } from '../../delivery.ts';
import { daneFault, isFor } from './dane.ts';
import type { Tlsa } from './tlsa.ts';

/** The largest number of certificates of a chain that are read. */
const MOST_CERTIFICATES = 8;

export type ConnectionProof = {
  /** For example `TLSv1.3`. */
  protocol: string;
  /** Whether the chain ends at a trusted authority, and all its certificates are valid now. Names are not checked. */
  chain: 'good' | 'expired' | 'bad';
  /** As sent by the server, its own first; at most eight. Empty: it sent none. */
  certificates: readonly X509Certificate[];
};

/**
 * Read once, right after the handshake: a client's `getPeerX509Certificate` returns the chain only once.
 * @param socket connected with CHAIN_ALONE
 */
export function proofOf(socket: TLSSocket): ConnectionProof {
  const certificates: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && certificates.length < MOST_CERTIFICATES) {
    certificates.push(next);
    next = next.issuerCertificate;
  }
  return { protocol: socket.getProtocol() ?? '', chain: chainOf(socket), certificates };
}

/**
 * Options of a handshake whose proof is compared with the requirements of each message later. Node would check the name too, and
 * treats a resumed session as authorized whatever the name was. So Node checks only the chain, and sessions are never resumed.
 */
export const CHAIN_ALONE = { rejectUnauthorized: false, checkServerIdentity: () => undefined };

function chainOf(socket: TLSSocket): ConnectionProof['chain'] {
  // Node's declared type is an Error; it is the error's code.
  const reason = String(socket.authorizationError);
  // For a resumed session Node returns the verdict of its first handshake, without a certificate.
  if (socket.isSessionReused()) return 'bad';
  if (socket.authorized) return 'good';
  return reason.includes('CERT_HAS_EXPIRED') ? 'expired' : 'bad';
}

/** The proof that a server must give before it gets a message. */
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
