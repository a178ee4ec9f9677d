/** Delivery to the next hop: one message for one recipient, and the verdict of the server. */

import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Delivery } from '../../delivery.ts';
import type { Reply } from '../../reply.ts';

/**
 * Connections by their state; one being established for a message counts as busy. `waiting`: messages that wait for a
 * connection.
 */
export type ConnectionCount = { busy: number; idle: number; waiting: number };

export interface NextHop {
  /**
   * Delivers and resolves with the verdict; never rejects. Before the final dot it gives up at `deadline` (milliseconds on the
   * injected clock); after it, only when the server replies, closes or exceeds the timeout of RFC 5321 section 4.5.3.2.6. The
   * verdict keeps the server's code and enhanced code. The server's text is never passed on, because it may name the real address.
   */
  deliver(envelope: Envelope, message: WireMessage, deadline: number): Promise<Delivery>;
  /** A 4yz reply during the back-off of this address's destination, so that RCPT is answered without connecting. */
  backingOff(forwardPath: string): Reply | undefined;
  /** Current connections to all servers. */
  readonly connections: ConnectionCount;
  /** The number of messages held for their retry. */
  readonly held: number;
  /** Stops holding messages for a retry; those held get their first verdict. */
  endRetries(): void;
  /** Graceful shutdown: accepts no more messages, and closes the connections once none is in progress. */
  close(): Promise<void>;
}
