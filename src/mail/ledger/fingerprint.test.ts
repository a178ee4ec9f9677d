import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { Fingerprint, FingerprintKeys } from './fingerprint.ts';

const key = (octet: number) => createSecretKey(Buffer.alloc(32, octet));
const keys = (octet: number) =>
  new FingerprintKeys({ fingerprint: key(octet), shortFingerprint: key(octet + 100) });

function fingerprint(pieces: Buffer[], octet = 1): string {
  const taken = new Fingerprint(keys(octet));
  for (const piece of pieces) taken.update(piece);
  return taken.digest(pieces).toString('hex');
}

test('a message has one fingerprint, however it was split in transit', () => {
  const random = seededRandom(7);
  for (const length of [0, 1, 2000, 4095, 4096, 4097, 5000]) {
    const message = Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
    const whole = fingerprint([message]);
    for (let round = 0; round < rounds(40); round++) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < message.length; ) {
        const end = at + Math.floor(random() ** 3 * 2000);
        pieces.push(message.subarray(at, end));
        at = end;
      }
      assert.equal(fingerprint(pieces), whole, `${length} octets`);
    }
  }
});

test('octets may change after they were hashed, and may be split differently at the end', () => {
  const octets = Buffer.alloc(3000, 'a');
  const taken = new Fingerprint(keys(1));
  taken.update(octets);
  octets.fill(0);
  taken.update(Buffer.alloc(3000, 'b'));
  const whole = Buffer.from('a'.repeat(3000) + 'b'.repeat(3000));
  assert.equal(taken.digest([whole]).toString('hex'), fingerprint([whole]));
});

test('one octet changed, added or removed gives another fingerprint, and so does another key', () => {
  // A short message of 22 octets, and a long one of 4,400.
  for (const repeated of [1, 200]) {
    const message = Buffer.from('Subject: one\r\n\r\nOne.\r\n'.repeat(repeated));
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
  }
});
