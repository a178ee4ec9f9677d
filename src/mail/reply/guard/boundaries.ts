/**
 * Boundaries of multiparts (RFC 2046 section 5.1.1). Programs write their server's name or a clock into them, so each
 * is replaced. The new one is unpredictable: a text that contains the old one does not split a part.
 */

import { stuffDots } from '../../message/dot-stuffing.ts';
import type { Edit } from '../../message/edits.ts';
import { folded } from '../../message/folding.ts';
import { HeaderField } from '../../message/header-block.ts';
import { readParameters } from './content-fields.ts';
import type { Delimiter, MimePart } from './mime-walk.ts';

/** The new boundary of each multipart. */
export type Boundaries = ReadonlyMap<MimePart, string>;

/** Parameters of RFC 2387 section 3; parameters of other programs are dropped. */
const KEPT = ['type', 'start', 'start-info'];
/** A longer value would make the line too long (RFC 5322 section 2.1.1). */
const WRITABLE = /^[\x20-\x7e]{0,400}$/;

export function newBoundaries(
  parts: readonly MimePart[],
  renamed: (boundary: string) => string,
): Boundaries {
  return new Map(
    parts.flatMap((part) => {
      const { type, boundary = '' } = part.content;
      return type.startsWith('multipart/') ? [[part, renamed(boundary)] as const] : [];
    }),
  );
}

/** The Content-Type of a multipart, rewritten. @param field as its program wrote it */
export function multipartField(
  { type }: MimePart['content'],
  field: HeaderField,
  boundary: string,
) {
  const named = readParameters(field.value)?.named;
  const kept = KEPT.flatMap((name) => {
    const value = named?.get(name);
    return value === undefined || !WRITABLE.test(value) ? [] : [`; ${name}=${quoted(value)}`];
  });
  return new HeaderField(
    folded(`Content-Type: ${type}${kept.join('')}; boundary=${quoted(boundary)}`),
  );
}

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** The lines between the parts. */
export function delimiterEdits(delimiters: readonly Delimiter[], boundaries: Boundaries): Edit[] {
  return delimiters.map(({ part, range, isLast }) => {
    const line = `--${boundaries.get(part) ?? ''}${isLast ? '--' : ''}\r\n`;
    return { ...range, lines: stuffDots(Buffer.from(line), true) };
  });
}
