/**
 * Readers of the values of checks, signatures and replies: whether mail is judged, our DKIM key, whose chains (ARC) are
 * trusted, and the proof that a reply requires.
 */

import { asDomain } from './alias-values.ts';
import { choice, type Environment, formed, list, namedParts, parts } from './values.ts';

/** Most trusted sealers: every message is compared with the list. */
const MOST_SEALERS = 1000;

/**
 * Of one label; the selector of a later key has nine octets more for the date, and possibly a number. RFC 1035 section
 * 2.3.4
 */
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/;

/** @param isTryOut mail goes to the built-in mailbox: a first message must not need the DNS */
export function trustValues(env: Environment, isTryOut: boolean) {
  return {
    /** Whether mail is judged. */
    checks: choice(env, 'MAIL_CHECKS', isTryOut ? ['off', 'on'] : ['on', 'off']) === 'on',
    ...dkimKey(env, 'DKIM_KEY'),
    /** Domains whose ARC pass excuses a failure of DMARC: lower case, A-labels. */
    trustedSealers: sealers(env, 'TRUSTED_SEALERS'),
  };
}

/** A path, or `selector=NAME`, or both. */
function dkimKey(env: Environment, name: string) {
  const { unnamed, named } = namedParts(env, name, ['selector']);
  const rule = 'a path, whose selector= has 1 to 50 letters, digits and hyphens, as in a domain';
  const selector = formed(name, named.get('selector') ?? 'veilpost', rule, (value) =>
    SELECTOR.test(value.toLowerCase()) ? value.toLowerCase() : undefined,
  );
  return {
    /** Path of the PEM file of an RSA key; undefined: keys are made and kept in the store. */
    dkimKeyPath: unnamed.length > 0 ? unnamed.join(',') : undefined,
    /** The selector of our first key, or of the key in the file. Later ones have the date after it. */
    dkimSelector: selector,
  };
}

function sealers(env: Environment, name: string): string[] {
  const rule = 'domains such as lists.example.org';
  return [...new Set(list(name, parts(env, name), rule, asDomain, [MOST_SEALERS, 'domains']))];
}

/** Of owners' replies. @param checks whether mail is judged */
export function replyValues(env: Environment, checks: boolean) {
  const word = choice(env, 'REPLIES', ['on', 'dkim', 'off']);
  return {
    /**
     * Whether reply addresses are written into messages, and mail to them is accepted. Requires the checks, which
     * authenticate an owner. Without them senders stay as they are, and replies show the real address.
     */
    on: word !== 'off' && checks,
    /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
    proof: word === 'dkim' ? ('dkim' as const) : ('any' as const),
  };
}
