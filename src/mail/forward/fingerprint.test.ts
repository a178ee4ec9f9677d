import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { seededRandom } from '#support/seeded-random.ts';
import { Fingerprint } from './fingerprint.ts';

const key = (octet: number) => createSecretKey(Buffer.alloc(32, octet));

function fingerprint(pieces: Buffer[], octet = 1): string {
  const taken = new Fingerprint(key(octet));
  for (const piece of pieces) taken.update(piece);
  return taken.digest().toString('hex');
}

test('a message has one fingerprint, however its octets were cut on the way', () => {
  const random = seededRandom(7);
  const message = Buffer.from(Array.from({ length: 5000 }, () => Math.floor(random() * 256)));
  const whole = fingerprint([message]);
  for (let round = 0; round < 200; round++) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < message.length; ) {
      const end = at + Math.floor(random() ** 3 * 2000);
      pieces.push(message.subarray(at, end));
      at = end;
    }
    assert.equal(fingerprint(pieces), whole);
  }
});

test('one octet changed, added or taken away makes another fingerprint, and so does another key', () => {
  const message = Buffer.from('Subject: one\r\n\r\nOne.\r\n');
  const others = Array.from(message, (octet, i) => {
    const changed = Buffer.from(message);
    changed[i] = octet ^ 1;
    return fingerprint([changed]);
  });
  const all = [
    fingerprint([message]),
    fingerprint([message, Buffer.from('\0')]),
    fingerprint([message.subarray(0, -1)]),
    fingerprint([message], 2),
    ...others,
  ];
  assert.equal(new Set(all).size, all.length);
});
