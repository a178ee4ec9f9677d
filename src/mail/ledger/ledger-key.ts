/** A message whose repetition can be distinguished from another message with the same text. */
export type MessageIdentity = {
  fingerprint: Buffer;
  /**
   * A server has added a Received field (RFC 5321 section 4.4), so the same octets again are the same message. Without one they may be
   * a script's next message, whose template has a fixed Date.
   */
  relayed: boolean;
};

/** One message for one recipient from one sender. */
export type LedgerKey = {
  /** Only the sender and the recipient: known at RCPT, before the content. */
  pair: Buffer;
  /** Including the message's fingerprint. It must not leave the process unprotected. */
  name: string;
  relayed: boolean;
};
