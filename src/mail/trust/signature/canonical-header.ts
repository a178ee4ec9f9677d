/** The octets of a header that a signature covers: RFC 6376 section 3.7. */

import { type HeaderBlock, HeaderField } from '../../message/header-block.ts';
import type { Form } from './body-kernel.ts';

const CRLF = '\r\n';

/** One field in a form of RFC 6376 section 3.4, without CRLF. */
export function canonicalField(field: HeaderField, form: Form): string {
  return form === 'simple' ? field.raw : field.relaxed;
}

/**
 * The fields that a list of names selects. Each further mention of a name takes the next field from the bottom up
 * (RFC 6376 section 5.4.2), or nothing if there is none.
 * @param names in lower case
 * @param own the signature itself, which is never selected (section 3.7)
 */
export function selectFields(
  block: HeaderBlock,
  names: readonly string[],
  own?: HeaderField,
): HeaderField[] {
  const taken = new Map<string, number>();
  const selected: HeaderField[] = [];
  for (const name of names) {
    const same = block.fields(name);
    let at = (taken.get(name) ?? same.length) - 1;
    if (own !== undefined && same[at] === own) at--;
    const field = same[at];
    taken.set(name, Math.max(at, 0));
    if (field !== undefined) selected.push(field);
  }
  return selected;
}

/** The signed octets: the selected fields, and the signature's own field with an empty b=. */
export function signedOctets(
  fields: readonly HeaderField[],
  form: Form,
  unsigned: HeaderField,
): Buffer {
  const lines = fields.map((field) => canonicalField(field, form) + CRLF);
  return Buffer.from(lines.join('') + canonicalField(unsigned, form), 'latin1');
}

/**
 * The field of a signature with an empty b=: nothing, not even blanks, between the `=` and the next semicolon (RFC
 * 6376 section 3.5). The other octets stay, because the simple form needs them.
 */
export function withoutSignature({ raw, colon }: HeaderField): HeaderField {
  return new HeaderField(
    raw.slice(0, colon + 1) + raw.slice(colon + 1).replaceAll(SIGNATURE, '$1'),
  );
}

/** The tag b=. A list that repeats it is invalid (RFC 6376 section 3.2), so all of them may be emptied. */
const SIGNATURE = /((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*/g;
