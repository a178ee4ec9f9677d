/** Base64 in messages: content (RFC 2045), and text beyond ASCII in a header (RFC 2047). */

/** RFC 2045 section 6.8: characters of a line, at most. */
const LINE = 76;

/** Octets, or a text in UTF-8, as lines of base64, without their ends. */
export const base64Lines = (content: string | Buffer): string[] =>
  (typeof content === 'string' ? Buffer.from(content) : content)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];

/** RFC 2047 section 2: a line with an encoded word is 76 characters at most; 36 octets make 48 of base64. */
const WORD_OCTETS = 36;

/** RFC 2047 section 4.1, whole characters in each word; each word has its own line. */
export function encodeWords(text: string): string {
  const words = [''];
  for (const char of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + char) > WORD_OCTETS) words.push(char);
    else words[words.length - 1] = last + char;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
