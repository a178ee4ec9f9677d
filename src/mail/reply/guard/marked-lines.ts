/** Lines that may be delimiters of a multipart (RFC 2046 section 5.1.1), found without inspecting the others. */

import type { Octets } from './octets.ts';

/** The cost of inspecting a line that begins with two hyphens, in octets of text. */
export const LINE_WORK = 256;

const MARK = Buffer.from('--');
const LF = 10;
const DOT = 46;
/** Octets at the end of a piece that may begin a mark: LF, a dot, a hyphen. */
const SEAM = 3;
/** Skipping octets is this many times faster than searching a text. */
const PASSED_IN_STEP = 8;

/** A line that begins with two hyphens, or skipped octets without one. */
type Found =
  | {
      line: number;
      /** Whether an unnecessary stuffing dot is before the hyphens; it is removed anyway (RFC 5321 section 4.5.2). */
      isDotted: boolean;
      work: number;
    }
  | { line?: never; isDotted?: never; work: number };

/** @param from index of the LF before the first line */
export function* linesMarked(octets: Octets, from: number): Generator<Found, void, undefined> {
  let tail = Buffer.alloc(0);
  let at = from;
  for (const piece of octets.pieces({ start: from, end: octets.length })) {
    const seam = Buffer.concat([tail, piece.subarray(0, SEAM)]);
    for (const mark of marksIn(seam)) {
      const [isBegun, isEnded] = [mark.lf < tail.length, mark.end <= tail.length];
      if (isBegun && !isEnded) yield found(mark, at - tail.length);
    }
    for (const mark of marksIn(piece)) yield found(mark, at);
    yield { work: piece.length / PASSED_IN_STEP };
    at += piece.length;
    tail = Buffer.concat([tail, piece.subarray(-SEAM)]).subarray(-SEAM);
  }
}

const found = ({ lf, isDotted }: Mark, base: number): Found => ({
  line: base + lf + 1,
  isDotted,
  work: LINE_WORK,
});

/** Indices of the LF before the line, and after its hyphens. */
type Mark = { lf: number; end: number; isDotted: boolean };

/**
 * Two hyphens are rarer than line ends: a base64 attachment has none, and is skipped at the speed of memory. In a
 * line that does not begin with them, the rest of the line is skipped.
 */
function* marksIn(piece: Buffer): Generator<Mark, void, undefined> {
  for (let hyphens = piece.indexOf(MARK); hyphens >= 0; ) {
    const isDotted = piece[hyphens - 1] === DOT;
    const lf = hyphens - (isDotted ? 2 : 1);
    if (piece[lf] === LF) yield { lf, end: hyphens + MARK.length, isDotted };
    const lineEnd = piece.indexOf(LF, hyphens);
    hyphens = lineEnd < 0 ? -1 : piece.indexOf(MARK, lineEnd + 1);
  }
}
