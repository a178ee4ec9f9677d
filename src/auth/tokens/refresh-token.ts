/**
 * Refresh tokens: version (1 octet), session id (16), counter (4), MAC (16), in base64url. The database only stores the
 * counter, and a forged token costs no query.
 */

import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { Mac } from '#secrets/mac.ts';

const VERSION = 1;
const SESSION_OCTETS = 16;
const COUNTER_AT = 1 + SESSION_OCTETS;
const MAC_AT = COUNTER_AT + 4;
const MAC_OCTETS = 16;
/** 37 octets in base64url, in their one spelling: four bits of the last character are unused, and are zero. */
const FORM = /^[\w-]{49}[AQgw]$/;

export type RefreshToken = {
  /** UUID. */
  sessionId: string;
  counter: number;
};

export class RefreshTokens {
  readonly #keys: readonly Mac[];

  /** @param keys the first signs, all are accepted */
  constructor(keys: readonly KeyObject[]) {
    this.#keys = keys.map((key) => new Mac(key));
  }

  write({ sessionId, counter }: RefreshToken): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key to sign with');
    const body = Buffer.alloc(MAC_AT);
    body[0] = VERSION;
    body.write(sessionId.replaceAll('-', ''), 1, 'hex');
    body.writeUInt32BE(counter, COUNTER_AT);
    return Buffer.concat([body, macOf(key, body)]).toString('base64url');
  }

  /** @returns undefined for a foreign or forged token */
  read(token: string): RefreshToken | undefined {
    if (!FORM.test(token)) return undefined;
    const octets = Buffer.from(token, 'base64url');
    if (octets[0] !== VERSION) return undefined;
    const [body, mac] = [octets.subarray(0, MAC_AT), octets.subarray(MAC_AT)];
    if (!this.#keys.some((key) => timingSafeEqual(macOf(key, body), mac))) return undefined;
    return { sessionId: uuidOf(body), counter: body.readUInt32BE(COUNTER_AT) };
  }
}

const macOf = (key: Mac, body: Buffer) => Buffer.from(key.of(body).slice(0, MAC_OCTETS), 'latin1');

function uuidOf(body: Buffer): string {
  const hex = body.toString('hex', 1, COUNTER_AT);
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((cut, i) => hex.slice(cuts[i], cut))
    .join('-');
}
