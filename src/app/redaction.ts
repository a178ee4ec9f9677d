/** Takes e-mail addresses out of a line of JSON before it leaves for the log. */

/**
 * Anything that reads like `local@domain`; the local part may be a quoted string, whose quotes JSON has escaped. A
 * slash ends the local part, so that file names with an at sign in a folder's name stay readable in a stack.
 */
const ADDRESS = /(?:\\"[^"\\]{1,64}\\"|[^\s"'<>()[\]{},;:=/\\@]{1,320})@[^\s"'<>()[\]{},;:=/\\@]+/g;

/** @param json one line; it stays valid JSON */
export function withoutAddresses(json: string): string {
  return json.includes('@') ? json.replace(ADDRESS, '<address>') : json;
}
