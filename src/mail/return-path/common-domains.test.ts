import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { domainOfNumber, isSharedProvider, numberOfDomain } from './common-domains.ts';

const NUMBERS = Array.from({ length: 127 }, (_, i) => i + 1);

/** The domains of a range of numbers, as in reply addresses already given out. */
function digest(numbers: number[]): string {
  const list = numbers.map((number) => `${number} ${domainOfNumber(number)}\n`).join('');
  return createHash('sha256').update(list).digest('hex');
}

test('an upgrade does not change the number of a domain: the lists only grow', () => {
  assert.equal(
    digest(NUMBERS.slice(0, 96)),
    'bb1d25a90dd68db4fb492741a7fe26cd23a857bbd6faa7495d64430832ca6ae6',
  );
  assert.equal(
    digest(NUMBERS.slice(122)),
    '964639683fe5c763331521341c4d341bec8a717a425df9821d9401709eb7de52',
  );
});

test('each number from 1 to 127 has at most one domain, in lower case, and each domain has one number', () => {
  const used = NUMBERS.filter((number) => domainOfNumber(number) !== undefined);
  for (const number of used) {
    const domain = domainOfNumber(number) ?? '';
    assert.equal(numberOfDomain(domain), number);
    assert.match(domain, /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
  }
  assert.ok(used.length >= 101);
  for (const none of [0, 128, 255]) assert.equal(domainOfNumber(none), undefined);
});

test('mailbox providers are distinguished from companies and from all other domains', () => {
  assert.ok(isSharedProvider('gmail.com') && isSharedProvider('cox.net'));
  for (const domain of ['github.com', 'example.org', '']) assert.ok(!isSharedProvider(domain));
});
