/** The environment of a session: its connection and its server. */

import type { Reply } from '../reply.ts';
import type { Budget } from './memory/budget.ts';
import type { Limits } from './limits.ts';
import type { RoomQueue } from './memory/room-queue.ts';
import type { Slabs } from './memory/slabs.ts';

/** The connection as its session sees it. */
export interface Wire {
  /** @returns false if the client does not read earlier replies (backpressure); `drained` is called when it has read them */
  send(octets: string): boolean;
  /** Closes once all octets are sent. */
  end(): void;
  /**
   * Closes after the client, or after a short wait. Calls `acknowledged` if the client's end shows that it has read all replies.
   * @param quit whether the client sent QUIT; else it has already closed its side
   */
  endAfterClient(quit: boolean): void;
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
  /** Called when we ended or rejected a connection, with the last reply. */
  onEnd: (last: Reply) => void;
  /** Called with the reply to each RCPT. */
  onRecipient: (answer: Reply) => void;
  /** Called with an unexpected error, such as one of the policy. The client gets 451 4.3.0, or 421 4.3.0. */
  onFault: (error: unknown) => void;
};
