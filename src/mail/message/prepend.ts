/** The one change that we make to a message: lines in front of it, and some lines of its header taken out. */

import type { WireMessage } from './message.ts';

/** @param lines complete header fields, each ended by CRLF, in US-ASCII or UTF-8 */
export function prepend(lines: string, message: WireMessage): WireMessage {
  const top = Buffer.from(lines, 'utf8');
  return {
    chunks: [top, ...message.chunks],
    octets: top.length + message.octets,
    eightBit: message.eightBit || top.length !== lines.length,
  };
}

/** The message without the octets from `start` to `end`; both lie at the same place in the header block and here. */
export function cut(message: WireMessage, start: number, end: number): WireMessage {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const chunk of message.chunks) {
    if (at + chunk.length <= start || at >= end) {
      chunks.push(chunk);
    } else {
      const before = chunk.subarray(0, Math.max(0, start - at));
      const behind = chunk.subarray(end - at);
      chunks.push(...[before, behind].filter(({ length }) => length > 0));
    }
    at += chunk.length;
  }
  return { ...message, chunks, octets: message.octets - (end - start) };
}
