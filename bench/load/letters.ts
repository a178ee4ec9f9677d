/** The messages of a load: all alike except for a number, by which the sink identifies each one. */

import { type LoadAuthor, bodyHash, type LoadChecks, DOMAIN } from './author.ts';

/** The start of each message: octets are counted from here. */
export const MARK = 'X-Load: ';
const DIGITS = 10;
/** Text in the form of a base64 attachment. */
const LINE = `${'QmVuY2ht'.repeat(9)}QmVu\r\n`;

/** The signed fields, in the relaxed form of RFC 6376 section 3.4.2. */
const covered = (domain: string) => [
  `from:Load <load@${domain}>`,
  'to:<alias-0000@alias.test>',
  'subject:Load',
  'date:Sun, 01 Nov 2026 12:00:00 +0000',
];

export type LoadMessage = {
  id: number;
  /** Envelope addresses. */
  sender: string;
  recipient: string;
  /** The header block, from the mark on. */
  header: string;
};

/** The signer of a load's messages. */
export type LoadSigning = { author: Pick<LoadAuthor, 'signature' | 'publish'>; checks: LoadChecks };

export class LoadMessages {
  /** Octets of each message, from its mark to the CRLF before the final dot. */
  readonly octets: number;
  /** The rest of every message after the header, including the final dot. */
  readonly bodyAndDot: Buffer;
  readonly #recipients: readonly string[];
  readonly #signing: LoadSigning | undefined;
  /** The value of bh=. */
  #bodyHash = bodyHash(Buffer.alloc(0));
  /** The one signature of all messages, if they share a domain. */
  #signature: string | undefined;

  /** @param signing undefined: the author publishes a policy but does not sign */
  constructor(octets: number, recipients: readonly string[], signing?: LoadSigning) {
    this.#recipients = recipients;
    this.octets = octets;
    this.#signing = signing;
    const body = Buffer.alloc(octets - this.letter(0).header.length, LINE);
    body.write('\r\n', body.length - 2);
    // The cut may fall between the CR and the LF of the line above.
    if (body[body.length - 3] === 13) body[body.length - 3] = 46;
    this.#bodyHash = bodyHash(body);
    this.#signature = undefined;
    this.bodyAndDot = Buffer.concat([body, Buffer.from('.\r\n')]);
  }

  letter(id: number): LoadMessage {
    const recipient = this.#recipients[id % this.#recipients.length] ?? '';
    const number = String(id).padStart(DIGITS, '0');
    const domain = this.#signing?.checks === 'cold' ? `d${number}.test` : DOMAIN;
    const header =
      `${MARK}${number}\r\n${this.#signatureOf(domain)}From: Load <load@${domain}>\r\nTo: <alias-0000@alias.test>\r\n` +
      `Subject: Load\r\nMessage-ID: <${number}@origin.test>\r\n` +
      'Date: Sun, 01 Nov 2026 12:00:00 +0000\r\n\r\n';
    return { id, sender: `load@${domain}`, recipient, header };
  }

  #signatureOf(domain: string): string {
    if (this.#signing === undefined) return '';
    const { author, checks } = this.#signing;
    const sign = () => author.signature(domain, covered(domain), this.#bodyHash);
    if (checks !== 'cold') return (this.#signature ??= sign());
    author.publish(domain);
    return sign();
  }
}

/** The number after a mark. */
export function numberAt(octets: Buffer, mark: number): number {
  const start = mark + MARK.length;
  return Number(octets.toString('latin1', start, start + DIGITS));
}

/** Octets needed to read mark and number. */
export const MARK_OCTETS = MARK.length + DIGITS;
