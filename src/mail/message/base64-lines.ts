/** RFC 2045 section 6.8: characters of a line, at most. */
const LINE = 76;

/** Octets, or a text in UTF-8, as lines of base64, without their ends. */
export const base64Lines = (content: string | Buffer): string[] =>
  (typeof content === 'string' ? Buffer.from(content) : content)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
