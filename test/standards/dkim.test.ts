import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteText } from './suites.ts';
import { verified } from '#support/verified.ts';
import { zoneResolver } from '#support/zone-resolver.ts';

/** The message of RFC 8463 appendix A, as printed, with its keys. */
const message = suiteText('dkim-rfc8463/signed.eml');
const zone = suiteText('dkim-rfc8463/dns.json');
const absent =
  message === undefined || zone === undefined
    ? 'the message of RFC 8463 is not beside this repository'
    : false;
const content = (message ?? '').replaceAll(/\r?\n/g, '\r\n');
const resolve = zoneResolver(JSON.parse(zone ?? '{}'));

test('both signatures of RFC 8463 appendix A pass', { skip: absent }, async () => {
  const { dkim, arc } = await verified(content, resolve);
  assert.deepEqual(
    dkim.map(({ result, reason, domain, selector, signature }) => ({
      result,
      reason,
      domain,
      selector,
      algorithm: signature?.algorithm,
    })),
    [
      ['brisbane', 'ed25519-sha256'],
      ['test', 'rsa-sha256'],
    ].map(([selector, algorithm]) => ({
      result: 'pass',
      reason: undefined,
      domain: 'football.example.com',
      selector,
      algorithm,
    })),
  );
  assert.equal(arc.result, 'none');
});

test('each of them fails after a change of one word of the message', {
  skip: absent,
}, async () => {
  const results = async (changed: string) =>
    (await verified(changed, resolve)).dkim.map(({ result, reason }) => `${result} ${reason}`);
  assert.deepEqual(
    await results(content.replace('dinner', 'supper')),
    Array.from({ length: 2 }, () => 'fail header-changed'),
  );
  assert.deepEqual(
    await results(content.replace('lost', 'won')),
    Array.from({ length: 2 }, () => 'fail body-changed'),
  );
});
