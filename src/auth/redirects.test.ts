import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redirects, withFragment, withQuery } from './redirects.ts';

const SITE = 'https://veilpost.test';
const redirects = new Redirects(SITE, ['https://app.test:8443', 'http://localhost:5173']);

test('a sign-in may redirect to the site and to the origins that the operator names', () => {
  for (const [wanted, taken] of [
    [SITE, `${SITE}/`],
    [`${SITE}/welcome?next=%2Finbox#top`, `${SITE}/welcome?next=%2Finbox#top`],
    ['HTTPS://VEILPOST.TEST:443/a', `${SITE}/a`],
    ['https://app.test:8443/a/../b', 'https://app.test:8443/b'],
    ['http://localhost:5173/', 'http://localhost:5173/'],
  ] as const) {
    assert.equal(redirects.allowed(wanted), taken, wanted);
  }
});

test('the site replaces any other requested address', () => {
  for (const wanted of [
    undefined,
    '',
    '/welcome',
    'welcome',
    '//evil.test',
    '//veilpost.test/a',
    'https:veilpost.test@evil.test',
    'http://veilpost.test/',
    'https://veilpost.test:444/',
    'https://app.test/',
    'https://app.test:8444/',
    'http://app.test:8443/',
    'https://localhost:5173/',
    'https://evil.test/',
    'https://veilpost.test.evil.test/',
    'https://veilpost.test./',
    'https://a.veilpost.test/',
    'https://evil.test/https://veilpost.test/',
    'https://veilpost.test@evil.test/',
    'https://jane@veilpost.test/',
    'https://jane:secret@veilpost.test/',
    'https://evil.test\\@veilpost.test/',
    'https://veilpost.test\\@evil.test/',
    'https:\\\\veilpost.test/',
    'https://veilpost.test/\r\nLocation: https://evil.test/',
    'https://veil\tpost.test/',
    'https://veilpost.test/\u0000',
    ' https://veilpost.test/',
    'https://veilpost.test/a b',
    'https://veilpost.test/\ud800',
    'javascript:alert(1)',
    'javascript://veilpost.test/%0aalert(1)',
    'data:text/html,x',
    `blob:${SITE}/0f7e3a4c`,
    `filesystem:${SITE}/temporary/x`,
    'ftp://veilpost.test/',
    'com.example.app://callback',
    'null',
    'https://',
    'https://[',
    `${SITE}/${'x'.repeat(2048)}`,
  ]) {
    assert.equal(redirects.allowed(wanted), null, String(wanted));
  }
});

test('parameters are added to those of the address, and replace those of the same name', () => {
  assert.equal(
    withQuery('https://app.test/a?x=1&code=old#top', { code: 'a b&c' }),
    'https://app.test/a?x=1&code=a+b%26c#top',
  );
  assert.equal(
    withFragment('https://app.test/a?x=1#top', { access_token: 'a', type: 'b c' }),
    'https://app.test/a?x=1#access_token=a&type=b+c',
  );
});
