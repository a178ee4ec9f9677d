import type { Stage } from '../../delivery.ts';

/** Why a connection is of no more use. */
export type FailureReason =
  /** No address could be connected to in time. */
  | 'unreachable'
  /** The far side closed or reset it. */
  | 'closed'
  /** The far side said nothing for as long as we wait. */
  | 'silent'
  /** What it said was no SMTP, or not at its time. */
  | 'garbled'
  /** No TLS session came about, or its certificate is not good enough. */
  | 'tls';

export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly reason: FailureReason;
  /** What was under way. */
  stage: Stage = 'connect';

  constructor(reason: FailureReason, detail = '') {
    super(detail || reason);
    this.reason = reason;
  }
}
