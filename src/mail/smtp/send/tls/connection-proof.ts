/** The proof of its identity that a server has given in the TLS handshake of one connection. */

import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** Most certificates of a chain that are looked at. */
const MOST_CERTIFICATES = 8;

export type ConnectionProof = {
  /** For example `TLSv1.3`. */
  protocol: string;
  /** Whether an authority that we trust stands at the end of the chain, and all in it is valid now. Names are not looked at. */
  chain: 'good' | 'expired' | 'bad';
  /** As the server has sent them, its own first; at most eight. Empty: it has shown none. */
  certificates: readonly X509Certificate[];
};

/**
 * Read once, right after the handshake: a client's `getPeerX509Certificate` answers once, and the chain is gone with it.
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
 * Options of a handshake whose proof is held against each message later on. Node would compare the name too, and take a session
 * that is resumed for authorized whatever the name was; so it looks at the chain alone, and no session is ever resumed.
 */
export const CHAIN_ALONE = { rejectUnauthorized: false, checkServerIdentity: () => undefined };

function chainOf(socket: TLSSocket): ConnectionProof['chain'] {
  // Node's declared type is an Error; it is the error's code.
  const reason = String(socket.authorizationError);
  // Of a resumed session Node tells the verdict of its first handshake, and shows no certificate.
  if (socket.isSessionReused()) return 'bad';
  if (socket.authorized) return 'good';
  return reason.includes('CERT_HAS_EXPIRED') ? 'expired' : 'bad';
}
