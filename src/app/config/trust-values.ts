/** Readers of the values of checks and signatures: whether mail is judged, our DKIM key, and whose chains (ARC) are believed. */

import { asDomain } from './alias-values.ts';
import { ConfigError } from './config-error.ts';
import { choice, type Environment, quoted, text } from './values.ts';

export type TrustConfig = {
  /** Whether mail is judged. */
  checks: boolean;
  /** Path of the PEM file of an RSA key; undefined: keys are made and kept in the store. */
  dkimKeyPath: string | undefined;
  /** Of our first key, or of that in the file. The later ones have the date behind it. */
  dkimSelector: string;
  /** Domains whose ARC pass excuses a failure of DMARC: lower case, A-labels. */
  trustedSealers: string[];
};

/** Most trusted sealers: every mail is compared with the list. */
const MOST_SEALERS = 1000;

/** Of one label; the date of a later key has nine octets more, and a number perhaps. RFC 1035 section 2.3.4 */
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/;

/** @param isTryOut mail goes to the built-in mailbox: a first mail must need no DNS */
export function trustValues(env: Environment, isTryOut: boolean): TrustConfig {
  return {
    checks: choice(env, 'MAIL_CHECKS', isTryOut ? ['off', 'on'] : ['on', 'off']) === 'on',
    dkimKeyPath: text(env, 'DKIM_KEY'),
    dkimSelector: selector(env, 'DKIM_SELECTOR', 'veilpost'),
    trustedSealers: sealers(env, 'TRUSTED_SEALERS'),
  };
}

function selector(env: Environment, name: string, initial: string): string {
  const value = text(env, name) ?? initial;
  if (SELECTOR.test(value.toLowerCase())) return value.toLowerCase();
  throw new ConfigError(
    name,
    `must be 1 to 50 letters, digits and hyphens, as in a domain, but is ${quoted(value)}`,
  );
}

function sealers(env: Environment, name: string): string[] {
  const values = (text(env, name) ?? '').split(',').map((value) => value.trim());
  const domains = values.filter(Boolean).map((value) => {
    const domain = asDomain(value);
    if (domain !== undefined) return domain;
    throw new ConfigError(
      name,
      `must be domains such as lists.example.org, separated by commas, but has ${quoted(value)}`,
    );
  });
  if (domains.length <= MOST_SEALERS) return [...new Set(domains)];
  throw new ConfigError(name, `must be ${MOST_SEALERS} domains at most, but has ${domains.length}`);
}
