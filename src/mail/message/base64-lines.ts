/** RFC 2045 section 6.8: characters of a line, at most. */
const LINE = 76;

/** A text as lines of base64, without their ends. */
export const base64Lines = (text: string): string[] =>
  Buffer.from(text, 'utf8')
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
