/** Adds lines before a message. */

import { isAscii } from 'node:buffer';
import type { WireMessage } from './message.ts';

/**
 * @param lines complete header fields in wire form, each ending with CRLF; the message owns their octets afterwards
 */
export function prepend(lines: Buffer, message: WireMessage): WireMessage {
  if (lines.length === 0) return message;
  return {
    chunks: [lines, ...message.chunks],
    octets: lines.length + message.octets,
    eightBit: message.eightBit || !isAscii(lines),
  };
}
