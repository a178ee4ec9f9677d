import type { DeliveryStage } from '../../delivery.ts';

/** The reason why a connection cannot be used any longer. */
export type FailureReason =
  /** No address accepted a connection in time. */
  | 'unreachable'
  /** The server closed or reset it. */
  | 'closed'
  /** The server did not answer within the timeout. */
  | 'silent'
  /** The server's octets were not an SMTP reply, or an unexpected one. */
  | 'garbled'
  /** TLS is required, and the server does not start it. */
  | 'no-starttls'
  /** The TLS handshake failed, or the certificate was not valid. */
  | 'tls';

/** A connection failed. The message of the error is logged and does not contain addresses. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly reason: FailureReason;
  /** The stage in which it failed. */
  stage: DeliveryStage = 'connect';

  constructor(reason: FailureReason, detail = '') {
    super(detail || reason);
    this.reason = reason;
  }
}
