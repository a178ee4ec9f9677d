/**
 * Owners' Message-IDs as their correspondents see them: `m.DIGITS@alias.domain`. An id names its maker's provider or
 * domain. Some have a left side that is constant for an account, which could link two aliases.
 *
 * DIGITS are base64url of a synthetic IV and the encrypted id (the order of RFC 5297: first the MAC, which is then
 * the IV). The MAC covers the alias: an id differs under each alias, and opens only under its own. If an id is too
 * long, its MAC is sealed instead. Nothing is stored; case is significant.
 */

import { createCipheriv, type KeyObject, timingSafeEqual } from 'node:crypto';
import { domainOf } from '#rules/address.ts';
import { deriveSubkey } from '#secrets/derive-key.ts';
import { Mac } from '#secrets/mac.ts';

/** A longer id cannot be opened again: sealed, it would be too long for other programs. In octets. */
const MOST_OPENED = 400;
/** 96 bits: too many to guess, and among 2^48 ids two share one by chance. */
const SIV_OCTETS = 12;
/** Block length of AES. */
const BLOCK = Buffer.alloc(16);
/** Precedes the MAC of a long id; it occurs in no id. */
const LONG = 0;
/** Most sealed ids of one text that are opened; more stay unchanged. */
const MOST_IDS = 200;

/**
 * Base64url digits: two Content-IDs of one message collide with 16 digits by a chance of 1 in 2^96, and with 8 by 1
 * in 2^48.
 */
const CONTENT_DIGITS = 16;
const LEAST_CONTENT_DIGITS = 8;

/** 132 bits: too many to guess for someone who writes the boundary into a text that the owner will quote. */
const BOUNDARY_DIGITS = 22;

const SEALED = /^m\.([\w-]{17,})@(.+)$/;

type Keys = { mac: Mac; long: Mac; content: Mac; boundary: Mac; cipher: KeyObject };

export type MessageIdsOptions = {
  /** One for each secret: the first seals, all of them open. */
  keys: readonly KeyObject[];
  /** Our alias domains, in lower case. */
  aliasDomains: readonly string[];
};

export class MessageIds {
  readonly #keys: readonly Keys[];
  readonly #aliasDomains: readonly string[];

  constructor({ keys, aliasDomains }: MessageIdsOptions) {
    this.#keys = keys.map((key) => ({
      mac: new Mac(deriveSubkey(key, 'mac')),
      long: new Mac(deriveSubkey(key, 'long')),
      content: new Mac(deriveSubkey(key, 'content')),
      boundary: new Mac(deriveSubkey(key, 'boundary')),
      cipher: deriveSubkey(key, 'cipher'),
    }));
    this.#aliasDomains = aliasDomains;
  }

  /**
   * The same for the same id and alias, as long as the secret stays.
   * @param id without angle brackets, one character for each octet
   * @param alias in its stored spelling
   * @returns an id without angle brackets, of at most 552 octets before its at sign
   */
  seal(id: string, alias: string): string {
    const keys = this.#first;
    const plain =
      id.length > MOST_OPENED
        ? Buffer.concat([Buffer.of(LONG), octetsOf(keys.long.of(octetsOf(`${alias}\0${id}`)))])
        : octetsOf(id);
    const siv = sivOf(keys, alias, plain);
    const digits = Buffer.concat([siv, crypted(keys, siv, plain)]).toString('base64url');
    return `m.${digits}@${domainOf(alias)}`;
  }

  /**
   * The replacement of a part's Content-ID: the same for the same id and alias, and different for each alias. It is
   * never opened. It is not longer than the original (of 8 octets or more), so lines that name it do not grow.
   * @param id without angle brackets
   * @param alias in its stored spelling
   */
  contentId(id: string, alias: string): string {
    const keys = this.#first;
    const digits = octetsOf(keys.content.of(`${alias}\0${id}`)).toString('base64url');
    const host = `@${domainOf(alias)}`;
    // Google's own ids have no host, so all programs accept such an id.
    return id.length < CONTENT_DIGITS + host.length
      ? digits.slice(0, Math.min(CONTENT_DIGITS, Math.max(id.length, LEAST_CONTENT_DIGITS)))
      : digits.slice(0, CONTENT_DIGITS) + host;
  }

  /**
   * The replacement of a boundary (RFC 2046 section 5.1.1): different in each message and under each alias. No line
   * in quoted-printable or base64 begins with its first two characters.
   * @param mail the id of the message
   */
  boundary(boundary: string, mail: string, alias: string): string {
    const keys = this.#first;
    const mac = octetsOf(keys.boundary.of(`${alias}\0${mail}\0${boundary}`));
    return `=_${mac.toString('base64url').slice(0, BOUNDARY_DIGITS)}`;
  }

  /** Classifies an id in a message of this alias. @param id as for `seal`; hostile */
  read(id: string, alias: string): ReadId {
    const [, digits = '', domain = ''] = SEALED.exec(id) ?? [];
    if (!this.#aliasDomains.includes(domain.toLowerCase())) return { kind: 'foreign' };
    const sealed = Buffer.from(digits, 'base64url');
    // RFC 4648 section 3.5: only one spelling, or a sealed id could be distinguished from its copies.
    const isOne = sealed.toString('base64url') === digits && domain === domainOf(alias);
    const plain = isOne ? this.#unsealed(sealed, alias) : undefined;
    if (plain === undefined) return { kind: 'strange' };
    return { kind: 'ours', id: plain[0] === LONG ? undefined : plain.toString('latin1') };
  }

  /**
   * Opens the ids in a text that were sealed for the alias: the owner's mailbox knows only the original ids.
   * @param text the body of In-Reply-To or References, one character for each octet
   */
  openIn(text: string, alias: string): string {
    let left = MOST_IDS;
    return text.replaceAll(/<(m\.[\w-]+@[^<>\s]+)>/g, (whole, id: string) => {
      if (left === 0) return whole;
      left -= 1;
      const read = this.read(id, alias);
      return read.kind === 'ours' && read.id !== undefined ? `<${read.id}>` : whole;
    });
  }

  get #first(): Keys {
    const [keys] = this.#keys;
    if (keys === undefined) throw new Error('message-ids need a key');
    return keys;
  }

  #unsealed(sealed: Buffer, alias: string): Buffer | undefined {
    const siv = sealed.subarray(0, SIV_OCTETS);
    for (const keys of this.#keys) {
      const plain = crypted(keys, siv, sealed.subarray(SIV_OCTETS));
      if (timingSafeEqual(sivOf(keys, alias, plain), siv)) return plain;
    }
    return undefined;
  }
}

export type ReadId =
  /** Sealed for this alias; undefined: the id was too long to be opened. */
  | { kind: 'ours'; id: string | undefined }
  /** An id in the sealed form that does not open for this alias: another alias, a dropped secret, or noise. */
  | { kind: 'strange' }
  /** Someone else's id. */
  | { kind: 'foreign' };

/** An alias contains no NUL. */
function sivOf({ mac }: Keys, alias: string, plain: Buffer): Buffer {
  return octetsOf(mac.of(Buffer.concat([octetsOf(`${alias}\0`), plain]))).subarray(0, SIV_OCTETS);
}

/** Encrypts and decrypts: AES-256 in counter mode (NIST SP 800-38A section 6.5). */
function crypted({ cipher }: Keys, siv: Buffer, octets: Buffer): Buffer {
  const iv = Buffer.concat([siv, BLOCK], BLOCK.length);
  return createCipheriv('aes-256-ctr', cipher, iv).update(octets);
}

const octetsOf = (text: string) => Buffer.from(text, 'latin1');
