import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteText } from './suites.ts';
import { verified } from '#support/signing.ts';
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

const results = async (text: string) =>
  (await verified(text, resolve)).dkim.map(({ result, reason, domain, selector, signature }) =>
    [result, reason ?? '-', domain, selector, signature?.algorithm].join(' '),
  );
const both = (outcome: string) =>
  ['brisbane ed25519-sha256', 'test rsa-sha256'].map(
    (how) => `${outcome} football.example.com ${how}`,
  );

test('both signatures of RFC 8463 appendix A pass, and fail after a change of one word', {
  skip: absent,
}, async () => {
  assert.deepEqual(await results(content), both('pass -'));
  assert.deepEqual(await results(content.replace('dinner', 'supper')), both('fail header-changed'));
  assert.deepEqual(await results(content.replace('lost', 'won')), both('fail body-changed'));
});
