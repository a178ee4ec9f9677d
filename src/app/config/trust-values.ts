/**
 * Readers of the values of checks and signatures: whether mail is judged, our DKIM key, and whose chains (ARC) are
 * trusted.
 */

import { asDomain } from './alias-values.ts';
import { choice, type Environment, formed, list, parts, text } from './values.ts';

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
    /** Path of the PEM file of an RSA key; undefined: keys are made and kept in the store. */
    dkimKeyPath: text(env, 'DKIM_KEY'),
    /** The selector of our first key, or of the key in the file. Later ones have the date after it. */
    dkimSelector: selector(env, 'DKIM_SELECTOR', 'veilpost'),
    /** Domains whose ARC pass excuses a failure of DMARC: lower case, A-labels. */
    trustedSealers: sealers(env, 'TRUSTED_SEALERS'),
  };
}

function selector(env: Environment, name: string, initial: string): string {
  const rule = '1 to 50 letters, digits and hyphens, as in a domain';
  return formed(name, text(env, name) ?? initial, rule, (value) =>
    SELECTOR.test(value.toLowerCase()) ? value.toLowerCase() : undefined,
  );
}

function sealers(env: Environment, name: string): string[] {
  const rule = 'domains such as lists.example.org';
  return [...new Set(list(name, parts(env, name), rule, asDomain, [MOST_SEALERS, 'domains']))];
}
