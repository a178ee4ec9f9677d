import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConfined } from './listen-address.ts';
import { configOf } from './reading.fixture.ts';
import type { Environment } from './values.ts';
import { warnOfSettings } from './warnings.ts';

/** The variables and words that the warnings begin with. */
function warnings(env: Environment): string[] {
  const said: string[] = [];
  warnOfSettings(configOf(env), { warn: (text) => void said.push(text.split(' ')[0] ?? '') });
  return said;
}

/** A configuration without warnings. */
const MX = {
  NEXT_HOP: 'mx:',
  OPERATOR_EMAIL: 'me@home.example',
  PUBLIC_URL: 'https://veilpost.example',
  SECRET_KEY: 'x'.repeat(43),
};

test('the start warns about each setting that works but is unusual, and about no other', () => {
  assert.deepEqual(warnings({}), []);
  assert.deepEqual(warnings(MX), []);
  for (const [env, first] of [
    [{ ...MX, OPERATOR_EMAIL: '' }, ['OPERATOR_EMAIL']],
    [{ ...MX, OWNERSHIP: 'open' }, ['OWNERSHIP', 'TEST_MAIL']],
    [{ ...MX, OWNERSHIP: 'open', TEST_MAIL: 'simulated' }, ['OWNERSHIP']],
    [{ ...MX, PUBLIC_URL: '' }, ['PUBLIC_URL']],
    [{ ...MX, SECRET_KEY: '' }, ['SECRET_KEY']],
    [
      { ...MX, SECRET_KEY: '', AUTH: 'off', OWNERSHIP: 'open', TEST_MAIL: 'simulated' },
      ['OWNERSHIP'],
    ],
    [{ ...MX, HOST: 'admin=0.0.0.0' }, ['HOST']],
    [{ ...MX, HOST: 'admin=10.0.0.1' }, []],
    [{ ...MX, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    [{ ...MX, FILTER: 'http://127.0.0.1' }, []],
    [{ ...MX, FILTER: 'https://filter.example' }, []],
    [{ ...MX, FILTER: 'http://filter.example:11333' }, ['FILTER']],
    [{ ...MX, HOST: '0.0.0.0' }, []],
    [{ HOST: '0.0.0.0' }, ['anyone']],
  ] as const) {
    assert.deepEqual(warnings(env), first, JSON.stringify(env));
  }
});

test('loopback, link-local and private addresses are confined, public ones are not', () => {
  const confined =
    '127.0.0.1 127.9.9.9 ::1 localhost 10.1.2.3 10.255.0.1 172.16.0.1 172.31.0.1 169.254.7.7 192.168.0.9 ' +
    '192.168.255.1 100.64.1.1 100.127.255.1 fc00::1 fd00::1 fdff::1 fe80::1 febf::1';
  for (const host of confined.split(' ')) assert.ok(isConfined(host), host);
  const others =
    '0.0.0.0 :: 192.0.2.1 172.32.0.1 2001:db8::1 100.128.0.1 11.0.0.1 169.253.0.1 192.169.0.1 fec0::1 fe00::1 fb00::1';
  for (const host of others.split(' ')) assert.ok(!isConfined(host), host);
});
