/** `VITE_*`: the configuration of a build that goes to a static host. Our own server puts its configuration in itself. */

import { ALIAS_NUMBERS } from '#rules/alias.ts';
import type { PageConfig } from '#rules/page.ts';

/** A value that cannot be used; the message names the variable. */
export class StaticConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** What the page carries; empty where `VITE_SUPABASE_URL` is not set. @throws StaticConfigError */
export function staticConfig(env: Environment): Partial<PageConfig> {
  const url = env.VITE_SUPABASE_URL;
  const madeIn = env.VITE_MADE_IN ? { madeIn: readMadeIn(env.VITE_MADE_IN) } : {};
  if (!url) return madeIn;
  return {
    url: readUrl(url),
    key: required(env, 'VITE_SUPABASE_ANON_KEY'),
    domains: required(env, 'VITE_ALIAS_DOMAINS')
      .split(',')
      .map((domain) => domain.trim().toLowerCase())
      .filter((domain) => domain !== ''),
    numbers: readNumbers(env.VITE_ALIAS_NUMBERS),
    testMail: readTestMail(env.VITE_TEST_MAIL),
    ...madeIn,
  };
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new StaticConfigError(`${name} must be set where VITE_SUPABASE_URL is.`);
}

function readUrl(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new StaticConfigError(
    'VITE_SUPABASE_URL must be an address such as https://abc.supabase.co.',
  );
}

function readNumbers(value: string | undefined): [number, number] {
  if (!value) return [ALIAS_NUMBERS.first, ALIAS_NUMBERS.last];
  const [, first, last] = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(value) ?? [];
  if (first && last && Number(first) <= Number(last)) return [Number(first), Number(last)];
  throw new StaticConfigError('VITE_ALIAS_NUMBERS must be a range such as 1000-9999.');
}

/** Simulated by default: a Supabase project has no mail engine. */
function readTestMail(value: string | undefined): PageConfig['testMail'] {
  if (!value || value === 'simulated') return 'simulated';
  if (value === 'live') return 'live';
  throw new StaticConfigError('VITE_TEST_MAIL must be live or simulated.');
}

function readMadeIn(value: string): PageConfig['madeIn'] {
  const cut = value.indexOf('|');
  const name = value.slice(0, Math.max(0, cut)).trim();
  const url = URL.parse(value.slice(cut + 1));
  // Another scheme (javascript:) would run in the page.
  if (name && url && /^https?:$/.test(url.protocol)) return { name, href: url.href };
  throw new StaticConfigError(
    'VITE_MADE_IN must be a name and an address such as Vite|https://vite.dev.',
  );
}
