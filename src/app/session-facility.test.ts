import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf } from './config/reading.fixture.ts';
import { providerOptions } from './session-facility.ts';

const env = {
  AUTH_PROVIDERS: 'google|https://accounts.google.com|id|secret',
  ALIAS_DOMAINS: 'alias.test',
};

test('without providers nothing is connected to', () => {
  assert.equal(providerOptions(configOf({}), { isForbidden: () => false }), undefined);
});

test('an address from a provider is read in its canonical spelling, and an address of ours is ignored', () => {
  const options = providerOptions(configOf(env), { isForbidden: () => true });
  assert.equal(options?.readAddress(' Jane@Bücher.example'), 'jane@xn--bcher-kva.example');
  for (const text of ['alias-1234@alias.test', 'a@b.alias.test', 'a@mx.alias.test', 'none', '']) {
    assert.equal(options?.readAddress(text), undefined, text);
  }
});

test('a provider that redirects into a private network is not reached', async () => {
  const asked: string[] = [];
  const isForbidden = (address: string) => asked.push(address) > 0;
  const options = providerOptions(configOf(env), { isForbidden });
  await assert.rejects(async () => options?.fetch('https://169.254.169.254/latest', {}), {
    name: 'ForbiddenAddress',
  });
  assert.deepEqual(asked, ['169.254.169.254']);
});
