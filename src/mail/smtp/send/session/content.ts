/** The message as DATA and as BDAT want it: never a copy of it, however large it is and however many get it. */

import type { WireMessage } from '../../../message/message.ts';

/** RFC 5321 section 4.1.1.4: the wire form ends with CRLF, so a dot and CRLF end the data. */
const FINAL_DOT = Buffer.from('.\r\n');

/** Octets of one piece at most: no less can be seen to leave at once. */
export const PIECE_OCTETS = 65_536;

const CR = 0x0d;
const LF = 0x0a;

/** What follows the 354: the octets as they are, then the final dot. */
export function dataContent(message: WireMessage): Buffer[] {
  return [...message.chunks, FINAL_DOT];
}

/** RFC 3030 section 2: one chunk, the last one, in one write with its command. @param message without stuffing dots */
export function bdatContent(message: WireMessage): Buffer[] {
  return [Buffer.from(`BDAT ${message.octets} LAST\r\n`), ...message.chunks];
}

/** The same octets, none of the chunks longer than PIECE_OCTETS. */
export function inPieces(chunks: readonly Buffer[]): readonly Buffer[] {
  if (chunks.every(({ length }) => length <= PIECE_OCTETS)) return chunks;
  return chunks.flatMap((chunk) =>
    Array.from({ length: Math.ceil(chunk.length / PIECE_OCTETS) }, (_, i) =>
      chunk.subarray(i * PIECE_OCTETS, (i + 1) * PIECE_OCTETS),
    ),
  );
}

/** Whether a header line holds an octet above 127: RFC 6531 (SMTPUTF8) is then needed. */
export function hasEightBitHeader(message: WireMessage): boolean {
  if (!message.eightBit) return false;
  let lineIsEmpty = true;
  for (const chunk of message.chunks) {
    for (const octet of chunk) {
      if (octet > 127) return true;
      // RFC 5322 section 2.1: an empty line ends the header.
      if (octet === LF && lineIsEmpty) return false;
      if (octet !== CR) lineIsEmpty = octet === LF;
    }
  }
  return false;
}
