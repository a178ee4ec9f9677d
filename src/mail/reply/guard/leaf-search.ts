/** Decodes and searches the text of one part, piece by piece. */

import { CharsetDecoder, type Charset, readings } from './decoding/charset.ts';
import type { Needle } from './needles.ts';
import { type GuardReason, refusedBlock } from './part-types.ts';
import { type SearchSteps, STEP_OCTETS } from './steps.ts';
import { TextSearch } from './text-search.ts';
import { decoderNamed } from './decoding/transfer-encoding.ts';

/** The encoding and charset of a text. */
export type Leaf = {
  /** The name of a known decoder (RFC 2045 section 6.2). */
  encoding: string;
  charset: Charset;
  html: boolean;
};

/** Needles that reject the message or are replaced, and Content-IDs, which are only replaced. */
export type Wanted = { shown: readonly Needle[]; ids: readonly Needle[] };

/** `edited`: the text names a Content-ID that was changed. */
export type LeafFinding = 'clean' | 'shown' | 'edited' | GuardReason;

/** Octets kept from a text's end: enough to see the whole beginning of a block. */
const BLOCK_BEGINNING = 512;
const LONGEST_MARK = 3;

/** @param content without the dots of the wire form, split anywhere */
export function* searchLeaf(
  content: Iterable<Buffer>,
  leaf: Leaf,
  wanted: Wanted,
): SearchSteps<LeafFinding> {
  const decoder = decoderNamed(leaf.encoding);
  const text = new LeafText(leaf, wanted);
  for (const piece of withEnd(content)) {
    const last = piece === undefined;
    const decoded = decoder?.push(piece ?? NOTHING, last);
    if (decoded === undefined) return 'reply-mime';
    const refused = text.push(decoded, last);
    if (refused !== undefined) return refused;
    if (text.isShown) return 'shown';
    yield (piece?.length ?? 0) * (1 + wanted.ids.length);
  }
  return text.namesId ? 'edited' : 'clean';
}

/** As `searchLeaf`, for decoded octets. */
export function* searchDecoded(
  octets: Buffer,
  leaf: Leaf,
  wanted: Wanted,
): SearchSteps<LeafFinding> {
  const pieces = Array.from({ length: Math.ceil(octets.length / STEP_OCTETS) }, (_, i) =>
    octets.subarray(i * STEP_OCTETS, (i + 1) * STEP_OCTETS),
  );
  return yield* searchLeaf(pieces, { ...leaf, encoding: 'binary' }, wanted);
}

const NOTHING = Buffer.alloc(0);

function* withEnd(pieces: Iterable<Buffer>): Generator<Buffer | undefined> {
  yield* pieces;
  yield undefined;
}

/** A text in all its possible decodings. */
class LeafText {
  readonly #leaf: Leaf;
  readonly #wanted: Wanted;
  #readers: Reader[] = [];
  /** The first octets, while they are too few to decide the charset. */
  #beginning: Buffer = NOTHING;
  /** The last octets so far; initially a line end, because a line begins. */
  #tail = '\n';

  constructor(leaf: Leaf, wanted: Wanted) {
    this.#leaf = leaf;
    this.#wanted = wanted;
  }

  get isShown(): boolean {
    return this.#readers.some((reader) => reader.isShown);
  }

  get namesId(): boolean {
    return this.#readers.some((reader) => reader.namesId);
  }

  push(piece: Buffer, last: boolean): GuardReason | undefined {
    let octets = piece;
    if (this.#readers.length === 0) {
      octets = this.#beginning = Buffer.concat([this.#beginning, piece]);
      if (octets.length < LONGEST_MARK && !last) return undefined;
      this.#readers = readings(this.#leaf.charset, octets).map(
        (charset) => new Reader(charset, this.#leaf.html, this.#wanted),
      );
    }
    const text = octets.toString('latin1');
    const seam = this.#tail + text.slice(0, BLOCK_BEGINNING);
    this.#tail = (this.#tail + text.slice(-BLOCK_BEGINNING)).slice(-BLOCK_BEGINNING);
    const holds = (mark: string) => text.includes(mark) || seam.includes(mark);
    for (const reader of this.#readers) reader.push(octets, { last, comment: holds(COMMENT) });
    if (!BLOCK_MARKS.some(holds)) return undefined;
    // Neither text begins at a line start: the blank keeps its first octets from matching there.
    return refusedBlock(` ${seam}`) ?? refusedBlock(` ${text}`);
  }
}

const COMMENT = '<!--';
/** Line beginnings that may start another kind of block. */
const BLOCK_MARKS = ['\nbegin', '\n=ybegin', '\n-----BEGIN PGP '];

/** One decoding of a text. */
class Reader {
  isShown = false;
  /** Whether the text names a Content-ID. */
  namesId = false;
  /** The undecorated text, which is also searched for Content-IDs. */
  readonly #plain: TextSearch;
  readonly #searches: readonly TextSearch[];
  readonly #shown: readonly Needle[];
  readonly #ids: ReadonlySet<Needle>;
  readonly #decoder: CharsetDecoder;
  /** Before the first HTML comment, the text is the same whether comments count or not. */
  readonly #comments: TextSearch | undefined;
  #commented: boolean;

  constructor(charset: Charset, html: boolean, { shown, ids }: Wanted) {
    this.#decoder = new CharsetDecoder(charset);
    this.#comments = html ? new TextSearch(shown, 'comments-in') : undefined;
    // In other charsets the comment mark has other octets.
    this.#commented = !charset.extendsAscii;
    this.#shown = shown;
    this.#ids = new Set(ids);
    this.#plain = new TextSearch([...shown, ...ids]);
    this.#searches = [
      this.#plain,
      ...(html ? [new TextSearch(shown, 'out')] : []),
      ...(this.#comments === undefined ? [] : [this.#comments]),
    ];
  }

  push(octets: Buffer, { last, comment }: { last: boolean; comment: boolean }): void {
    const units = this.#decoder.push(octets, last);
    this.#commented ||= comment;
    for (const search of this.#searches) {
      if (search === this.#comments && !this.#commented) search.skip(units.length);
      else search.push(units, last);
    }
    this.#noteFinds();
  }

  #noteFinds(): void {
    for (const { needle } of this.#searches.flatMap(({ finds }) => finds.splice(0))) {
      if (this.#ids.has(needle)) this.namesId = true;
      else this.isShown = true;
    }
    // One is enough: a text may name millions, which would fill the memory.
    if (this.namesId) this.#plain.needles = this.#shown;
  }
}
