/** The outcome of one delivery. Whether it is permanent or transient is part of the type, never guessed from a text. */

import type { Reply, Status } from './reply.ts';

/**
 * The proof that a server must give. `dane`: its certificate matches a signed record in the DNS (RFC 7672). `pkix`: its certificate
 * is from a known authority and names this server (RFC 8461). `encrypted`: TLS with any certificate. `any`: plaintext is allowed.
 */
export type TlsProof = 'dane' | 'pkix' | 'encrypted' | 'any';

/** Why a required proof is missing. */
export type TrustFault =
  | 'no-starttls'
  | 'handshake'
  /** The certificate is not from a known authority. */
  | 'certificate'
  /** The certificate is for another name. */
  | 'name'
  | 'expired'
  /** The certificate does not match a record of the server. */
  | 'tlsa-mismatch'
  /** The DNS does not return the server's records, and there may be some. */
  | 'tlsa-trouble'
  /** The domain's policy names other servers. */
  | 'mx-not-in-policy';

/** The host that gave the verdict; absent if none was reached. */
export type Peer = {
  /** Host name or address literal as configured or resolved. */
  host: string;
  /** For example `TLSv1.3`; null on a plaintext connection. */
  tls: string | null;
  /** The required proof that it has given; absent: none was required. */
  proof?: TlsProof;
};

/** A stage in the delivery of a message to its next hop. */
export type DeliveryStage =
  /** Before any server was contacted. */
  | 'prepare'
  | 'dns'
  /** Waiting for a free slot in the connection pool of the server. */
  | 'wait'
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** Includes the TLS handshake. */
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  /** The upload of the message. */
  | 'content'
  /** From the final dot to its reply. */
  | 'dot';

/** The next hop's own answer, for the operator. Our sender gets only the `reply` of the delivery. */
export type FarAnswer = {
  code: number;
  /** As the next hop sent it, registered or not. */
  enhanced: string;
  /**
   * Its text, with addresses removed.
   * @param secrets further words to remove, such as the recipient's local part, which some servers name without its domain
   */
  words: (secrets: readonly string[]) => string;
};

/** A failed delivery. */
type Failure = {
  peer?: Peer;
  /** The stage that failed; absent: `prepare`. */
  stage?: DeliveryStage;
} & (
  | { /** Our own verdict. */ reply: Reply; far?: never }
  | { /** The next hop's verdict. Its text is for the log only. */ reply: Status; far: FarAnswer }
);

export type Delivery =
  /** The next hop answered 2yz to the final dot: it has the message. */
  | { kind: 'accepted'; reply: Status; peer: Peer }
  /**
   * 4yz: the sender's server retries. `unknown` is true if the connection broke or timed out after the final dot: the next hop
   * may have a copy (RFC 1047).
   */
  | (Failure & {
      kind: 'deferred';
      unknown?: boolean /** No server could be trusted: nothing was sent. */;
      untrusted?: TrustFault;
    })
  /** 5yz: the sender's server bounces the message. */
  | (Failure & { kind: 'refused' });
