/**
 * The leak guard: a reply that would show its owner is rejected. Pictures, office files and archives are not
 * searched: those that are not text by their type, their name or their first octets.
 */

import { stuffDots } from '../../message/dot-stuffing.ts';
import type { Edit } from '../../message/edits.ts';
import { HeaderField } from '../../message/header-block.ts';
import { type Boundaries, delimiterEdits, multipartField, newBoundaries } from './boundaries.ts';
import { charsetNamed, UTF_8 } from './decoding/charset.ts';
import { CONTENT_FIELDS } from './content-fields.ts';
import {
  fieldEdit,
  sealContentIds,
  type SealedIds,
  showingOwner,
  withSealedIds,
} from './content-ids.ts';
import { type Leaf, type LeafFinding, searchLeaf, type Wanted } from './leaf-search.ts';
import { type MimePart, type GuardedMessage, PARTS, type Walk, walkParts } from './mime-walk.ts';
import { contentIdNeedle, type Needle, type Needles } from './needles.ts';
import { Octets, type Range } from './octets.ts';
import {
  type GuardReason,
  INSPECTED_OCTETS,
  isCalendar,
  isHtml,
  isSearched,
  isText,
  refusalOf,
  textByContent,
} from './part-types.ts';
import { rewriteLeaf } from './rewrite-leaf.ts';
import { searchHeader } from './search-header.ts';
import { FIELD_WORK, inTurns, type SearchSteps } from './steps.ts';
import { decoderNamed } from './decoding/transfer-encoding.ts';

export type LeakGuardOptions = {
  needles: Needles;
  /** Replaces an address. */
  alias: string;
  /** Whether an address in a text rejects the message, or is replaced with the alias: the owner's choice. */
  onFind: 'refuse' | 'replace';
  /**
   * Returns the replacement of a Content-ID, always the same, without any trace of the owner; both without angle
   * brackets.
   */
  sealId: (id: string) => string;
  /** Returns an unpredictable boundary, different for each call, of the characters of RFC 2046 section 5.1.1. */
  newBoundary: (boundary: string) => string;
  /** Yields to the event loop. */
  turn: () => Promise<void>;
};

export type LeakGuardResult =
  | {
      kind: 'clean';
      /** Of the body only, in order; empty if the body is unchanged, and its digest still valid. */
      edits: readonly Edit[];
      /** The message's own Content-Type if it is a multipart: it names the new boundary. */
      contentType: HeaderField | undefined;
      /** Changed Content-IDs, without brackets; the Content-Type of the message may name one (RFC 2387 section 3.2). */
      sealedIds: SealedIds;
    }
  | {
      kind: 'refused';
      reason: GuardReason;
      /** 0 is the message itself; other parts are numbered in the order of their beginnings. */
      part: number;
      /** `type/subtype` of that part, printable and short. */
      type: string;
    };

/** Most octets in wire form of all changed texts: their copies are outside the message's share of memory. */
export const REWRITTEN_OCTETS = 1_048_576;

/** By their names in `HeaderField`. */
const KEPT: readonly string[] = CONTENT_FIELDS.map((name) => name.toLowerCase());
/** A type may be any text, and appears in our reply. */
const PLAIN_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/;

/**
 * Of the message's header, only the Content fields are searched: the others are dropped, or searched in `header.ts`.
 * The octets are read until the promise is settled.
 */
export function guardReply(
  mail: GuardedMessage,
  options: LeakGuardOptions,
): Promise<LeakGuardResult> {
  return inTurns(guarded(mail, options), options.turn);
}

/** As `guardReply`, in steps. */
export function* guarded(
  mail: GuardedMessage,
  options: Omit<LeakGuardOptions, 'turn'>,
): SearchSteps<LeakGuardResult> {
  const walk = yield* walkParts(mail);
  if (walk.kind === 'broken') return refused('reply-mime', walk.part, walk.type);
  const boundaries = newBoundaries(walk.parts, options.newBoundary);
  const { parts } = walk;
  for (const { number, content } of parts) {
    const reason = refusalOf(content);
    if (reason !== undefined) return refused(reason, number, content.type);
  }
  const ids = yield* sealContentIds(parts, options.sealId);
  // RFC 2045 section 7: a part has one. Each text is searched for all of them.
  if (ids.size > PARTS) return refused('reply-mime', 0, parts[0]?.content.type ?? '');
  const found = yield* searched(mail, options, { ...walk, boundaries, ids });
  if (found.kind !== 'unchangeable') return found;
  // A text with ids cannot be changed: replace only those that show the owner (docs/decisions/leak-guard.md).
  const owners = yield* showingOwner(ids, options.needles);
  const again = yield* searched(mail, options, { ...walk, boundaries, ids: owners });
  if (again.kind !== 'unchangeable') return again;
  return refused('reply-shows-address', again.part.number, again.part.content.type);
}

/** A text that names Content-IDs cannot be changed. */
type Unchangeable = { kind: 'unchangeable'; part: MimePart };

/** The message with its new boundaries and Content-IDs. */
type Renamed = Omit<Extract<Walk, { kind: 'walked' }>, 'kind'> & {
  boundaries: Boundaries;
  ids: SealedIds;
};

function* searched(
  mail: GuardedMessage,
  options: Omit<LeakGuardOptions, 'turn'>,
  { parts, gaps, delimiters, boundaries, ids }: Renamed,
): SearchSteps<LeakGuardResult | Unchangeable> {
  const search = new ReplySearch(mail, options, ids, boundaries);
  for (const part of parts) {
    const reason = (yield* search.header(part)) ?? (yield* search.body(part));
    if (reason === 'unchangeable') return { kind: 'unchangeable', part };
    if (reason !== undefined) return refused(reason, part.number, part.content.type);
  }
  for (const { part, range } of gaps) {
    const reason = yield* search.gap(range);
    if (reason !== undefined) return refused(reason, part.number, part.content.type);
  }
  const edits = [...search.edits, ...delimiterEdits(delimiters, boundaries)];
  edits.sort((a, b) => a.start - b.start);
  return { kind: 'clean', edits, contentType: search.contentType, sealedIds: ids };
}

function refused(reason: GuardReason, part: number, type: string): LeakGuardResult {
  return { kind: 'refused', reason, part, type: PLAIN_TYPE.test(type) ? type : 'unknown' };
}

class ReplySearch {
  readonly edits: Edit[] = [];
  /** Of the message itself, if it is a multipart. */
  contentType: HeaderField | undefined;
  readonly #octets: Octets;
  readonly #options: Omit<LeakGuardOptions, 'turn'>;
  readonly #ids: SealedIds;
  readonly #boundaries: Boundaries;
  readonly #wanted: Wanted;
  /** The replacement of a needle, if it is not the alias. */
  readonly #texts: ReadonlyMap<Needle, string>;
  #rewritten = 0;

  constructor(
    mail: GuardedMessage,
    options: Omit<LeakGuardOptions, 'turn'>,
    ids: SealedIds,
    boundaries: Boundaries,
  ) {
    this.#octets = new Octets(mail.message);
    this.#options = options;
    this.#ids = ids;
    this.#boundaries = boundaries;
    this.#texts = new Map(
      [...ids].map(([id, sealed]) => [contentIdNeedle(id), `cid:${sealed}`] as const),
    );
    this.#wanted = { shown: options.needles.addresses, ids: [...this.#texts.keys()] };
  }

  *header(part: MimePart): SearchSteps<GuardReason | undefined> {
    for (const field of part.block.all) {
      if (part.number === 0 && !KEPT.includes(field.name)) continue;
      const raw = this.#renamed(part, field);
      const finding = searchHeader(raw, this.#options.needles);
      if (finding === 'shows-owner') return 'reply-shows-address';
      if (finding === 'unreadable') return 'reply-mime';
      if (part.number > 0 && raw !== field.raw) this.edits.push(fieldEdit(part, field, raw));
      yield FIELD_WORK + raw.length * (1 + this.#ids.size);
    }
    return undefined;
  }

  /** The field with the new boundary and the new Content-IDs. */
  #renamed(part: MimePart, field: HeaderField): string {
    const boundary = this.#boundaries.get(part);
    if (boundary === undefined || field.name !== 'content-type') {
      return withSealedIds(field, this.#ids);
    }
    const anew = multipartField(part.content, field, boundary);
    const raw = withSealedIds(anew, this.#ids);
    if (part.number === 0) this.contentType = new HeaderField(raw);
    return raw;
  }

  *body({ content, body }: MimePart): SearchSteps<GuardReason | 'unchangeable' | undefined> {
    if (content.type.startsWith('multipart/')) return undefined;
    const charset = charsetNamed(isText(content) ? content.charset : undefined);
    if (charset === undefined || decoderNamed(content.encoding) === undefined) return 'reply-mime';
    const text = isSearched(content)
      ? { charset, html: isHtml(content) }
      : textByContent(this.#beginning(body), charsetNamed(content.charset));
    yield INSPECTED_OCTETS;
    if (text === undefined) return undefined;
    const leaf = { encoding: content.encoding, ...text };
    const calendar = isCalendar(content);
    const wanted = calendar ? { shown: this.#options.needles.names, ids: [] } : this.#wanted;
    const finding = yield* searchLeaf(this.#octets.content(body), leaf, wanted);
    if (finding === 'clean') return undefined;
    if (calendar && finding === 'shown') return 'reply-signed';
    return yield* this.#changed(body, leaf, finding);
  }

  /** The first octets of a part; base64 is decoded leniently, as mail programs do. */
  #beginning(body: Range): Buffer {
    const end = Math.min(body.end, body.start + INSPECTED_OCTETS * 2);
    const text = [...this.#octets.content({ start: body.start, end })].join('');
    return Buffer.from(text, 'base64').subarray(0, INSPECTED_OCTETS);
  }

  /** Searches a gap: programs write it, and few people read it. */
  *gap(range: Range): SearchSteps<GuardReason | undefined> {
    const leaf = { encoding: 'binary', charset: UTF_8, html: false };
    const wanted = { shown: this.#options.needles.names, ids: [] };
    const finding = yield* searchLeaf(this.#octets.content(range), leaf, wanted);
    if (finding === 'clean' || finding === 'edited') return undefined;
    return finding === 'shown' ? 'reply-shows-address' : finding;
  }

  /** Replaces the finds in a text, if the options and limits allow it. */
  *#changed(
    range: Range,
    leaf: Leaf,
    finding: Exclude<LeafFinding, 'clean'>,
  ): SearchSteps<GuardReason | 'unchangeable' | undefined> {
    if (finding !== 'shown' && finding !== 'edited') return finding;
    this.#rewritten += range.end - range.start;
    if (finding === 'shown' && this.#options.onFind === 'refuse') return 'reply-shows-address';
    const unchangeable = finding === 'shown' ? 'reply-shows-address' : 'unchangeable';
    if (this.#rewritten > REWRITTEN_OCTETS) return unchangeable;
    const content = Buffer.concat([...this.#octets.content(range)]);
    // A text that does not show the owner still does not after its Content-IDs have changed.
    const shown = finding === 'shown' ? this.#wanted.shown : [];
    const octets = yield* rewriteLeaf(content, leaf, {
      wanted: { shown, ids: this.#wanted.ids },
      replacement: (needle) => this.#texts.get(needle) ?? this.#options.alias,
    });
    if (octets === undefined) return unchangeable;
    this.edits.push({ ...range, lines: stuffDots(octets, true) });
    return undefined;
  }
}
