/** Turns a visitor's typed or pasted text into the intended address, before any rule checks it. */

/**
 * Invisible characters that no mailbox has: soft hyphen, zero-width space, word joiner, byte order mark, and the marks
 * of direction that copying from a page brings along (UAX #9 section 2). The joiners U+200C and U+200D are letters of
 * some languages and stay.
 */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * The angle bracket of RFC 5322 section 3.4 and the scheme of RFC 6068, in either order. Some programs add the slashes
 * of a URL, which would be part of a mailbox's name (RFC 5321 section 4.1.2, atext). A link with percent-encoded
 * letters stays as it is, and is then rejected: without its scheme it would be another mailbox.
 */
const BEFORE = /^<?\s*(?:mailto:(?![^?]*%))?\s*(?:\/\/)?<?\s*/i;

/** The other bracket, and the full stop of a sentence or of a fully qualified domain. */
const BEHIND = /\.$|\.?>\.?$/;

/**
 * The address without the decoration that a keyboard, a mail program or a web page has put beside it; any other text
 * stays as it is.
 */
export function typedAddress(text: string): string {
  return (
    text
      .replaceAll(INVISIBLE, '')
      .trim()
      .replace(BEFORE, '')
      // The text of a message in a link, RFC 6068 section 2: no domain has a question mark.
      .replace(/^([^@]+@[^?]+)\?.*/, '$1')
      .replace(BEHIND, '')
      .trim()
  );
}
