/** Readers of the values of aliases: their domains, their numbers, and the operator's address. */

import { domainToASCII } from 'node:url';
import { domainOf, isDeliverable } from '#rules/address.ts';
import type { NumberRange } from '#rules/alias.ts';
import { ALIAS_NUMBERS } from '#rules/plan.ts';
import { isOwnDomain, type OwnNames } from '#rules/own-domain.ts';
import { ConfigError } from './fault.ts';
import { between, eachOnce, type Environment, formed, list, quoted, text } from './values.ts';

/** RFC 1035 section 2.3.4, minus the room that `b.` and SRS addresses need. */
const DOMAIN_OCTETS = 200;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain in lower case and A-labels (RFC 5890), or undefined if it has fewer than two labels. */
export function asDomain(value: string): string | undefined {
  const domain = domainToASCII(value).toLowerCase();
  const labels = domain.split('.');
  const fits = labels.length > 1 && domain.length <= DOMAIN_OCTETS;
  // A last label with only digits would be an IP address.
  return fits && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
    ? domain
    : undefined;
}

export function aliasDomains(
  env: Environment,
  name: string,
  initial: string,
): [string, ...string[]] {
  const rule = 'one or more domains such as alias.example.org';
  const domains = list(name, between(text(env, name) ?? initial), rule, asDomain);
  eachOnce(name, 'domain', domains);
  const [first, ...others] = domains;
  if (first === undefined) throw new ConfigError(name, 'must name at least one domain');
  return [first, ...others];
}

export function aliasNumbers(env: Environment, name: string): NumberRange {
  const value = text(env, name);
  if (value === undefined) return ALIAS_NUMBERS;
  const rule = 'a range such as 1000-9999, of numbers from 1 to 999999999';
  return formed(name, value, rule, (range) => {
    const numbers = /^([1-9]\d{0,8})\s*-\s*([1-9]\d{0,8})$/.exec(range);
    const first = Number(numbers?.[1]);
    const last = Number(numbers?.[2]);
    return first <= last ? { first, last } : undefined;
  });
}

/** The operator's own address. Mail to an address at an alias domain would come back to us and loop. */
export function operatorEmail(env: Environment, name: string, own: OwnNames): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!isDeliverable(value)) {
    throw new ConfigError(name, `must be one email address, but is ${quoted(value)}`);
  }
  if (isOwnDomain(asDomain(domainOf(value)) ?? '', own)) {
    throw new ConfigError(
      name,
      'must be a mailbox outside ALIAS_DOMAINS, MAIL_HOST and BOUNCE_DOMAIN',
    );
  }
  return value;
}
