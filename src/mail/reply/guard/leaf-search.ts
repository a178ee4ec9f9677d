/** The text of one part, decoded and searched piece by piece. */

import { CharsetDecoder, type Charset, readings } from './charset.ts';
import type { Needle } from './needles.ts';
import { type GuardReason, refusedBlock } from './part-types.ts';
import { type Steps, STEP_OCTETS } from './steps.ts';
import { TextSearch } from './text-search.ts';
import { decoderNamed } from './transfer-encoding.ts';

/** How a text is to be read. */
export type Leaf = {
  /** A name that a decoder has (RFC 2045 section 6.2). */
  encoding: string;
  charset: Charset;
  html: boolean;
};

/** Needles that refuse the mail or are replaced, and those that are replaced alone: Content-IDs. */
export type Wanted = { shown: readonly Needle[]; ids: readonly Needle[] };

/** `edited`: the text names a Content-ID that has changed. */
export type LeafFinding = 'clean' | 'shown' | 'edited' | GuardReason;

/** Of what begins a block in a text: enough of it is kept to see it whole. */
const BLOCK_BEGINNING = 512;
const LONGEST_MARK = 3;

/** @param content without the dots of the wire form, cut anywhere */
export function* searchLeaf(
  content: Iterable<Buffer>,
  leaf: Leaf,
  wanted: Wanted,
): Steps<LeafFinding> {
  const decoder = decoderNamed(leaf.encoding);
  const text = new LeafText(leaf, wanted);
  for (const piece of withEnd(content)) {
    const last = piece === undefined;
    const decoded = decoder?.push(piece ?? NOTHING, last);
    if (decoded === undefined) return 'reply-mime';
    const refused = text.push(decoded, last);
    if (refused !== undefined) return refused;
    if (text.isShown) return 'shown';
    yield piece?.length ?? 0;
  }
  return text.namesId ? 'edited' : 'clean';
}

/** As `searchLeaf`, in octets that were decoded. */
export function* searchDecoded(octets: Buffer, leaf: Leaf, wanted: Wanted): Steps<LeafFinding> {
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

/** A text in all the ways in which it may be read. */
class LeafText {
  readonly #leaf: Leaf;
  readonly #wanted: Wanted;
  #readers: Reader[] | undefined;
  #beginning: Buffer = NOTHING;
  /** The end of what was read; at first of nothing, behind which a line begins. */
  #tail = '\n';

  constructor(leaf: Leaf, wanted: Wanted) {
    this.#leaf = leaf;
    this.#wanted = wanted;
  }

  get isShown(): boolean {
    return this.#readers?.some(({ shown }) => shown.some(({ finds }) => finds.length > 0)) ?? false;
  }

  get namesId(): boolean {
    return this.#readers?.some(({ ids }) => ids.some(({ finds }) => finds.length > 0)) ?? false;
  }

  push(octets: Buffer, last: boolean): GuardReason | undefined {
    if (this.#readers === undefined) {
      this.#beginning = Buffer.concat([this.#beginning, octets]);
      if (this.#beginning.length < LONGEST_MARK && !last) return undefined;
      this.#readers = readings(this.#leaf.charset, this.#beginning).map((charset) =>
        readerOf(charset, this.#leaf.html, this.#wanted),
      );
      this.#search(this.#readers, this.#beginning, last);
    } else {
      this.#search(this.#readers, octets, last);
    }
    return this.#refused(octets);
  }

  #search(readers: readonly Reader[], octets: Buffer, last: boolean): void {
    for (const { decoder, shown, ids } of readers) {
      const units = decoder.push(octets, last);
      for (const search of shown) search.push(units, last);
      for (const search of ids) search.push(units, last);
    }
  }

  /** What begins a block of another kind stands at the beginning of a line. */
  #refused(octets: Buffer): GuardReason | undefined {
    const text = octets.toString('latin1');
    const seam = this.#tail + text.slice(0, BLOCK_BEGINNING);
    this.#tail = (this.#tail + text.slice(-BLOCK_BEGINNING)).slice(-BLOCK_BEGINNING);
    if (!SUSPECTS.some((mark) => seam.includes(mark) || text.includes(mark))) return undefined;
    // Neither begins where a line does.
    return refusedBlock(` ${seam}`) ?? refusedBlock(` ${text}`);
  }
}

const SUSPECTS = ['\nbegin', '\n=ybegin', '\n-----BEGIN PGP '];

type Reader = {
  decoder: CharsetDecoder;
  shown: readonly TextSearch[];
  ids: readonly TextSearch[];
};

function readerOf(charset: Charset, html: boolean, { shown, ids }: Wanted): Reader {
  return {
    decoder: new CharsetDecoder(charset),
    shown: html
      ? [new TextSearch(shown), new TextSearch(shown, 'out'), new TextSearch(shown, 'comments-in')]
      : [new TextSearch(shown)],
    ids: ids.length === 0 ? [] : [new TextSearch(ids)],
  };
}
