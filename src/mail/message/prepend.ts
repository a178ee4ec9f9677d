/** Lines in front of a message. */

import { isAscii } from 'node:buffer';
import type { WireMessage } from './message.ts';

/** @param lines complete header fields in wire form, each ended by CRLF; the message owns their octets from then on */
export function prepend(lines: Buffer, message: WireMessage): WireMessage {
  if (lines.length === 0) return message;
  return {
    chunks: [lines, ...message.chunks],
    octets: lines.length + message.octets,
    eightBit: message.eightBit || !isAscii(lines),
  };
}
