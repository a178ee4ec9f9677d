/** The message in the form of DATA. Its octets are never copied, whatever its size. */

import type { WireMessage } from '../../../message/message.ts';

/** RFC 5321 section 4.1.1.4: the wire form ends with CRLF, so a dot and CRLF end the data. */
const FINAL_DOT = Buffer.from('.\r\n');

/** Largest piece in octets: progress of the upload is measured piece by piece. */
export const PIECE_OCTETS = 65_536;

const CR = 0x0d;
const LF = 0x0a;

/** The octets after 354: the unchanged message, then the final dot. */
export function dataContent(message: WireMessage): Buffer[] {
  return [...message.chunks, FINAL_DOT];
}

/** The same octets in chunks of at most PIECE_OCTETS. */
export function inPieces(chunks: readonly Buffer[]): readonly Buffer[] {
  if (chunks.every(({ length }) => length <= PIECE_OCTETS)) return chunks;
  return chunks.flatMap((chunk) =>
    Array.from({ length: Math.ceil(chunk.length / PIECE_OCTETS) }, (_, i) =>
      chunk.subarray(i * PIECE_OCTETS, (i + 1) * PIECE_OCTETS),
    ),
  );
}

/** Whether a header line contains an octet above 127, so that the message needs SMTPUTF8 (RFC 6531). */
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
