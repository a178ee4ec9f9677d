/**
 * The token of a link that switches forwarding off and on: alias id (16 octets), epoch (2), MAC (16), in base64url. It
 * names no address, does not expire and does not need a table; a new epoch voids all earlier ones.
 */

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#secrets/derive-key.ts';

const ID_OCTETS = 16;
const SIGNED_OCTETS = ID_OCTETS + 2;
const OCTETS = SIGNED_OCTETS + 16;

/** Characters: 34 octets in base64url. */
const TOKEN = /^[\w-]{46}$/;

export type SwitchOffLink = {
  aliasId: string;
  /** 0 to 65535. */
  epoch: number;
};

export class SwitchOffTokens {
  /** The first makes tokens; all are accepted. */
  readonly #keys: readonly KeyObject[];

  /** @param secrets the root secret, followed by earlier ones */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => deriveKey(secret, 'switch-off'));
  }

  /** @param aliasId a UUID */
  write({ aliasId, epoch }: SwitchOffLink): string {
    const signed = Buffer.alloc(SIGNED_OCTETS);
    signed.write(aliasId.replaceAll('-', ''), 'hex');
    signed.writeUInt16BE(epoch, ID_OCTETS);
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no secret');
    return Buffer.concat([signed, mac(key, signed)]).toString('base64url');
  }

  /** @returns undefined for a foreign or forged token; the caller checks its epoch against the alias's */
  read(token: string): SwitchOffLink | undefined {
    if (!TOKEN.test(token)) return undefined;
    const octets = Buffer.from(token, 'base64url');
    // Other last characters may encode the same octets: a token has one spelling.
    if (octets.length !== OCTETS || octets.toString('base64url') !== token) return undefined;
    const [signed, given] = [octets.subarray(0, SIGNED_OCTETS), octets.subarray(SIGNED_OCTETS)];
    // Each key is tried, whatever the results: the time must not reveal which one matched.
    const matches = this.#keys.map((key) => timingSafeEqual(mac(key, signed), given));
    if (!matches.includes(true)) return undefined;
    const hex = signed.toString('hex', 0, ID_OCTETS);
    const aliasId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { aliasId, epoch: signed.readUInt16BE(ID_OCTETS) };
  }
}

const mac = (key: KeyObject, octets: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(octets)
    .digest()
    .subarray(0, OCTETS - SIGNED_OCTETS);

/**
 * The address in List-Unsubscribe at which one tap switches an alias off.
 * @param publicUrl origin of the site as visitors see it, if configured
 * @returns undefined if the site does not have https: RFC 8058 section 3.1 requires it
 */
export function switchOffLinks(
  publicUrl: string | undefined,
  tokens: SwitchOffTokens,
): (aliasId: string, linkEpoch: number) => string | undefined {
  if (publicUrl?.startsWith('https:') !== true) return () => undefined;
  return (aliasId, epoch) => `${publicUrl}/off/${tokens.write({ aliasId, epoch })}`;
}
