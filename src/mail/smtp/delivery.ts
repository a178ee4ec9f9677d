/** The outcome of one delivery. Permanent or transient is part of the type, never guessed from a text. */

import type { Reply, Status } from './reply.ts';

/**
 * The proof that a server gives of itself. `dane`: its certificate fits a signed record in the DNS (RFC 7672). `pkix`: it is of a known
 * authority, for this server (RFC 8461). `encrypted`: TLS with any certificate. `any`: none was asked, and it may be in clear.
 */
export type TlsProof = 'dane' | 'pkix' | 'encrypted' | 'any';

/** The lack of a proof, where one was asked. */
export type TrustFault =
  | 'no-starttls'
  | 'handshake'
  /** Of no known authority. */
  | 'certificate'
  /** For another name. */
  | 'name'
  | 'expired'
  /** The certificate fits no record of the server. */
  | 'tlsa-mismatch'
  /** The DNS does not tell the records of the server, and it may have some. */
  | 'tlsa-trouble'
  /** The policy of the domain names other servers. */
  | 'mx-not-in-policy';

/** The host that gave the verdict; absent where none was reached. */
export type Peer = {
  /** Host name or address literal as configured or resolved. */
  host: string;
  /** For example `TLSv1.3`; null on a connection in clear. */
  tls: string | null;
  /** The proof that it had to give, and has given; absent: it was not asked. */
  proof?: TlsProof;
};

/** A stage in the delivery of a mail to its next hop. */
export type DeliveryStage =
  /** Before any server was asked. */
  | 'prepare'
  | 'dns'
  /** The wait for a free slot in the connection pool of the server. */
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
   * Its text without addresses.
   * @param secrets further words to leave out, such as the recipient's local part, which some servers name without its domain
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
  /** The next hop answered 2yz to the final dot: it has the mail. */
  | { kind: 'accepted'; reply: Status; peer: Peer }
  /**
   * 4yz: the sender keeps the mail and tries again. `unknown` is true where the connection broke or timed out
   * after the final dot: the next hop may have a copy (RFC 1047).
   */
  | (Failure & {
      kind: 'deferred';
      unknown?: boolean /** No server could be trusted: nothing of the mail has left. */;
      untrusted?: TrustFault;
    })
  /** 5yz: the sender returns the mail to its author. */
  | (Failure & { kind: 'refused' });
