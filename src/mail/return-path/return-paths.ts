/**
 * The sender's address for forwarding, rewritten onto our own domain (Sender Rewriting Scheme). SPF then passes at
 * the next hop and a bounce finds its way back. Four forms, each with its own MAC:
 *
 * - `srs0=MAC=STAMP=domain=local@bounce.domain` if that fits into 64 octets;
 * - `srs1=MAC+STAMP=domain=...@bounce.domain` for a sender that another forwarder has already rewritten;
 * - `srsx=MAC=STAMP=base32@base32.bounce.domain` for all others: long, quoted, in upper case, or not ASCII. Nothing is
 *   stored; the bounce domain needs a wildcard MX record for it;
 * - `srsp=MAC=STAMP=digits@digits.bounce.domain` if that is too long: the same, packed.
 *
 * A sender that fits none of them, or has no domain, gets `srsn=STAMP@bounce.domain`: its message is forwarded, and
 * a bounce of it has no recipient. The stamp holds a day and the alias. All forms survive hosts that fold case.
 *
 * Our own letters (messages to people who sign in) have `note=MAC=STAMP=KEY@bounce.domain`: the caller's key
 * identifies the recipient.
 */

import type { KeyObject } from 'node:crypto';
import { ADDRESS_OCTETS, splitAddress } from '#rules/address.ts';
import { takesBounces } from '#rules/own-domain.ts';
import { Mac } from '#secrets/mac.ts';
import {
  belowDomain,
  fromBase32,
  LOCAL_PART_OCTETS,
  pack,
  spelled,
  toBase32,
  unpack,
} from './base32.ts';
import { isGenuine, MAC_LENGTH, macWith, readStamp, writeStamp } from './stamp.ts';

/**
 * Local parts and domains that can be in an SRS address unchanged and be restored exactly. Dots are single, and
 * inside: the sender's server may accept more addresses than the real mailbox's server.
 */
const PLAIN_LOCAL = /^[a-z0-9+_=-]+(?:\.[a-z0-9+_=-]+)*$/;
const PLAIN_DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
/** Characters of a local part without quotes (RFC 5322 section 3.2.3). */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** SRS0 or SRS1 of any forwarder: the separator after the tag may be any of three. */
const SRS0 = /^srs0([=+-].*)$/is;
const SRS1 = /^srs1[=+-][^=]*=([^=]+)=(.*)$/is;

export type ReturnPathOptions = {
  /** The domain of our SRS addresses, lower case. */
  domain: string;
  /** The first key makes addresses; all of them verify. */
  keys: readonly KeyObject[];
  /** Our alias domains, in lower case. */
  aliasDomains: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
};

/** The meaning of an address at the bounce domain. */
export type Unwound =
  | { kind: 'sender'; address: string; alias: string | undefined }
  /** One of our letters, by its key. */
  | { kind: 'letter'; key: string }
  /** A reply sent by the owner of this alias. */
  | { kind: 'owner'; alias: string }
  | { kind: 'expired' }
  /** Not one of ours: another key, changed, or noise. */
  | { kind: 'forged' };

export class ReturnPaths {
  readonly #options: ReturnPathOptions;
  readonly #keys: readonly Mac[];

  constructor(options: ReturnPathOptions) {
    this.#options = options;
    this.#keys = options.keys.map((key) => new Mac(key));
  }

  /** Whether a domain is the bounce domain or below it. In lower case. */
  owns(domain: string): boolean {
    return takesBounces(domain, this.#options.domain);
  }

  /** @param sender not the null reverse-path @returns an address of at most 254 octets */
  rewrite(sender: string, alias: string): string {
    const stamp = writeStamp(alias, this.#options.aliasDomains, this.#options.now());
    const form = sender.includes('@')
      ? (this.#srs1(sender, stamp) ??
        this.#srs0(sender, stamp) ??
        this.#spread('srsx', stamp, toBase32(Buffer.from(sender, 'utf8'))) ??
        this.#spread('srsp', stamp, pack(sender)))
      : undefined;
    return form ?? `srsn=${stamp}@${this.#options.domain}`;
  }

  /** The sender of one of our letters. @param key 1 to 40 letters and digits in lower case */
  ofLetter(key: string): string {
    const stamp = writeStamp('', [], this.#options.now());
    return `note=${this.#mac('note', stamp, key)}=${stamp}=${key}@${this.#options.domain}`;
  }

  /**
   * The sender of a reply, for the correspondent's server.
   * @param alias in one of our domains, which sends the reply
   */
  forReply(alias: string): string {
    const stamp = writeStamp(alias, this.#options.aliasDomains, this.#options.now());
    return `srsr=${this.#mac('srsr', stamp, alias)}=${stamp}@${this.#options.domain}`;
  }

  /** @param local as received, in any case; @param domain lower case */
  unwind(local: string, domain: string): Unwound {
    const parts = local.split('=');
    const [tag = '', first = '', second = ''] = parts;
    switch (tag.toLowerCase()) {
      case 'srs0':
        return this.#unwound('srs0', first, second, parts.slice(3).join('='), srs0Sender);
      case 'srs1': {
        const rest = parts.slice(2).join('=');
        return this.#unwound(
          'srs1',
          first.slice(0, MAC_LENGTH),
          first.slice(MAC_LENGTH),
          rest,
          srs1Sender,
        );
      }
      case 'srsx':
        return this.#unwound('srsx', first, second, this.#gathered(parts, domain), encodedSender);
      case 'srsp':
        return this.#unwound('srsp', first, second, this.#gathered(parts, domain), unpack);
      case 'note': {
        const key = parts.slice(3).join('=').toLowerCase();
        const unwound = this.#unwound('note', first, second, key, (payload) => payload);
        return unwound.kind === 'sender' ? { kind: 'letter', key } : unwound;
      }
      case 'srsr':
        return parts.length === 3 && domain === this.#options.domain
          ? this.#owner(first, second)
          : { kind: 'forged' };
      default:
        return { kind: 'forged' };
    }
  }

  /** The MAC covers the whole alias, so it distinguishes two domains with the same tag. */
  #owner(mac: string, stamp: string): Unwound {
    for (const domain of this.#options.aliasDomains) {
      const read = readStamp(stamp, [domain], this.#options.now());
      if (read?.alias !== undefined && isGenuine(this.#keys, mac, 'srsr', stamp, read.alias)) {
        return read.expired ? { kind: 'expired' } : { kind: 'owner', alias: read.alias };
      }
    }
    return { kind: 'forged' };
  }

  #srs0(sender: string, stamp: string): string | undefined {
    const [local, written] = splitAddress(sender);
    const domain = written.toLowerCase();
    if (!PLAIN_LOCAL.test(local) || !PLAIN_DOMAIN.test(domain)) return undefined;
    const payload = `${domain}=${local}`;
    return this.#fitting(`srs0=${this.#mac('srs0', stamp, payload)}=${stamp}=${payload}`);
  }

  #srs1(sender: string, stamp: string): string | undefined {
    const [local, domain] = splitAddress(sender);
    const again = SRS1.exec(local);
    const first = SRS0.exec(local);
    const [host = domain.toLowerCase(), rest = first?.[1] ?? ''] = again?.slice(1) ?? [];
    if (!PLAIN_DOMAIN.test(host.toLowerCase()) || !DOT_ATOM.test(rest)) return undefined;
    const payload = `${host}=${rest}`;
    return this.#fitting(`srs1=${this.#mac('srs1', stamp, payload)}${stamp}=${payload}`);
  }

  /** @returns undefined if there are too many digits for an address */
  #spread(form: string, stamp: string, digits: string | undefined): string | undefined {
    if (digits === undefined) return undefined;
    const local = `${form}=${this.#mac(form, stamp, digits)}=${stamp}=${digits}`;
    const address = spelled(local, this.#options.domain);
    return address.length <= ADDRESS_OCTETS ? address : undefined;
  }

  /** The digits of a form that continues below the bounce domain. */
  #gathered(parts: readonly string[], domain: string): string {
    return parts.slice(3).join('=') + belowDomain(domain, this.#options.domain);
  }

  #fitting(local: string): string | undefined {
    return local.length <= LOCAL_PART_OCTETS ? `${local}@${this.#options.domain}` : undefined;
  }

  #unwound(
    form: string,
    mac: string,
    stamp: string,
    payload: string,
    senderOf: (payload: string) => string | undefined,
  ): Unwound {
    const genuine = isGenuine(this.#keys, mac, form, stamp, payload);
    const read = readStamp(stamp, this.#options.aliasDomains, this.#options.now());
    const address = senderOf(payload);
    if (!genuine || read === undefined || address === undefined) return { kind: 'forged' };
    return read.expired ? { kind: 'expired' } : { kind: 'sender', address, alias: read.alias };
  }

  #mac(form: string, stamp: string, payload: string): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('return paths need a key');
    return macWith(key, form, stamp, payload);
  }
}

function srs0Sender(payload: string): string | undefined {
  const equals = payload.indexOf('=');
  // The payload was in lower case: this restores case that a host has changed.
  return equals > 0
    ? `${payload.slice(equals + 1)}@${payload.slice(0, equals)}`.toLowerCase()
    : undefined;
}

/** The address at the forwarder before us: restores its SRS0 form. */
function srs1Sender(payload: string): string | undefined {
  const equals = payload.indexOf('=');
  return equals > 0
    ? `SRS0${payload.slice(equals + 1)}@${payload.slice(0, equals).toLowerCase()}`
    : undefined;
}

function encodedSender(payload: string): string | undefined {
  const address = fromBase32(payload)?.toString('utf8');
  return address?.includes('@') ? address : undefined;
}
