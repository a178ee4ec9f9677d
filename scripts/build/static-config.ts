/** `VITE_*`: the configuration of a build for a static host. Our own server embeds its configuration itself. */

import { aliasDomains, aliasNumbers } from '#app/config/alias-values.ts';
import { ConfigError } from '#app/config/fault.ts';
import { madeIn, origin } from '#app/config/net-values.ts';
import { choice, type Environment, keys, text } from '#app/config/values.ts';
import type { PageConfig } from '#rules/page.ts';

/** The configuration in the page; without `VITE_SUPABASE_URL` only the footer's link. @throws ConfigError */
export function staticConfig(env: Environment): Partial<PageConfig> {
  const footer = text(env, 'VITE_MADE_IN') ? { madeIn: madeIn(env, 'VITE_MADE_IN', '') } : {};
  const url = origin(env, 'VITE_SUPABASE_URL');
  if (url === undefined) return footer;
  const { first, last } = aliasNumbers(env, 'VITE_ALIAS_NUMBERS');
  return {
    url,
    key: anonKey(env),
    domains: aliasDomains(env, 'VITE_ALIAS_DOMAINS', ''),
    numbers: [first, last],
    ownership: choice(env, 'VITE_OWNERSHIP', ['open', 'confirmed']),
    // A Supabase project has no mail engine.
    testMail: choice(env, 'VITE_TEST_MAIL', ['simulated', 'live']),
    ...footer,
  };
}

function anonKey(env: Environment): string {
  const [key] = keys(env, 'VITE_SUPABASE_ANON_KEY', 1, 1);
  if (key !== undefined) return key;
  throw new ConfigError('VITE_SUPABASE_ANON_KEY', 'must be set where VITE_SUPABASE_URL is');
}
