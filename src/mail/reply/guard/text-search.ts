/** Searches a text for needles, piece by piece: a find may be broken by anything that a reader does not see. */

import { unitsOf } from './decoding/charset.ts';
import { HtmlTags, type TagHandling } from './decoding/html-tags.ts';
import { LONGEST_MATCH, type Needle } from './needles.ts';
import type { Range } from './octets.ts';
import { fold, type FoldingState, LOOK_AHEAD, MOST_FOLDED } from './decoding/text-folding.ts';

/** Units folded at once. */
const BLOCK = 16_384;
/** Folded units before a match that decide whether it is the end of a longer name: more than any domain has. */
const CONTEXT = 256;
const TAIL = LONGEST_MATCH + CONTEXT;

/** Shared by all searches: only one uses them between two turns of the event loop. */
const units = new Uint16Array(LOOK_AHEAD * 2 + BLOCK);
const folded = new Uint16Array(TAIL + MOST_FOLDED * units.length);
const origins = new Uint32Array(folded.length);
const foldedOctets = Buffer.from(folded.buffer);

const NO_UNITS = new Uint16Array(0);
const NO_ORIGINS = new Uint32Array(0);

/** Indices of code units in the whole text; the last character may be longer. */
export type Find = Range & { needle: Needle };

/** Whether a short text shows one of them. */
export function shows(text: string, needles: readonly Needle[]): boolean {
  const search = new TextSearch(needles);
  search.push(unitsOf(text), true);
  return search.finds.length > 0;
}

export class TextSearch {
  /** In the order of discovery. */
  readonly finds: Find[] = [];
  /** Some may be left out after a piece. */
  needles: readonly Needle[];
  readonly #starts = new Set<number>();
  readonly #tags: HtmlTags | undefined;
  readonly #state: FoldingState = { atLineStart: true };
  /** Units that wait for the units after them; the first may have been folded. */
  #held = NO_UNITS;
  #foldFrom = 0;
  /** Index of the first waiting unit. */
  #base = 0;
  #foldedTail = NO_UNITS;
  #originsTail = NO_ORIGINS;

  /** @param tags undefined if the text is not HTML, or is searched raw */
  constructor(needles: readonly Needle[], tags?: TagHandling) {
    this.needles = needles;
    this.#tags = tags && new HtmlTags(tags);
  }

  /** @param text the next code units. @param last no more follow */
  push(text: Uint16Array, last: boolean): void {
    if (this.needles.length === 0) return;
    let at = 0;
    do {
      const block = text.subarray(at, at + BLOCK);
      at += BLOCK;
      this.#pushBlock(block, last && at >= text.length);
    } while (at < text.length);
  }

  /** Skips units at the beginning of the text. */
  skip(count: number): void {
    this.#base += count;
  }

  #pushBlock(block: Uint16Array, last: boolean): void {
    const held = this.#held.length;
    units.set(this.#held);
    units.set(block, held);
    const end = held + block.length;
    const until = last ? end : Math.max(0, end - LOOK_AHEAD);
    // Tags become blanks before the folding: a tag must not be folded as text.
    const raw = last ? NO_UNITS : units.slice(until, end);
    this.#tags?.blank(units, { until, end });
    folded.set(this.#foldedTail);
    origins.set(this.#originsTail);
    const { count, read } = fold(
      { units, folded, origins },
      {
        from: this.#foldFrom,
        until,
        end,
        base: this.#base,
        count: this.#foldedTail.length,
      },
      this.#state,
    );
    this.#search(count, last);
    if (last) return;
    const tail = Math.max(0, count - TAIL);
    this.#foldedTail = folded.slice(tail, count);
    this.#originsTail = origins.slice(tail, count);
    this.#held = raw;
    this.#base += until;
    this.#foldFrom = Math.max(0, read - until);
  }

  #search(count: number, last: boolean): void {
    const text = foldedOctets.toString('utf16le', 0, count * 2);
    // A match at the beginning of the tail, without its context, was judged with the previous block.
    const first = this.#foldedTail.length < TAIL ? 0 : CONTEXT;
    for (const needle of this.needles) {
      const { needed, within } = needle;
      if (!needed.every((some) => some.some((one) => text.includes(one)))) continue;
      for (const { 0: found, index } of text.matchAll(needle.expression)) {
        const end = index + found.length;
        // A match at the end of the block is judged with the next one.
        if (index < first || (end === count && !last)) continue;
        if (isOfAnother(text, { index, end }, within)) continue;
        const start = origins[index] ?? 0;
        if (this.#starts.has(start)) continue;
        this.#starts.add(start);
        this.finds.push({ start, end: (origins[end - 1] ?? 0) + 1, needle });
      }
    }
  }
}

const WORD = /[\p{L}\p{N}]/u;
const LETTER = /\p{L}/u;
/** Scripts without blanks between words: a letter next to a name belongs to the sentence. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Escapes that no program has resolved: their letters do not belong to a name. */
const ESCAPE = /(?:[=%_-](?:25)?[0-9a-f]{2}|\\[a-z])$/;
const ESCAPE_UNITS = 5;

/** Whether a find is the end of a longer name, or in a longer domain. */
function isOfAnother(
  text: string,
  found: { index: number; end: number },
  within: Needle['within'],
) {
  const { index, end } = found;
  const joined = (i: number) => (origins[i] ?? 0) - (origins[i - 1] ?? 0) === 1;
  const before = (i: number) =>
    i > 0 &&
    joined(i) &&
    WORD.test(text.charAt(i - 1)) &&
    isOneWord(text.charAt(i - 1), text.charAt(index)) &&
    !ESCAPE.test(text.slice(Math.max(0, i - ESCAPE_UNITS), i));
  const behind = (i: number) =>
    joined(i) && LETTER.test(text.charAt(i)) && isOneWord(text.charAt(i), text.charAt(end - 1));
  switch (within) {
    case 'anything':
      return false;
    case 'domain':
      // A host's name may be inside a longer word of a program: `Part-17/nest.example-4`.
      return before(index) || behind(end);
    case 'word':
      return before(index);
    case 'identifier':
      return isLongerId(text, end, joined);
    case 'address':
      if (before(index)) return true;
      // List senders have an address after a hyphen in their own: `bounces-7-ann=example.org`.
      if (/^[^@]*=/.test(text.slice(index, end))) return false;
      // If a hyphen replaces the percent sign, the underscore replaces a slash: `t.test_jane-40nest.example`.
      if (text.charAt(index - 1) === '_' && /-(?:25)?40/.test(text.slice(index, end))) return false;
      return (
        index > 1 && joined(index) && /[._+-]/.test(text.charAt(index - 1)) && before(index - 1)
      );
  }
}

/** Whether an identifier continues after the index: a dot alone ends the sentence that names it. */
function isLongerId(text: string, end: number, joined: (i: number) => boolean): boolean {
  const at = text.charAt(end) === '.' && joined(end) ? end + 1 : end;
  return joined(at) && /[\w@+%=$-]/.test(text.charAt(at));
}

/** Whether a letter next to a name may belong to it; a letter of another script belongs to the sentence. */
const isOneWord = (letter: string, ofName: string) =>
  isAscii(letter) === isAscii(ofName) && !UNSPACED.test(letter);

const isAscii = (char: string) => char.charCodeAt(0) < 128;
