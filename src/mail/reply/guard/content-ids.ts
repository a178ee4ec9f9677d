/** Content-IDs (RFC 2045 section 7) that have the owner's domain in them, and their replacements. */

import type { Edit } from '../../message/edits.ts';
import type { HeaderField } from '../../message/header-block.ts';
import { stuffDots } from '../../message/dot-stuffing.ts';
import { decodeWords } from './encoded-words.ts';
import type { Part } from './mime-walk.ts';
import type { Needles } from './needles.ts';
import { FIELD_WORK, type Steps } from './steps.ts';
import { shows } from './text-search.ts';

/** By the identifier as it stands, without angle brackets. */
export type SealedIds = ReadonlyMap<string, string>;

const NAME = 'content-id';

/** @param sealId returns the replacement of an identifier, both without brackets */
export function* sealContentIds(
  parts: readonly Part[],
  { domains, addresses }: Needles,
  sealId: (id: string) => string,
): Steps<SealedIds> {
  const sealed = new Map<string, string>();
  for (const id of parts.flatMap(({ block }) => block.fields(NAME).map(idOf))) {
    if (id !== '' && shows(id, [...domains, ...addresses])) sealed.set(id, sealId(id));
    yield FIELD_WORK;
  }
  return sealed;
}

/** Some programs write a long one as encoded words, which RFC 2047 section 5 forbids; references to it are plain. */
const idOf = ({ value }: HeaderField) => decodeWords(value).text.replaceAll(/[<>\s]/g, '');

/** The field as it goes out; the same text where it names none of them. Another field may name one: RFC 2387 section 3.2. */
export function withSealedIds(field: HeaderField, ids: SealedIds): string {
  if (field.name === NAME) {
    const sealed = ids.get(idOf(field));
    return sealed === undefined ? field.raw : `Content-ID: <${sealed}>`;
  }
  let text = field.raw;
  for (const [id, sealed] of ids) text = text.replaceAll(id, () => sealed);
  return text;
}

/** @param raw of the changed field, without its CRLF */
export function fieldEdit(part: Part, field: HeaderField, raw: string): Edit {
  return {
    start: part.header.start + field.start,
    end: part.header.start + field.end,
    lines: stuffDots(Buffer.from(`${raw}\r\n`, 'latin1'), true),
  };
}
