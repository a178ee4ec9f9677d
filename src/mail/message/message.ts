/** A message as octets in memory, never on disk. */

import { isAscii } from 'node:buffer';

/**
 * The octets of one message in the wire form of RFC 5321 section 4.5.2: dot-stuffed, every line ending with CRLF,
 * without the final `.` line. They contain no bare CR, bare LF or NUL.
 */
export type WireMessage = {
  readonly chunks: readonly Buffer[];
  /** Sum of the chunks' lengths, stuffing dots included. */
  readonly octets: number;
  /** Whether the message has an octet above 127: it then needs RFC 6152 (8BITMIME). */
  readonly eightBit: boolean;
};

/** Our own message in one piece: none of its lines begins with a dot. @param lines without their ends */
export function messageOf(lines: readonly string[]): WireMessage {
  const octets = Buffer.from(lines.join('\r\n'), 'utf8');
  return { chunks: [octets], octets: octets.length, eightBit: !isAscii(octets) };
}

/** The sender and the recipients, RFC 5321 section 2.3.1; addresses without angle brackets. */
export type Envelope = {
  /** Empty for the null reverse-path `<>`. */
  reversePath: string;
  forwardPath: string;
  /** Whether the sender declared SMTPUTF8 (RFC 6531) for this message. */
  utf8: boolean;
};
