/** The way out: hands one message for one recipient to the next server and tells its verdict. */

import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Delivery } from '../../delivery.ts';
import type { Reply } from '../../reply.ts';

/** Connections by what they do; one that is only being made for a message is busy too. */
export type ConnectionCount = { busy: number; idle: number };

export interface NextHop {
  /**
   * Delivers and resolves with the far side's verdict; never rejects. Before the final dot it gives up at
   * `deadline` (milliseconds on the injected clock); after it, only when the far side answers, closes or stays silent
   * for the time of RFC 5321 section 4.5.3.2.6. The reply keeps the far side's code and enhanced code; its text is
   * always our own, because far texts name the real address.
   */
  deliver(envelope: Envelope, message: WireMessage, deadline: number): Promise<Delivery>;
  /** A 4yz reply while the destination of this address is backing off, so that RCPT can be answered without connecting. */
  backingOff(forwardPath: string): Reply | undefined;
  /** Connections to all servers now: those that carry a message or are made for one, and those that rest. */
  readonly connections: ConnectionCount;
  /** From now on no message is held back for a second try; those that wait get their first verdict. */
  hurry(): void;
  /** Ends idle connections at once and the busy ones when their message is through. */
  close(): Promise<void>;
}
