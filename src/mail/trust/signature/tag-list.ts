/** Tag lists of RFC 6376 section 3.2: the syntax of signatures, seals and key records. */

/** Octets of a tag list; a longer one is not parsed. */
const OCTETS = 16_384;

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** RFC 8616 section 3 adds UTF-8. Folding is as strict as in the header around it. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_VALUE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Values by tag name, without surrounding blanks. */
export type TagList = ReadonlyMap<string, string>;

/**
 * @param text each character is one octet (latin1)
 * @returns undefined if the list breaks the grammar, repeats a tag, or is too long
 */
export function readTags(text: string): TagList | undefined {
  if (text.length > OCTETS) return undefined;
  const specs = text.split(';');
  // The list may end with a semicolon; the grammar allows no other empty tag.
  if (strip(specs.at(-1) ?? '') === '' && specs.length > 1) specs.pop();
  const tags = new Map<string, string>();
  for (const spec of specs) {
    const equals = spec.indexOf('=');
    const name = strip(spec.slice(0, Math.max(equals, 0)));
    const value = strip(spec.slice(equals + 1));
    if (!NAME.test(name) || NOT_IN_VALUE.test(value) || tags.has(name)) return undefined;
    tags.set(name, value);
  }
  return tags;
}

const isSpace = (char: string | undefined) =>
  char === ' ' || char === '\t' || char === '\r' || char === '\n';

/** Without the folding white space at both ends. `trim` takes other octets too, `\s+$` tries again at each blank. */
function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text[from])) from++;
  while (to > from && isSpace(text[to - 1])) to--;
  return text.slice(from, to);
}

/** A colon-separated value, such as h=. */
export function colonList(value: string): string[] {
  return value.split(':').map(strip);
}

/** A value in base64, folded anywhere (RFC 6376 section 2.10). @returns undefined if it is invalid or empty */
export function base64(value: string): Buffer | undefined {
  const folded = value.replaceAll(/[ \t\r\n]/g, '');
  // Missing or wrong padding is not an error.
  return /^[A-Za-z0-9+/]+={0,2}$/.test(folded) ? Buffer.from(folded, 'base64') : undefined;
}
