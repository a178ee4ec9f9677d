/** The content of a received message as a copy. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { unstuffDots } from '#mail/message/dot-stuffing.ts';
import type { WireMessage } from '#mail/message/message.ts';

const LF = 10;

/**
 * Without its stuffing dots, of which a hostile message has millions: other work gets a turn after each chunk.
 * @param message its octets are read until the promise resolves
 */
export async function contentInTurns({ chunks }: WireMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let atLineStart = true;
  for (const chunk of chunks) {
    pieces.push(unstuffDots(chunk, atLineStart));
    atLineStart = chunk.at(-1) === LF;
    await nextTurn();
  }
  return Buffer.concat(pieces);
}
