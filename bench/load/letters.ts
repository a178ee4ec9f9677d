/** The messages of a load: all alike but for a number, by which the sink knows each one again. */

import type { Author } from './author.ts';

/** Stands first in each message: all behind it is counted. */
export const MARK = 'X-Load: ';
const DIGITS = 10;
/** Text as an attachment in base64 has it. */
const LINE = `${'QmVuY2ht'.repeat(9)}QmVu\r\n`;

/** What a signature covers, in the relaxed form of RFC 6376 section 3.4.2. */
const COVERED = [
  'from:Load <load@origin.test>',
  'to:<alias-0000@alias.test>',
  'subject:Load',
  'date:Sun, 01 Nov 2026 12:00:00 +0000',
];

export type Letter = {
  id: number;
  recipient: string;
  /** The header block, from the mark on. */
  header: string;
};

export class Letters {
  /** Octets of each message, from its mark to the CRLF before the final dot. */
  readonly octets: number;
  /** What follows the header in every message, with the final dot behind it. */
  readonly bodyAndDot: Buffer;
  readonly #recipients: readonly string[];
  #signature = '';

  /** @param author who signs them; undefined: nobody does */
  constructor(octets: number, recipients: readonly string[], author?: Pick<Author, 'signature'>) {
    this.#recipients = recipients;
    this.octets = octets;
    this.#signature = author?.signature(COVERED, Buffer.alloc(0)) ?? '';
    const body = Buffer.alloc(octets - this.letter(0).header.length, LINE);
    body.write('\r\n', body.length - 2);
    // The cut may have fallen between the CR and the LF of the line above.
    if (body[body.length - 3] === 13) body[body.length - 3] = 46;
    this.#signature = author?.signature(COVERED, body) ?? '';
    this.bodyAndDot = Buffer.concat([body, Buffer.from('.\r\n')]);
  }

  letter(id: number): Letter {
    const recipient = this.#recipients[id % this.#recipients.length] ?? '';
    const number = String(id).padStart(DIGITS, '0');
    const header =
      `${MARK}${number}\r\n${this.#signature}From: Load <load@origin.test>\r\nTo: <alias-0000@alias.test>\r\n` +
      `Subject: Load\r\nMessage-ID: <${number}@origin.test>\r\n` +
      'Date: Sun, 01 Nov 2026 12:00:00 +0000\r\n\r\n';
    return { id, recipient, header };
  }
}

/** The number behind a mark. */
export function numberAt(octets: Buffer, mark: number): number {
  const start = mark + MARK.length;
  return Number(octets.toString('latin1', start, start + DIGITS));
}

/** Octets that must be there to read mark and number. */
export const MARK_OCTETS = MARK.length + DIGITS;
