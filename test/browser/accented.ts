/** Texts of the pseudo-language: the English ones with an accent on each letter and each vowel twice; an address, and a measure like '640 ms', is isolated (UAX 9). */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';

/** @param texts a text, a function of values, or a tree of both; values stay as they are */
export function accented(texts: unknown): unknown {
  if (typeof texts === 'string') return written(texts);
  if (typeof texts === 'function') {
    return (...values: unknown[]) => {
      const names = values.filter((value) => typeof value === 'string' && value !== '');
      return said(texts(...values), names.map(String));
    };
  }
  if (Array.isArray(texts)) return texts.map(accented);
  return Object.fromEntries(
    Object.entries(texts ?? {}).map(([key, text]) => [key, accented(text)]),
  );
}

/** A text around the values of a function. */
function said(text: unknown, names: readonly string[]): unknown {
  if (typeof text !== 'string')
    return Array.isArray(text) ? text.map((one) => said(one, names)) : text;
  const name = names.find((one) => text.includes(one));
  if (name === undefined) return written(text);
  return text
    .split(name)
    .map((part) => said(part, names))
    .join(/[@\u00a0]/.test(name) ? `\u2068${name}\u2069` : name);
}

const written = (text: string) =>
  text.replaceAll(/[A-Za-z]/g, (letter) => {
    const other = ACCENTED.charAt(PLAIN.indexOf(letter));
    return /[aeiou]/.test(letter) ? other + other : other;
  });
