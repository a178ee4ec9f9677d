/** Replaces addresses in a text. All other octets and the encoding stay. */

import { isUtf8 } from 'node:buffer';
import { CharsetDecoder, type Charset, OCTETS, readings } from './decoding/charset.ts';
import { type Leaf, searchDecoded, type Wanted } from './leaf-search.ts';
import type { Needle } from './needles.ts';
import type { TagHandling } from './decoding/html-tags.ts';
import { type SearchSteps, STEP_OCTETS } from './steps.ts';
import { endOfCharacter } from './decoding/text-folding.ts';
import { type Find, TextSearch } from './text-search.ts';
import { decoderNamed, encoderNamed } from './decoding/transfer-encoding.ts';

/** A replacement may create another address, as in `jane@jane@example.org`. */
const ROUNDS = 3;
/** RFC 5322 section 2.1.1, including the CRLF. */
const LINE_OCTETS = 1000;

/** The text that replaces a needle. */
export type Replacement = (needle: Needle) => string;

/**
 * Undefined if an address cannot be removed completely.
 * @param content without stuffing dots.
 * @returns the new content
 */
export function* rewriteLeaf(
  content: Buffer,
  leaf: Leaf,
  { wanted, replacement }: { wanted: Wanted; replacement: Replacement },
): SearchSteps<Buffer | undefined> {
  let octets = decoderNamed(leaf.encoding)?.push(content, true);
  for (let round = 0; round < ROUNDS && octets !== undefined; round++) {
    yield content.length;
    octets = yield* replaced(octets, leaf, { wanted, replacement });
    if (octets === undefined) return undefined;
    const finding = yield* searchDecoded(octets, leaf, wanted);
    if (finding === 'clean') return yield* encoded(octets, content, leaf);
  }
  return undefined;
}

function* replaced(
  octets: Buffer,
  { charset, html }: Leaf,
  { wanted, replacement }: { wanted: Wanted; replacement: Replacement },
): SearchSteps<Buffer> {
  const view = viewOf(octets, charset);
  const units = new CharsetDecoder(view).push(octets, true);
  const { shown, ids } = wanted;
  // Content-IDs are searched only in the raw text: references to them are in tags.
  const views: readonly TagHandling[] = html && shown.length > 0 ? ['out', 'comments-in'] : [];
  const searches = [
    new TextSearch([...shown, ...ids]),
    ...views.map((tags) => new TextSearch(shown, tags)),
  ];
  for (let at = 0; at < units.length; at += STEP_OCTETS) {
    const piece = units.subarray(at, at + STEP_OCTETS);
    for (const search of searches) search.push(piece, at + STEP_OCTETS >= units.length);
    yield piece.length;
  }
  const places = octetPlaces(octets, view);
  const pieces: Buffer[] = [];
  let done = 0;
  let from = 0;
  for (const find of inOrder(searches.flatMap(({ finds }) => finds))) {
    if (find.start < done) continue;
    done = endOfCharacter(units, find.end - 1);
    const start = places(find.start);
    const end = places(done);
    const tags = html ? tagsWithin(octets.toString('latin1', start, end)) : '';
    pieces.push(octets.subarray(from, start), encodeText(replacement(find.needle) + tags, view));
    from = end;
  }
  pieces.push(octets.subarray(from));
  return Buffer.concat(pieces);
}

/** Sorted by start; of those with the same start, the longest is first. */
const inOrder = (finds: Find[]) => finds.toSorted((a, b) => a.start - b.start || b.end - a.end);

/** Tags inside an address are kept, so that each element still ends. */
const tagsWithin = (text: string) => (text.match(/<[/a-z][^<>]*>/gi) ?? []).join('');

/** A charset in which the position of a character in the octets is known. */
function viewOf(octets: Buffer, charset: Charset): Charset {
  const [reading = charset] = readings(charset, octets);
  if (reading.name === 'utf-16le' && octets[0] === 0xfe && octets[1] === 0xff) {
    return { ...reading, name: 'utf-16be' };
  }
  if (reading.name.startsWith('utf-16')) return octets[0] === 0xff ? reading : charset;
  // An ASCII address has the same octets in all the others.
  return reading.name === 'utf-8' && isUtf8(octets) ? reading : OCTETS;
}

/** The octet at which a unit begins, for units in rising order. */
function octetPlaces(octets: Buffer, { name }: Charset): (unit: number) => number {
  if (name.startsWith('utf-16')) return (unit) => unit * 2;
  if (name !== 'utf-8') return (unit) => unit;
  let at = 0;
  let units = 0;
  return (unit) => {
    for (; units < unit && at < octets.length; at++) {
      const octet = octets[at] ?? 0;
      // RFC 3629 section 3: an octet that begins a character; four octets are two units.
      if (octet >> 6 !== 2) units += octet >= 0xf0 ? 2 : 1;
    }
    while ((octets[at] ?? 0) >> 6 === 2) at++;
    return at;
  };
}

function encodeText(text: string, { name }: Charset): Buffer {
  if (!name.startsWith('utf-16')) return Buffer.from(text, 'utf8');
  const octets = Buffer.from(text, 'utf16le');
  return name === 'utf-16be' ? octets.swap16() : octets;
}

/** Undefined if lines became too long to be sent. */
function* encoded(
  octets: Buffer,
  before: Buffer,
  { encoding, charset }: Leaf,
): SearchSteps<Buffer | undefined> {
  const encoder = encoderNamed(encoding, charset.extendsAscii);
  const pieces: Buffer[] = [];
  for (let at = 0; at < octets.length; at += STEP_OCTETS) {
    const last = at + STEP_OCTETS >= octets.length;
    const piece = encoder.push(octets.subarray(at, at + STEP_OCTETS), last);
    if (piece !== undefined) pieces.push(piece);
    yield Math.min(STEP_OCTETS, octets.length - at);
  }
  const all = Buffer.concat(pieces);
  if (longestLine(all) > Math.max(LINE_OCTETS, longestLine(before))) return undefined;
  // The line end after the text belongs to the boundary.
  const ended = endsLine(all) && !endsLine(before);
  return ended ? all.subarray(0, -CRLF.length) : all;
}

const CRLF = '\r\n';
const endsLine = (octets: Buffer) =>
  octets.toString('latin1', octets.length - CRLF.length) === CRLF;

function longestLine(octets: Buffer): number {
  let longest = 0;
  let from = 0;
  for (let end = octets.indexOf('\n'); end >= 0; end = octets.indexOf('\n', from)) {
    longest = Math.max(longest, end + 1 - from);
    from = end + 1;
  }
  return Math.max(longest, octets.length - from);
}
