/** The outcome of one delivery. Permanent or transient is part of the type, never guessed from a text. */

import type { Reply } from './reply.ts';

/** What is known of the host that gave the verdict; absent where none was reached. */
export type Peer = {
  /** Host name or address literal as configured or resolved. */
  host: string;
  /** For example `TLSv1.3`; null on a connection in clear. */
  tls: string | null;
};

/** A step on the way of a mail to its next hop. */
export type Stage =
  /** Ours: no server was asked. */
  | 'prepare'
  | 'dns'
  /** For a free connection to the server. */
  | 'wait'
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** With the handshake of TLS. */
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  /** The octets of the message. */
  | 'content'
  /** From the final dot to its reply. */
  | 'dot';

/** What the next hop itself answered: for the operator. Our sender hears no more of it than the delivery's `reply` says. */
export type FarAnswer = {
  code: number;
  /** As the next hop said it, registered or not. */
  enhanced: string;
  /**
   * Its words without addresses.
   * @param secrets such as the local part of the recipient, which some servers name alone
   */
  words: (secrets: readonly string[]) => string;
};

/** Of a mail that did not arrive. */
type Failure = {
  reply: Reply;
  peer?: Peer;
  /** Where it failed; absent: `prepare`. */
  stage?: Stage;
  /** Absent where the verdict is our own. */
  far?: FarAnswer;
};

export type Delivery =
  /** The next hop answered 2yz to the final dot: it has the mail. */
  | { kind: 'accepted'; reply: Reply; peer: Peer }
  /**
   * 4yz: the sender keeps the mail and tries again. `unknown` is true where the connection broke or fell silent
   * after the final dot: the next hop may hold a copy (RFC 1047).
   */
  | (Failure & { kind: 'deferred'; unknown?: boolean })
  /** 5yz: the sender tells its user. */
  | (Failure & { kind: 'refused' });
