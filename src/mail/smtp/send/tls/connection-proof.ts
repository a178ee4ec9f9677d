/** The proof of its identity that a server gave in the TLS handshake of one connection. */

import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

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
