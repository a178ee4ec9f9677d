/** A stranger's text quoted in plain text, so that it cannot look like another author's. */

/** RFC 5322 section 2.1.1 recommends lines of at most 78 characters; the mark takes two. */
const LINE = 72;

/** Characters that end a line in plain text, or are displayed as one (Unicode Standard Annex 14, class BK). */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Control characters except the tab, and those that change the text's direction (Unicode Standard Annex 9). */
const UNWANTED = /[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The text as short lines, each after `> `. */
export function quoteLines(text: string): string[] {
  return text
    .split(LINE_END)
    .flatMap((line) => fold(withoutControls(line)))
    .map((line) => (line === '' ? '>' : `> ${line}`));
}

/** The text without characters that control a terminal or the direction of the text around it. */
export function withoutControls(text: string): string {
  return text.replaceAll(UNWANTED, '');
}

/** Folds at blanks if possible: a mail program that wraps a long line shows its rest without the mark. */
function fold(line: string): string[] {
  const whole = new RegExp(`^.{0,${LINE}}$`, 'u');
  if (whole.test(line)) return [line];
  const pieces = line.matchAll(new RegExp(`(.{1,${LINE}})(?: |$)|(.{${LINE}})`, 'gu'));
  return [...pieces].map(([, words, cut]) => words ?? cut ?? '');
}
