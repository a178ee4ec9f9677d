/** Content-IDs (RFC 2045 section 7), which name the sender's machine or provider, and their replacements. */

import type { Edit } from '../../message/edits.ts';
import type { HeaderField } from '../../message/header-block.ts';
import { stuffDots } from '../../message/dot-stuffing.ts';
import { decodeWords } from './decoding/encoded-words.ts';
import type { MimePart } from './mime-walk.ts';
import type { Needles } from './needles.ts';
import { FIELD_WORK, type SearchSteps } from './steps.ts';
import { shows } from './text-search.ts';

/** By the identifier as written, without angle brackets. */
export type SealedIds = ReadonlyMap<string, string>;

const NAME = 'content-id';
/** Google's programs repeat the identifier here, without brackets. */
const COPY = 'x-attachment-id';

/** Content-IDs of all parts. @param sealId returns the replacement of an identifier, both without brackets */
export function* sealContentIds(
  parts: readonly MimePart[],
  sealId: (id: string) => string,
): SearchSteps<SealedIds> {
  const sealed = new Map<string, string>();
  for (const id of parts.flatMap(({ block }) => block.fields(NAME).map(idOf))) {
    if (id !== '') sealed.set(id, sealId(id));
    yield FIELD_WORK;
  }
  return sealed;
}

/** The ids that show the owner, by the address or its domain. */
export function* showingOwner(
  ids: SealedIds,
  { domains, addresses }: Needles,
): SearchSteps<SealedIds> {
  const showing = new Map<string, string>();
  for (const [id, sealed] of ids) {
    if (shows(id, [...domains, ...addresses])) showing.set(id, sealed);
    yield FIELD_WORK;
  }
  return showing;
}

/** Some programs write a long id as encoded words, which RFC 2047 section 5 forbids; references to it are plain. */
function idOf({ value }: HeaderField): string {
  const { text } = decodeWords(value);
  // A comment may be next to it.
  return (/<([^<>]*)>/.exec(text)?.[1] ?? text).replaceAll(/[<>\s]/g, '');
}

/**
 * The field with its ids replaced; unchanged if it has none of them. Other fields may name one: RFC 2387 section 3.2.
 */
export function withSealedIds(field: HeaderField, ids: SealedIds): string {
  if (field.name === NAME) {
    const sealed = ids.get(idOf(field));
    return sealed === undefined ? field.raw : `Content-ID: <${sealed}>`;
  }
  let text = field.raw;
  for (const [id, sealed] of ids) {
    text = text.replaceAll(id, (_, at: number) =>
      isReference(text, { start: at, end: at + id.length }, field.name) ? sealed : id,
    );
  }
  return text;
}

/** Characters of identifiers: next to one of them, a match belongs to a longer identifier. */
const LONGER = /[\w@.+%$-]/;

function isReference(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
): boolean {
  const [before, behind] = [text.charAt(start - 1), text.charAt(end)];
  if (LONGER.test(before) || LONGER.test(behind)) return false;
  // An identifier without a host may be a common word, or a file name.
  return (
    name === COPY ||
    text.slice(start, end).includes('@') ||
    (before === '<' && behind === '>') ||
    /cid:$/i.test(text.slice(start - 4, start))
  );
}

/** @param raw of the changed field, without its CRLF */
export function fieldEdit(part: MimePart, field: HeaderField, raw: string): Edit {
  return {
    start: part.header.start + field.start,
    end: part.header.start + field.end,
    lines: stuffDots(Buffer.from(`${raw}\r\n`, 'latin1'), true),
  };
}
