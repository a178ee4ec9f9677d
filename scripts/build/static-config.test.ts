import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '#app/config/fault.ts';
import { staticConfig } from './static-config.ts';

const SUPABASE = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co/',
  VITE_SUPABASE_ANON_KEY: 'public',
  VITE_ALIAS_DOMAINS: 'A.example, b.example',
};

test('a build without VITE_SUPABASE_URL has no configuration: the server adds its own', () => {
  assert.deepEqual(staticConfig({ VITE_ALIAS_DOMAINS: 'a.example' }), {});
});

test('a build for a static host has the whole configuration of the screen', () => {
  assert.deepEqual(staticConfig(SUPABASE), {
    url: 'https://abc.supabase.co',
    key: 'public',
    domains: ['a.example', 'b.example'],
    numbers: [1000, 9999],
    ownership: 'open',
    testMail: 'simulated',
  });
  const { numbers, ownership, testMail, madeIn } = staticConfig({
    ...SUPABASE,
    VITE_ALIAS_NUMBERS: '100000-999999',
    VITE_OWNERSHIP: 'confirmed',
    VITE_TEST_MAIL: 'live',
    VITE_MADE_IN: 'Clay|https://clay.example',
  });
  assert.deepEqual(numbers, [100_000, 999_999]);
  assert.deepEqual([ownership, testMail], ['confirmed', 'live']);
  assert.deepEqual(madeIn, { name: 'Clay', href: 'https://clay.example/' });
});

test('the error names an unusable value', () => {
  for (const [name, value] of [
    ['VITE_SUPABASE_URL', 'abc.supabase.co'],
    ['VITE_SUPABASE_URL', 'javascript:alert(1)'],
    ['VITE_SUPABASE_ANON_KEY', ''],
    ['VITE_ALIAS_DOMAINS', ''],
    ['VITE_ALIAS_DOMAINS', 'a.example,'],
    ['VITE_ALIAS_NUMBERS', '9999-1000'],
    ['VITE_ALIAS_NUMBERS', '1000'],
    ['VITE_TEST_MAIL', 'yes'],
    ['VITE_MADE_IN', 'Clay'],
    ['VITE_MADE_IN', 'Clay|javascript:alert(1)'],
  ] as const) {
    assert.throws(
      () => staticConfig({ ...SUPABASE, [name]: value }),
      (error) => error instanceof ConfigError && error.message.includes(name),
      `${name}=${value}`,
    );
  }
});
