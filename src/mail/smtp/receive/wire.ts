/** The environment of a session: its connection and its server. */

import type { Reply } from '../reply.ts';
import type { Budget } from './memory/budget.ts';
import type { Limits } from './limits.ts';
import type { RoomQueue } from './memory/room-queue.ts';
import type { Slabs } from './memory/slabs.ts';

/** The connection, from the view of its session. */
export interface Wire {
  /** @returns false where the client does not read earlier replies (backpressure); `drained` is called when it has read them */
  send(octets: string): boolean;
  /** Closes once all octets are sent. */
  end(): void;
  /**
   * Closes after the client, or after a moment; calls `hasReadAll` if the client's end shows that it has.
   * @param quit it said QUIT; else it has closed its side already
   */
  endBehindClient(quit: boolean): void;
  /** Starts TLS; `secured` is called when the handshake is done. */
  secure(): void;
  pause(): void;
  resume(): void;
}

export type SessionSettings = {
  /** Our name in the greeting and in the EHLO reply. */
  hostname: string;
  limits: Limits;
  budget: Budget;
  roomQueue: RoomQueue;
  slabs: Slabs;
  /** The client's address block, under which the budget counts. */
  block: string;
  /** Whether a certificate for STARTTLS is available. */
  tlsOffered: () => boolean;
  /** A connection was ended from our side, with this last reply. */
  onEnd: (last: Reply) => void;
  /** An address was named by RCPT, and answered. */
  onRecipient: (answer: Reply) => void;
  /** An error of the policy: the client gets 451, the operator the reason. */
  onFault: (error: unknown) => void;
};
