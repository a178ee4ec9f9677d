/** The parts of a message (RFC 2046 section 5.1) as ranges of its octets. Nothing is decoded, nothing is copied but part headers. */

import type { HeaderBlock } from '../../message/header-block.ts';
import type { WireMessage } from '../../message/message.ts';

/** Octets of a message in wire form: from `start` until before `end`. */
export type Range = { start: number; end: number };

/** A reply as its owner's server has sent it. The octets are lent until the verdict. */
export type ReplyMail = {
  message: WireMessage;
  /** Its header. */
  block: HeaderBlock;
  /** Index of the body's first octet in the wire form: behind the empty line. */
  bodyStart: number;
};

/** One part, or the message itself. */
export type Part = {
  /** 0 is the message itself; the others are counted in the order in which they begin. */
  number: number;
  /** `type/subtype` in lower case. */
  type: string;
  block: HeaderBlock;
  /** Begins where the part's first field does; empty for the message itself, whose header is not the guard's to change. */
  header: Range;
  /** Without the CRLF that belongs to the boundary behind it. */
  body: Range;
};
