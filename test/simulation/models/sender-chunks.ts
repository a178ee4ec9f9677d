/** Content in pieces (RFC 3030 section 2): each with its command, the last one with LAST. */

import type { Chance } from '../chance.ts';
import type { SenderPlan } from '../plan.ts';

/** @returns the command of each piece with its octets */
export function chunksOf(content: Buffer, { chunks = 1 }: SenderPlan, chance: Chance): Buffer[] {
  // A piece may be empty, and end within a line.
  const cuts = Array.from({ length: chunks - 1 }, () => chance.whole(0, content.length));
  const ends = [...cuts.toSorted((one, other) => one - other), content.length];
  return ends.map((end, i) => {
    const piece = content.subarray(ends[i - 1] ?? 0, end);
    const last = i === ends.length - 1 ? ' LAST' : '';
    return Buffer.concat([Buffer.from(`BDAT ${piece.length}${last}\r\n`), piece]);
  });
}
