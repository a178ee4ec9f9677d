/** A message whose repetition can be told from another mail with the same words. */
export type MessageIdentity = {
  fingerprint: Buffer;
  /**
   * A server on its way has written a Received field (RFC 5321 section 4.4): the same octets once more are the same mail. Without
   * one they may be the next mail of a script, whose template has a fixed Date.
   */
  relayed: boolean;
};

/** One message for one recipient from one sender. */
export type LedgerKey = {
  /** The sender and the recipient alone: known at RCPT, before the content is. */
  pair: Buffer;
  /** With the message's fingerprint. It must not leave the process as it is. */
  name: string;
  relayed: boolean;
};
