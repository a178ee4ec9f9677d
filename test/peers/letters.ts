/** Messages that an intermediate mail program might change. */

import { ANN, ORIGIN_DOMAIN } from './servers/mail-server.ts';

export type Letter = {
  what: string;
  /** As its author wrote it: lines end with CRLF, dots are not stuffed. */
  content: Buffer;
};

/** The fields that a server would add if they are missing. */
const fields = (id: string) =>
  `From: Ann <${ANN}>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <${id}@${ORIGIN_DOMAIN}>\r\n`;

const LETTERS: Record<string, string> = {
  'plain text': 'Subject: plain\r\n\r\nHello.\r\n',
  'lines that begin with dots': 'Subject: dots\r\n\r\n.\r\n..\r\n.x\r\n...\r\n\r\n.\r\n',
  'octets above 127':
    'Subject: Gr\u00fc\u00dfe\r\n\r\n\u00e4\u00f6\u00fc \u00ff\u00fe \u0080\u009f\u00a0\r\n',
  'folded fields and blanks at line ends':
    'subject:no blank\r\nX-Folded: a\r\n\t b \r\n   c\t\r\nX-Empty:\r\n\r\nblanks   \r\n\ttab\t\r\n   \r\n',
  'no body': 'Subject: no body\r\n\r\n',
  'empty lines at the end': 'Subject: empty lines\r\n\r\ntext\r\n\r\n\r\n\r\n',
  'lines that look like something else':
    'Subject: look\r\n\r\nFrom here on\r\n>From there\r\nQUIT\r\nRSET\r\n--\r\n=20=\r\n',
  'many lines': `Subject: many\r\n\r\n${'.0123456789 and so on, line after line\r\n'.repeat(4000)}`,
};

/** All of them. @param id makes the Message-IDs of one round differ from those of others */
export function letters(id: string): Letter[] {
  return Object.entries(LETTERS).map(([what, rest], i) => ({
    what,
    content: Buffer.from(fields(`${id}.${i}`) + rest, 'latin1'),
  }));
}

/** The wire form, without the final dot: RFC 5321 section 4.5.2. */
export function stuffed(content: Buffer): string {
  return content.toString('latin1').replace(/^\./gm, '..');
}

/** The form in mailboxes and programs of this system. */
export function withUnixLines(content: Buffer): Buffer {
  return Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
