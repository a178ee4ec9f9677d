/** The message as DATA and as BDAT want it. */

import type { WireMessage } from '../../message/message.ts';

/** RFC 5321 section 4.1.1.4: the wire form ends with CRLF, so a dot and CRLF end the data. */
const FINAL_DOT = Buffer.from('.\r\n');

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** What follows the 354: the octets as they are, then the final dot. */
export function dataContent(message: WireMessage): Buffer[] {
  return [...message.chunks, FINAL_DOT];
}

/** What a BDAT command announces (RFC 3030 section 2): the message's own octets, without stuffing dots. */
export type PlainContent = { chunks: Buffer[]; octets: number };

/**
 * Takes out the stuffing dots: RFC 5321 section 4.5.2, the first dot of each line that begins with one.
 * A chunk without such a line is passed on as it is; others are copied, however many dots they hold.
 */
export function plainContent(message: WireMessage): PlainContent {
  const chunks: Buffer[] = [];
  let octets = 0;
  let before = '\r\n';
  for (const chunk of message.chunks) {
    const first = firstStuffingDot(chunk, before);
    const plain = first < 0 ? chunk : withoutStuffing(chunk, first);
    if (plain.length > 0) chunks.push(plain);
    octets += plain.length;
    before = (before + chunk.toString('latin1', Math.max(0, chunk.length - 2))).slice(-2);
  }
  return { chunks, octets };
}

/** @param before the two octets ahead of the chunk */
function firstStuffingDot(chunk: Buffer, before: string): number {
  if (before === '\r\n' && chunk[0] === DOT) return 0;
  if (before.endsWith('\r') && chunk[0] === LF && chunk[1] === DOT) return 1;
  const found = chunk.indexOf('\r\n.', 0, 'latin1');
  return found < 0 ? -1 : found + 2;
}

function withoutStuffing(chunk: Buffer, firstDot: number): Buffer {
  const plain = Buffer.allocUnsafe(chunk.length - 1);
  let length = chunk.copy(plain, 0, 0, firstDot);
  for (let i = firstDot + 1; i < chunk.length; i++) {
    const octet = chunk[i] ?? 0;
    const stuffing = octet === DOT && chunk[i - 1] === LF && chunk[i - 2] === CR;
    if (!stuffing) plain[length++] = octet;
  }
  return plain.subarray(0, length);
}

/** Whether a header line holds an octet above 127: RFC 6531 (SMTPUTF8) is then needed. */
export function hasEightBitHeader(message: WireMessage): boolean {
  if (!message.eightBit) return false;
  const block = Buffer.concat(message.chunks);
  const end = block.indexOf('\r\n\r\n', 0, 'latin1');
  return block.subarray(0, end < 0 ? block.length : end).some((octet) => octet > 127);
}
