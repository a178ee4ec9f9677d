/** The outcome of one delivery. Permanent or transient is part of the type, never guessed from a text. */

import type { Reply } from './reply.ts';

/** What is known of the host that gave the verdict; absent where none was reached. */
export type Peer = {
  /** Host name or address literal as configured or resolved. */
  host: string;
  /** For example `TLSv1.3`; null on a connection in clear. */
  tls: string | null;
};

export type Delivery =
  /** The next hop answered 2yz to the final dot: it has the mail. */
  | { kind: 'accepted'; reply: Reply; peer: Peer }
  /**
   * 4yz: the sender keeps the mail and tries again. `unknown` is true where the connection broke or fell silent
   * after the final dot: the next hop may hold a copy (RFC 1047).
   */
  | { kind: 'deferred'; reply: Reply; peer?: Peer; unknown?: boolean }
  /** 5yz: the sender tells its user. */
  | { kind: 'refused'; reply: Reply; peer?: Peer };
