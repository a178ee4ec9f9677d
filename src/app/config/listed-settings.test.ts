import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { settingNames } from './config.ts';
import { configOf } from './reading.fixture.ts';

test('.env.example names every variable, with the value that is its default', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const pairs = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const env: Record<string, string> = Object.fromEntries(pairs);
  const [listed, read] = [pairs.map(([name = '']) => name), settingNames()];
  const unread = listed.filter((name) => !read.includes(name));
  assert.deepEqual(unread, [], `${unread.join()}: add the line in parse, src/app/config/config.ts`);
  const unlisted = read.filter((name) => !listed.includes(name));
  assert.deepEqual(unlisted, [], `${unlisted.join()}: add comment and default to .env.example`);
  assert.deepEqual(configOf(env), configOf({}));
});

test('every variable in the guide exists', () => {
  const guide = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const environment = /environment <<END\n(.*?)\nEND\n/s.exec(guide)?.[1] ?? '';
  const env = parseEnv(environment);
  assert.ok(Object.keys(env).length > 5);
  for (const name of Object.keys(env)) assert.ok(settingNames().includes(name), name);
  assert.equal(configOf(env).smtpHost, '::');
});

test('there are 44 settings at most, so that an operator can read all of them', () => {
  const names = settingNames();
  assert.ok(
    names.length <= 44,
    `${names.length} settings. Weigh which of these an operator needs least: can the new value be derived from another one, or be a word of it (as protocol= in TRUSTED_PROXIES)? Can an old one? ${names.join(' ')}`,
  );
});
