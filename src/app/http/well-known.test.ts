import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWellKnown, NO_STS_POLICY, type WellKnownParts } from './well-known.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const PATH = '/.well-known/security.txt';

const site = (parts: Partial<WellKnownParts> = {}) =>
  createWellKnown({
    contact: 'postmaster@alias.test',
    publicUrl: 'https://veil.test',
    stsPolicy: NO_STS_POLICY,
    now: () => NOW,
    ...parts,
  });

test('a finder of a vulnerability finds the contact in a file that is valid for some months', async () => {
  const answer = await site().request(PATH);
  assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain; ?charset=utf-8$/i);
  assert.equal(
    await answer.text(),
    'Contact: mailto:postmaster@alias.test\nExpires: 2027-02-20T12:00:00Z\nPreferred-Languages: en\nCanonical: https://veil.test/.well-known/security.txt\n',
  );
});

test('without a public address the file names none, and without an operator there is no file', async () => {
  const text = await (await site({ publicUrl: undefined }).request(PATH)).text();
  assert.doesNotMatch(text, /Canonical/);
  assert.equal((await site({ contact: undefined }).request(PATH)).status, 404);
});

test('search engines are asked to skip calls and links of letters, and nothing else', async () => {
  const text = await (await site().request('/robots.txt')).text();
  const refused = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
  const isRefused = (path: string) => refused.some((one) => path.startsWith(one));
  for (const path of ['/rest/v1/aliases', '/auth/v1/verify?token=x', '/off/x', '/functions/v1/x']) {
    assert.ok(isRefused(path), path);
  }
  for (const path of ['/', '/privacy', '/assets/a.js', '/share.png'])
    assert.ok(!isRefused(path), path);
});

test('our policy is served at the hosts of our domains, and nowhere else', async () => {
  const stsPolicy = { text: 'version: STSv1\r\n', domains: ['alias.test', 'b.alias.test'] };
  const ask = (host: string, parts: Partial<WellKnownParts> = { stsPolicy }) =>
    site(parts).request(`https://${host}/.well-known/mta-sts.txt`);
  for (const host of ['mta-sts.alias.test', 'MTA-STS.b.alias.test']) {
    const answer = await ask(host);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain/);
    assert.equal(await answer.text(), 'version: STSv1\r\n');
  }
  for (const host of ['veil.test', 'alias.test', 'mta-sts.other.test', 'mta-sts.x.alias.test']) {
    assert.equal((await ask(host)).status, 404, host);
  }
  assert.equal((await ask('mta-sts.alias.test', {})).status, 404);
});
