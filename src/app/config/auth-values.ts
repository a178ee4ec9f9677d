/** Readers of the session facility's settings: providers, captchas, and the origins that a sign-in may redirect to. */

import { CAPTCHA_ADDRESSES, type CaptchaSettings } from '#auth/captcha.ts';
import type { FacilitySwitches } from '#auth/facility.ts';
import type { ProviderSettings } from '#auth/providers/provider-account.ts';
import { asDomain } from './alias-values.ts';
import { ConfigError } from './fault.ts';
import { asOrigin } from './net-values.ts';
import { eachOnce, type Environment, list, parts, quoted, text } from './values.ts';

/** Of AUTH: passwords, anonymous users, sign-up without a letter. */
const FOR_TESTS = ['passwords', 'anonymous', 'autoconfirm'];

export function authValues(env: Environment) {
  const words = sessionWords(env, 'AUTH');
  const switches: FacilitySwitches = {
    passwords: words.includes('passwords'),
    anonymous: words.includes('anonymous'),
    autoconfirm: words.includes('autoconfirm'),
  };
  return {
    /** Whether auth/v1 exists. */
    on: !words.includes('off'),
    switches,
    /** OpenID providers. */
    providers: providers(env, 'AUTH_PROVIDERS'),
    /** Origins besides PUBLIC_URL that a sign-in may redirect to. */
    redirects: list(
      'AUTH_REDIRECTS',
      parts(env, 'AUTH_REDIRECTS'),
      'origins such as https://app.example.org',
      asOrigin,
    ),
    /** Undefined: no captcha. */
    captcha: captcha(env, 'AUTH_CAPTCHA'),
  };
}

/** `on`, `off`, or `on` followed by words for tests. */
function sessionWords(env: Environment, name: string): string[] {
  const [first = '', ...tests] = (text(env, name) ?? 'on').split(',').map((word) => word.trim());
  const isKnown = tests.every((word) => FOR_TESTS.includes(word));
  if (isKnown && (first === 'on' || (first === 'off' && tests.length === 0))) {
    return [first, ...tests];
  }
  throw new ConfigError(
    name,
    `must be on or off, or for tests on followed by ${FOR_TESTS.join(', ')} after commas, but is ${quoted(text(env, name) ?? '')}`,
  );
}

/** The names of providers that the stock client sends. */
const NAME = /^[a-z][a-z0-9:_-]{0,31}$/;
/** Names of other ways to sign in. */
const TAKEN = ['email', 'phone', 'anonymous_users'];
/** RFC 6749 appendix A.1 and A.2, without the separators of the parts. */
const CREDENTIAL = /^[\x21-\x2b\x2d-\x7b\x7d-\x7e]{1,1024}$/;

/**
 * `name|issuer|client id|secret`, with a fifth part if the provider has domains of its own. No message repeats a
 * secret.
 */
function providers(env: Environment, name: string): ProviderSettings[] {
  const all = parts(env, name).map((value, i): ProviderSettings => {
    const [provider = '', issuer = '', clientId = '', clientSecret = '', domains = '', more] = value
      .split('|')
      .map((part) => part.trim());
    const which = `its entry ${i + 1}`;
    if (!NAME.test(provider) || TAKEN.includes(provider)) {
      throw new ConfigError(
        name,
        `must be name|issuer|client id|secret, separated by commas, but ${which} does not have a name such as google`,
      );
    }
    const url = URL.parse(issuer);
    const plain = url?.protocol === 'https:' && url.username + url.password === '';
    if (url === null || !plain || /[?#]/.test(issuer)) {
      throw new ConfigError(
        name,
        `must name each issuer by its https: address, but ${which} does not`,
      );
    }
    if (!CREDENTIAL.test(clientId) || !CREDENTIAL.test(clientSecret) || more !== undefined) {
      throw new ConfigError(
        name,
        `must be name|issuer|client id|secret, optionally followed by |domains, but ${which} is not`,
      );
    }
    return {
      name: provider,
      issuer: url.pathname === '/' ? url.origin : url.href,
      clientId,
      clientSecret,
      domains: ownDomains(name, domains, which),
    };
  });
  eachOnce(
    name,
    'provider',
    all.map((one) => one.name),
  );
  return all;
}

function ownDomains(name: string, value: string, which: string): string[] {
  return value
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => {
      const domain = asDomain(one);
      if (domain !== undefined) return domain;
      throw new ConfigError(
        name,
        `must have domains separated by spaces as its fifth part, but ${which} does not`,
      );
    });
}

/** The last part of a captcha that letters only require during a flood of newcomers. */
const WHEN_BUSY = 'busy';

/**
 * `turnstile|secret` or `hcaptcha|secret`; a third part replaces the service's own address, and a last one may be
 * `busy`.
 */
function captcha(env: Environment, name: string): CaptchaSettings | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const given = value.split('|').map((part) => part.trim());
  const whenBusy = given.length > 2 && given.at(-1) === WHEN_BUSY;
  const [service = '', secret = '', address, more] = whenBusy ? given.slice(0, -1) : given;
  if ((service !== 'turnstile' && service !== 'hcaptcha') || !CREDENTIAL.test(secret)) {
    throw new ConfigError(name, 'must be turnstile|secret or hcaptcha|secret');
  }
  const rest = whenBusy ? { whenBusy } : {};
  if (address === undefined) {
    return { service, secret, address: CAPTCHA_ADDRESSES[service], ...rest };
  }
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || more !== undefined) {
    throw new ConfigError(
      name,
      'must have an http address in its third part, if it has one, and may end with busy',
    );
  }
  return { service, secret, address: url.href, ...rest };
}
