/**
 * A letter as a message (RFC 5322): plain text with fixed wording, US-ASCII in English and UTF-8 in another language.
 */

import type { Letter } from '#rules/letter.ts';
import { base64Lines, encodeWords } from '../message/base64.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';
import { withAsciiDomain } from '../smtp/send/session/envelope-addresses.ts';
import { wordsOf } from './words.ts';

/** RFC 5322 section 2.1.1: characters that a line should have at most, without CRLF. It must not have more than 998. */
const LINE = 78;

/** The characters of a letter's own words, its link and its code. */
const PRINTABLE = /^[\x20-\x7e]*$/;

export type LetterHead = {
  /** Domain of the author, `postmaster` there. */
  domain: string;
  /** Unique within `hostname`. */
  id: string;
  hostname: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** @throws Error if address, site, link or code cannot be in a letter: they were checked earlier, so that is our bug */
export function composeLetter(letter: Letter, head: LetterHead): WireMessage {
  const { subject, paragraphs } = wordsOf(letter);
  // An internationalized local part stays: RFC 6532 allows UTF-8 in a header, and the next hop then needs SMTPUTF8.
  const to = withAsciiDomain(letter.to);
  const written = paragraphs
    .map((lines) => lines.map((line) => wrapped(line, '')).join('\r\n'))
    .join('\r\n\r\n');
  const ours = [subject, ...paragraphs.flat()];
  const { language } = letter;
  const printable = language === undefined ? PRINTABLE : /^\P{Cc}*$/u;
  if (!ours.every((text) => printable.test(text)) || /\p{Cc}/u.test(to)) {
    throw new Error(
      'a letter can contain printable US-ASCII only, and its address no control characters',
    );
  }
  const isPlain = PRINTABLE.test(subject);
  const named = isPlain ? wrapped(`Subject: ${subject}`, ' ') : `Subject: ${encodeWords(subject)}`;
  return messageOf([
    ...headLines(head, to, named),
    ...(language === undefined
      ? [
          'Content-Type: text/plain; charset=us-ascii',
          'Content-Transfer-Encoding: 7bit',
          '',
          written,
        ]
      : [
          // RFC 3282.
          `Content-Language: ${language}`,
          'Content-Type: text/plain; charset=utf-8',
          // Base64 passes every host unchanged.
          'Content-Transfer-Encoding: base64',
          '',
          ...base64Lines(`${written}\r\n`),
        ]),
    '',
  ]);
}

/** The first lines of a header of ours. @param subject the whole field */
export const headLines = (
  { domain, id, hostname, now }: LetterHead,
  to: string,
  subject: string,
) => [
  `From: Veilpost <postmaster@${domain}>`,
  `To: <${to}>`,
  subject,
  `Date: ${dateTime(now)}`,
  `Message-ID: <${id}@${hostname}>`,
  // RFC 3834 section 5: automatic responders do not answer it.
  'Auto-Submitted: auto-generated',
  'MIME-Version: 1.0',
];

/**
 * Breaks long text at blanks, and in a script without blanks between any two characters. A single word, such as a
 * link, is never broken.
 */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const piece of text.split(BREAKS)) {
    const longer = `${lines.at(-1) ?? ''}${piece}`;
    if (lines.at(-1) === '' || columns(longer.trimEnd()) <= LINE) lines[lines.length - 1] = longer;
    else lines.push(indent + piece);
  }
  return lines.map((line) => line.trimEnd()).join('\r\n');
}

/** After a blank, and before a letter of a script without blanks: no line begins with its comma. */
const BREAKS =
  /(?<= )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。ー])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;

/** UAX #11: letters of East Asia take two columns. */
const columns = (text: string): number =>
  text.length + (text.match(/[\u3000-\u9fff\uff00-\uff60]/g)?.length ?? 0);
