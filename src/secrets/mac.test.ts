import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { Mac } from './mac.ts';

const random = seededRandom(18);
const upTo = (most: number) => Math.floor(random() * (most + 1));
const octets = (length: number) => Buffer.from(Array.from({ length }, () => upTo(255)));
const texts = ['', 'größer@mailbox.test', '😀'.repeat(40), '\ud800 alone', '\0\r\n'];

function expectSame(mac: Mac, key: Buffer, message: string | Buffer): void {
  const wanted = createHmac('sha256', key).update(message).digest('binary');
  assert.equal(mac.of(message), wanted, `key ${key.length}, message ${message.length}`);
}

test('a MAC has the octets of HMAC-SHA-256, whatever the key and the message', () => {
  for (let round = 0; round < rounds(40); round++) {
    // The block of SHA-256 has 64 octets.
    const key = octets(round < 3 ? 63 + round : 1 + upTo(130));
    const mac = new Mac(createSecretKey(key));
    // A long message before a short one: nothing of it may remain.
    for (const length of [upTo(1200), upTo(64), 0, 1023, 1024, 1025]) {
      const message = octets(length);
      expectSame(mac, key, message);
      expectSame(mac, key, message.toString('latin1'));
    }
    for (const text of texts) expectSame(mac, key, text);
  }
});

test('a MAC is that of RFC 4231 section 4.3', () => {
  const mac = new Mac(createSecretKey(Buffer.from('Jefe')));
  assert.equal(
    Buffer.from(mac.of('what do ya want for nothing?'), 'latin1').toString('hex'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('two keys that are used in turn do not mix', () => {
  const keys = [octets(32), octets(32)];
  const macs = keys.map((key) => new Mac(createSecretKey(key)));
  for (let round = 0; round < 50; round++) {
    keys.forEach((key, i) => expectSame(macs[i] ?? assert.fail(), key, octets(upTo(100))));
  }
});
