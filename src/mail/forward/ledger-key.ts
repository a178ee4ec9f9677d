/** One message for one recipient from one sender. */
export type LedgerKey = {
  /** The sender and the recipient alone: known at RCPT, before the content is. */
  pair: Buffer;
  /** With the message's fingerprint. It must not leave the process as it is. */
  name: string;
};
