/**
 * The address for replying to a correspondent through an alias. It contains the correspondent, sealed for that alias;
 * nothing is stored. Two forms, both case-insensitive:
 *
 * - `rYDIGITS@alias.domain` if that fits into 64 octets;
 * - `rYDIGITS@DIGITS.bounce.domain` for a longer one: the digits continue in labels, as in `srsx`.
 *
 * Y is the year modulo 4, as a letter from a to d. Each year has separate keys; those of this year and the last
 * are accepted. DIGITS are base32 of a synthetic IV and the encrypted correspondent (the order of RFC 5297: first the
 * MAC, which is then the IV). A correspondent always gets the same address, and no other alias opens it. A
 * correspondent too long for either form gets `r0@alias.domain`, which accepts no mail.
 */

import { createCipheriv, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ADDRESS_OCTETS, domainOf } from '#rules/address.ts';
import { deriveSubkey } from '#secrets/derive-key.ts';
import { Mac } from '#secrets/mac.ts';
import { belowDomain, fromBase32, LOCAL_PART_OCTETS, spelled, toBase32 } from './base32.ts';
import { canBeAnswered, packCorrespondent, unpackCorrespondent } from './correspondents.ts';

const DAY_MS = 86_400_000;

/** Of the MAC: 64 bits can only be guessed online. */
const SIV_OCTETS = 8;
/** The SIV, and at least the first octet of the correspondent. */
const SEALED_OCTETS = 9;

const BLOCK_OCTETS = 16;

const YEAR_LETTERS = 'abcd';
const FORM = /^r[a-d][a-z2-7]+$/;
const NO_REPLY = 'r0';

export type ReplyAddressesOptions = {
  /** One for each secret: the first makes addresses, all of them open addresses. */
  keys: readonly KeyObject[];
  /** Long addresses continue below it. Lower case. */
  bounceDomain: string;
  /** Our alias domains, in lower case. */
  aliasDomains: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
};

/** A reply address opened for certain aliases. */
export type OpenedReplyAddress =
  | {
      kind: 'open';
      alias: string;
      /** Local part as its owner wrote it, domain in lower case and A-labels. */
      correspondent: string;
      /** Whether the message for which the address was made was proven to come from the correspondent. */
      isProven: boolean;
    }
  /** Of a year whose keys are no longer accepted; perhaps forged. */
  | { kind: 'expired' }
  /** Made for another alias or with another secret, changed, or noise. */
  | { kind: 'unknown' };

/** The keys of one secret in one year, and recently derived IV halves by alias. */
type YearKeys = { mac: Mac; cipher: KeyObject; ivs: Map<string, Buffer> };

/** Some megabytes of IV halves; beyond it they are derived again. */
const MOST_IVS = 20_000;

export class ReplyAddresses {
  readonly #options: ReplyAddressesOptions;
  /** By year: one more each year. */
  readonly #keys = new Map<number, readonly YearKeys[]>();

  constructor(options: ReplyAddressesOptions) {
    this.#options = options;
  }

  /**
   * The same address each time, until the year ends, the secret changes or a later version numbers the domain.
   * @param alias one of ours, in its stored spelling
   * @param correspondent an address, UTF-8 if not ASCII (RFC 6531); hostile
   * @param isProven whether the message is proven to come from the correspondent
   * @returns an address of at most 254 octets; `r0@alias domain` if the correspondent is too long, or not a valid
   * mailbox
   */
  seal(alias: string, correspondent: string, isProven: boolean): string {
    return this.sealed(alias, correspondent, isProven) ?? `${NO_REPLY}@${domainOf(alias)}`;
  }

  /** As `seal`. @returns undefined if the correspondent is too long, or not a valid mailbox */
  sealed(alias: string, correspondent: string, isProven: boolean): string | undefined {
    if (!canBeAnswered(correspondent)) return undefined;
    const year = new Date(this.#options.now()).getUTCFullYear();
    const [keys] = this.#keysOf(year);
    if (keys === undefined) throw new Error('reply addresses need a key');
    const plain = packCorrespondent(correspondent, isProven);
    const siv = sivOf(keys, alias, plain);
    const digits = toBase32(Buffer.concat([siv, crypted(keys, alias, siv, plain)]));
    const address = this.#spelled(`r${letterOf(year)}${digits}`, domainOf(alias));
    return address.length <= ADDRESS_OCTETS ? address : undefined;
  }

  /**
   * The kind of an address by its form alone: no look-up, no key. An address has only one spelling, apart from case:
   * noncanonical digits and other splits into labels are not reply addresses.
   * @param local without quotes, in any case;
   * @param domain lower case
   * @returns undefined if it is neither a reply address nor the address that accepts no mail
   */
  kindOf(local: string, domain: string): 'reply' | 'no-reply' | undefined {
    if (local.toLowerCase() === NO_REPLY) {
      return this.#options.aliasDomains.includes(domain) ? 'no-reply' : undefined;
    }
    return this.#read(local, domain) === undefined ? undefined : 'reply';
  }

  /** @param local in any case; @param domain lower case; @param aliases of one owner, in their stored spelling */
  open(local: string, domain: string, aliases: readonly string[]): OpenedReplyAddress {
    const read = this.#read(local, domain);
    if (read === undefined) return { kind: 'unknown' };
    const year = this.#believedYears().find((one) => letterOf(one) === read.letter);
    if (year === undefined) return { kind: 'expired' };
    const isShort = this.#options.aliasDomains.includes(domain);
    // The domain of a short address is not sealed: with another domain it would be a second spelling.
    const candidates = isShort ? aliases.filter((one) => one.endsWith(`@${domain}`)) : aliases;
    for (const keys of this.#keysOf(year)) {
      const opened = unsealed(keys, candidates, read.sealed);
      if (opened !== undefined) return { kind: 'open', ...opened };
    }
    return { kind: 'unknown' };
  }

  /** @param token all of it, in lower case */
  #spelled(token: string, aliasDomain: string): string {
    const isShort = token.length <= LOCAL_PART_OCTETS;
    return spelled(token, isShort ? aliasDomain : this.#options.bounceDomain);
  }

  /** @returns undefined if the address does not have our form */
  #read(local: string, domain: string): { letter: string; sealed: Buffer } | undefined {
    const { aliasDomains, bounceDomain } = this.#options;
    const isShort = aliasDomains.includes(domain);
    if (local.length > LOCAL_PART_OCTETS) return undefined;
    if (!isShort && !domain.endsWith(`.${bounceDomain}`)) return undefined;
    const below = isShort ? '' : belowDomain(domain, bounceDomain);
    const token = local.toLowerCase() + below;
    if (!FORM.test(token)) return undefined;
    if (this.#spelled(token, domain) !== `${local.toLowerCase()}@${domain}`) return undefined;
    const sealed = fromBase32(token.slice(2));
    if (sealed === undefined || sealed.length < SEALED_OCTETS) return undefined;
    return { letter: token.slice(1, 2), sealed };
  }

  /** The accepted years: this one, the last one, and for a day the next, because another node's clock may be fast. */
  #believedYears(): number[] {
    const now = this.#options.now();
    const year = new Date(now).getUTCFullYear();
    return [year, year - 1, new Date(now + DAY_MS).getUTCFullYear()];
  }

  #keysOf(year: number): readonly YearKeys[] {
    const before = this.#keys.get(year);
    if (before !== undefined) return before;
    const keys = this.#options.keys.map((key) => ({
      mac: new Mac(deriveSubkey(key, `mac ${year}`)),
      cipher: deriveSubkey(key, `cipher ${year}`),
      ivs: new Map<string, Buffer>(),
    }));
    this.#keys.set(year, keys);
    return keys;
  }
}

const letterOf = (year: number) => YEAR_LETTERS.charAt(year % YEAR_LETTERS.length);

/**
 * Tries one alias after another. An owner may have hundreds: the block cipher runs once for all of them, and the MAC
 * is computed only for plausible text. That reveals nothing: a text under the wrong alias is as good as random.
 */
function unsealed(keys: YearKeys, aliases: readonly string[], sealed: Buffer) {
  const siv = sealed.subarray(0, SIV_OCTETS);
  const octets = sealed.subarray(SIV_OCTETS);
  const width = Math.ceil(octets.length / BLOCK_OCTETS) * BLOCK_OCTETS;
  const stream = keyStreams(keys, aliases, siv, width);
  for (const [i, alias] of aliases.entries()) {
    const plain = decrypted(octets, stream, i * width);
    if (plain === undefined) continue;
    if (!timingSafeEqual(sivOf(keys, alias, plain), siv)) continue;
    const opened = unpackCorrespondent(plain);
    if (opened !== undefined) return { alias, ...opened };
  }
  return undefined;
}

/**
 * Adds the key stream that begins at `from`, and stops at the first octet that no correspondent has: UTF-8 without control
 * characters, after the first octet. Nearly all texts under a wrong key stop within a few octets.
 * @returns undefined if it stopped
 */
function decrypted(octets: Buffer, stream: Buffer, from: number): Buffer | undefined {
  let before = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = (stream[from + at] ?? 0) ^ (octets[at] ?? 0);
    stream[from + at] = octet;
    if (at === 0) continue;
    if (octet < 0x20 || octet > 0xf4) return undefined;
    // RFC 3629 section 3: octets from 0x80 to 0xBF continue a character, and at least one of them follows its first octet.
    const isInner = octet >= 0x80 && octet < 0xc0;
    if (isInner ? before < 0x80 : before >= 0xc0) return undefined;
    before = octet;
  }
  return before < 0xc0 ? stream.subarray(from, from + octets.length) : undefined;
}

/** An alias contains no NUL, and is not `iv`: the two MACs cannot be mistaken for each other. */
function sivOf({ mac }: YearKeys, alias: string, plain: Buffer): Buffer {
  return firstOctets(mac.of(Buffer.concat([Buffer.from(`${alias}\0`), plain])));
}

/** AES-256 in counter mode (NIST SP 800-38A section 6.5). */
function crypted(keys: YearKeys, alias: string, siv: Buffer, octets: Buffer): Buffer {
  const iv = Buffer.concat([siv, halfOfIv(keys, alias)]);
  return createCipheriv('aes-256-ctr', keys.cipher, iv).update(octets);
}

/** The same mode's key streams for many aliases, concatenated: the encrypted counters. @param width octets of each */
function keyStreams(
  keys: YearKeys,
  aliases: readonly string[],
  siv: Buffer,
  width: number,
): Buffer {
  const counters = Buffer.alloc(aliases.length * width);
  for (const [i, alias] of aliases.entries()) {
    const first = i * width;
    siv.copy(counters, first);
    halfOfIv(keys, alias).copy(counters, first + SIV_OCTETS);
    for (let at = first + BLOCK_OCTETS; at < first + width; at += BLOCK_OCTETS) {
      counters.copy(counters, at, at - BLOCK_OCTETS, at);
      increment(counters, at);
    }
  }
  return createCipheriv('aes-256-ecb', keys.cipher, null).update(counters);
}

/** Adds one to the counter block at this index. */
function increment(counters: Buffer, at: number): void {
  for (let place = at + BLOCK_OCTETS - 1; place >= at; place -= 1) {
    const octet = ((counters[place] ?? 0) + 1) & 0xff;
    counters[place] = octet;
    if (octet !== 0) return;
  }
}

function halfOfIv({ mac, ivs }: YearKeys, alias: string): Buffer {
  const before = ivs.get(alias);
  if (before !== undefined) return before;
  if (ivs.size >= MOST_IVS) ivs.clear();
  const half = firstOctets(mac.of(`iv\0${alias}`));
  ivs.set(alias, half);
  return half;
}

const firstOctets = (mac: string) => Buffer.from(mac.slice(0, SIV_OCTETS), 'latin1');
