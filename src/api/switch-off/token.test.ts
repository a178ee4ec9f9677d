import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { switchOffLinks, SwitchOffTokens } from './token.ts';

const LINK = { aliasId: '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11', epoch: 513 };
const tokens = new SwitchOffTokens(['a secret for tests']);

test('a token is 46 characters of base64url that decode to alias and epoch', () => {
  for (const epoch of [0, 1, 513, 65_535]) {
    const token = tokens.write({ ...LINK, epoch });
    assert.match(token, /^[\w-]{46}$/);
    assert.deepEqual(tokens.read(token), { ...LINK, epoch });
  }
});

test('a change of any single bit voids it', () => {
  const octets = Buffer.from(tokens.write(LINK), 'base64url');
  for (let bit = 0; bit < octets.length * 8; bit += 1) {
    const changed = Buffer.from(octets);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(tokens.read(changed.toString('base64url')), undefined, `bit ${bit}`);
  }
});

test('a token has one spelling: no other length, alphabet, padding or last character', () => {
  const token = tokens.write(LINK);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const lasts = alphabet.split('').filter((last) => tokens.read(token.slice(0, -1) + last));
  assert.deepEqual(lasts, [token.at(-1)]);
  for (const other of [
    '',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    Buffer.from(token, 'base64url').toString('hex'),
    'x'.repeat(100_000),
  ]) {
    assert.equal(tokens.read(other), undefined);
  }
});

test('another key makes no valid token; the previous key is still accepted, and makes none', () => {
  const other = new SwitchOffTokens(['another secret']);
  assert.equal(tokens.read(other.write(LINK)), undefined);
  const both = new SwitchOffTokens(['another secret', 'a secret for tests']);
  assert.deepEqual(both.read(tokens.write(LINK)), LINK);
  assert.equal(both.write(LINK), other.write(LINK));
});

test('MACs are compared in constant time, with every key, whichever matches', (t) => {
  const compare = t.mock.method(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  t.after(() => {
    compare.mock.restore();
    syncBuiltinESMExports();
  });
  const both = new SwitchOffTokens(['a secret for tests', 'another secret']);
  assert.ok(both.read(tokens.write(LINK)));
  assert.equal(compare.mock.callCount(), 2);
  const octets = Buffer.from(tokens.write(LINK), 'base64url');
  octets[octets.length - 1] = (octets.at(-1) ?? 0) ^ 1;
  assert.equal(both.read(octets.toString('base64url')), undefined);
  assert.equal(compare.mock.callCount(), 4);
  for (const { arguments: compared } of compare.mock.calls) {
    assert.deepEqual(
      compared.map((value) => value.byteLength),
      [16, 16],
    );
  }
});

test('a link is an https link to the site, with a token for the alias and its epoch; there is none without https', () => {
  const link = switchOffLinks('https://veil.example', tokens)(LINK.aliasId, 3);
  const token = /^https:\/\/veil\.example\/off\/([\w-]{46})$/.exec(link ?? '')?.[1];
  assert.deepEqual(tokens.read(token ?? ''), { ...LINK, epoch: 3 });
  for (const url of [undefined, 'http://veil.example']) {
    assert.equal(switchOffLinks(url, tokens)(LINK.aliasId, 0), undefined);
  }
});
