/** Random messages: fields and lines on which the forms of RFC 6376 section 3.4 differ. */

import type { Chance } from '../fuzz/fuzzing.ts';

const LINE_PARTS = [
  ...(['', '.', '..', ' ', '. ', '.\t ', 'a', 'word ', '\t', '  '] as const),
  ...(['two  words', '\xa0', '\x0b', 'sixteen octets..', ' \t \t'] as const),
] as const;

/** The content of a body, without stuffing dots: each line ends with CRLF, each character is one octet. */
export function someContent(chance: Chance): string {
  const lines = Array.from({ length: chance.upTo(9) }, () => {
    const parts = Array.from({ length: chance.upTo(4) }, () => chance.oneOf(LINE_PARTS)).join('');
    return chance.upTo(10) === 0 ? parts.repeat(chance.upTo(40)) : parts;
  });
  const last = Array.from({ length: chance.upTo(3) }, () => chance.oneOf(['', ' ', '.']));
  return [...lines, ...last].map((line) => `${line}\r\n`).join('');
}

const NAMES = [
  'To',
  ...'Cc Subject Reply-To Sender Message-ID References MIME-Version Content-Type'.split(' '),
  ...'List-Id List-Unsubscribe X-Other Received'.split(' '),
] as const;
const VALUE_PARTS = [
  ...(['word', ' ', '  ', '\t', '\r\n ', '\r\n\t  ', ' \r\n ', ':', ';', 'b=', '\xe4'] as const),
  ...(['<ann@example.org>', '=?utf-8?q?x?=', ',', '"quoted  blanks"'] as const),
] as const;

/** A header without its empty line, each field ended by CRLF. @param colon the text between name and value */
export function someHeader(
  chance: Chance,
  from: string,
  colon: readonly [string, ...string[]] = [': ', ':', ':\t', ' : ', ':\r\n '],
): string {
  const field = (name: string, value: string) => `${name}${chance.oneOf(colon)}${value}\r\n`;
  const others = Array.from({ length: chance.upTo(8) }, () => {
    const parts = Array.from({ length: chance.upTo(6) }, () => chance.oneOf(VALUE_PARTS));
    // Some programs end the header at a line with only blanks.
    const value = `x${parts.join('')}y`.replaceAll(/\r\n[ \t]*(?=\r\n)/g, '');
    const name = chance.oneOf(NAMES);
    return field(chance.oneOf([name, name, name.toUpperCase(), name.toLowerCase()]), value);
  });
  others.splice(chance.upTo(others.length + 1), 0, field('From', `Ann <${from}>`));
  return others.join('');
}

/** Changes that one of the forms, or both, must detect or ignore. */
const CHANGES: readonly [
  (mail: string, chance: Chance) => string,
  ...((mail: string, chance: Chance) => string)[],
] = [
  (mail) => mail,
  (mail) => mail,
  (mail) => `X-Added: above\r\n${mail}`,
  (mail, chance) => `${chance.oneOf(NAMES)}: added above\r\n${mail}`,
  (mail) => `${mail}\r\n \r\n`,
  (mail) => `${mail}more\r\n`,
  (mail) => mail.replace('\r\nFrom', '\r\nFROM'),
  (mail) => mail.replace('\r\nTo: x', '\r\nTo:  x'),
  (mail) => mail.replace('\r\nSubject: x', '\r\nSubject: z'),
  (mail) => mail.replace('word \r\n', 'word\r\n'),
  (mail) => mail.replace(/a\r\n(?![ \t])/, 'a \r\n'),
  (mail) => mail.replace(/\r\n\r\n([^\r])/, '\r\n\r\n$1$1'),
  (mail) => mail.replace('two  words', 'two words'),
];

/** The message after typical changes in transit. */
export const changed = (mail: string, chance: Chance): string =>
  chance.oneOf(CHANGES)(mail, chance);
