/**
 * The names that SimpleLogin's clients choose from before they make an alias. The server draws each name and signs it
 * with its time and owner, so that it stores nothing until the alias is made.
 */

import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#secrets/derive-key.ts';
import { Mac } from '#secrets/mac.ts';

const HOUR_MS = 3_600_000;
/** Characters of the MAC: 132 bits. */
const MAC_LENGTH = 22;
const FORM = /^(alias-\d{10}@[^\s.@]+(?:\.[^\s.@]+)*)\.([0-9a-z]{1,10})\.([\w-]{22})$/;

export type SignedName = { kind: 'ours'; address: string } | { kind: 'foreign' } | { kind: 'old' };

export class SignedNames {
  /** The first signs; all are accepted. */
  readonly #macs: readonly Mac[];
  readonly #now: () => number;

  /** @param secrets the root secret, followed by earlier ones @param now milliseconds since 1970 */
  constructor(secrets: readonly string[], now: () => number) {
    this.#macs = secrets.map((secret) => new Mac(deriveKey(secret, 'signed names')));
    this.#now = now;
  }

  sign(address: string, userId: string): string {
    const signed = `${address}.${this.#now().toString(36)}`;
    const [mac] = this.#macs;
    if (mac === undefined) throw new Error('there is no secret');
    return `${signed}.${tag(mac, signed, userId)}`;
  }

  read(text: string, userId: string): SignedName {
    const [, address = '', time = '', given = ''] = FORM.exec(text) ?? [];
    if (given === '') return { kind: 'foreign' };
    const sent = Buffer.from(given);
    // Each key is tried, whatever the results: the time must not reveal which one matched.
    const matches = this.#macs.map((mac) =>
      timingSafeEqual(Buffer.from(tag(mac, `${address}.${time}`, userId)), sent),
    );
    if (!matches.includes(true)) return { kind: 'foreign' };
    const age = this.#now() - Number.parseInt(time, 36);
    return age > HOUR_MS ? { kind: 'old' } : { kind: 'ours', address };
  }
}

const tag = (mac: Mac, signed: string, userId: string): string =>
  Buffer.from(mac.of(`${userId} ${signed}`), 'latin1')
    .toString('base64url')
    .slice(0, MAC_LENGTH);
