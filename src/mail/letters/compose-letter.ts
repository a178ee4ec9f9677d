/** A letter as a message (RFC 5322): plain text of fixed words. */

import type { Letter } from '#rules/letter.ts';
import type { WireMessage } from '../message/message.ts';
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

/** @throws Error where address, site, link or code cannot be in a letter: they were checked, so that is our bug */
export function composeLetter(
  letter: Letter,
  { domain, id, hostname, now }: LetterHead,
): WireMessage {
  const { subject, paragraphs } = wordsOf(letter);
  // An internationalized local part stays: RFC 6532 lets UTF-8 stand in a header, and the next hop then needs SMTPUTF8.
  const to = withAsciiDomain(letter.to);
  const body = paragraphs.map((lines) => lines.map((line) => wrapped(line, '')).join('\r\n'));
  const ours = [subject, ...paragraphs.flat()];
  if (!ours.every((text) => PRINTABLE.test(text)) || /\p{Cc}/u.test(to)) {
    throw new Error(
      'a letter can hold printable US-ASCII only, and its address no control characters',
    );
  }
  const lines = [
    `From: Veilpost <postmaster@${domain}>`,
    `To: <${to}>`,
    wrapped(`Subject: ${subject}`, ' '),
    `Date: ${dateTime(now)}`,
    `Message-ID: <${id}@${hostname}>`,
    // RFC 3834 section 5: automatic responders do not answer it.
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 7bit',
    '',
    body.join('\r\n\r\n'),
    '',
  ];
  const octets = Buffer.from(lines.join('\r\n'), 'utf8');
  return { chunks: [octets], octets: octets.length, eightBit: !/^[\0-\x7f]*$/.test(to) };
}

/** Broken at blanks where it is too long. A single word, such as a link, is never broken. */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\r\n');
}
