/** Removes email addresses from a JSON line before it is written to the log. */

/**
 * Anything that looks like `local@domain`, with every sign of RFC 5322 section 3.2.3 but two: an apostrophe at the
 * beginning may be a quotation mark of the text, and a slash ends the local part, so that file names with an at sign in
 * a folder's name stay readable in a stack. The local part may be a quoted string, whose quotes JSON has escaped, and
 * the domain an address in brackets. Other escapes of JSON are matched first, to be kept: the n of a line break is not
 * part of the address after it.
 */
const ADDRESS =
  /(\\(?:u[0-9a-f]{4}|[^"u]))|(?:\\"[^"\\]{1,64}\\"|[^\s"'<>()[\],;:/\\@][^\s"<>()[\],;:/\\@]{0,319})(?:@(?:\[[^\s"\]\\]{1,64}\]|[^\s"'<>()[\]{},;:=/\\@]+))+/gi;

/** @param json one line; it stays valid JSON */
export function withoutAddresses(json: string): string {
  if (!json.includes('@')) return json;
  return json.replace(ADDRESS, (_, escaped?: string) => escaped ?? '<address>');
}
