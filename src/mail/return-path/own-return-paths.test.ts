/** The return paths of our own messages: letters, and owners' replies. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePath } from '../smtp/receive/path.ts';
import { ALIAS, DAY, paths, rewritten, today, unwind } from './return-paths.fixture.ts';

const KEY = '0123456789abcdef0123456789abcdef';

test('our letter is recognized by its return path, in any case, for 21 days', () => {
  const address = paths().ofLetter(KEY);
  assert.match(address, /^note=[a-z2-7]{13}=[a-z2-7]{2}=[0-9a-f]{32}@b\.alias\.test$/);
  assert.ok(address.indexOf('@') <= 64);
  assert.equal(parsePath(`<${address}>`).kind, 'path');
  const letter = { kind: 'letter', key: KEY };
  for (const folded of [address, address.toUpperCase()]) assert.deepEqual(unwind(folded), letter);
  assert.deepEqual(unwind(address, paths({ now: today + 21 * DAY })), letter);
  assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
  assert.deepEqual(unwind(address, paths({ keys: ['two', 'one'] })), letter);
});

test("a letter's return path with any change is forged, and so is one of another form", () => {
  const address = paths().ofLetter(KEY);
  for (let i = 0; i < address.lastIndexOf('@'); i++) {
    const changed = `${address.slice(0, i)}${address[i] === 'q' ? 'r' : 'q'}${address.slice(i + 1)}`;
    assert.equal(unwind(changed).kind, 'forged', changed);
  }
  assert.equal(unwind(address, paths({ keys: ['another'] })).kind, 'forged');
  assert.equal(unwind(address.replace('note', 'srs0')).kind, 'forged');
  assert.equal(unwind(rewritten('ann@example.org').replace('srs0', 'note')).kind, 'forged');
});

test("the return path of an owner's reply names the alias in any case for 21 days, and reveals nothing about the owner", () => {
  const address = paths().forReply(ALIAS);
  assert.match(address, /^srsr=[a-z2-7]{13}=[a-z2-7]{7}@b\.alias\.test$/);
  assert.equal(parsePath(`<${address}>`).kind, 'path');
  const owner = { kind: 'owner', alias: ALIAS };
  for (const folded of [address, address.toUpperCase()]) assert.deepEqual(unwind(folded), owner);
  assert.deepEqual(unwind(address, paths({ now: today + 21 * DAY })), owner);
  assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
  assert.deepEqual(unwind(address, paths({ keys: ['two', 'one'] })), owner);
});

test("a reply's return path that was changed, extended or derived from another one is forged", () => {
  const address = paths().forReply(ALIAS);
  for (let i = 0; i < address.lastIndexOf('@'); i++) {
    const changed = `${address.slice(0, i)}${address[i] === 'q' ? 'r' : 'q'}${address.slice(i + 1)}`;
    assert.equal(unwind(changed).kind, 'forged', changed);
  }
  assert.equal(unwind(address, paths({ keys: ['another'] })).kind, 'forged');
  for (const other of [
    address.replace('@', '=@'),
    address.replace('@', '=x@'),
    address.replace('@', 'a@'),
    address.replace('@', '@x.'),
    address.replace('srsr', 'note'),
    rewritten('camera').replace('srsn=', 'srsr='),
    paths().ofLetter(KEY).replace('note', 'srsr'),
    paths().forReply('postmaster@alias.test'),
    paths().forReply('alias-4827@example.org'),
  ]) {
    assert.equal(unwind(other).kind, 'forged', other);
  }
});

test("a reply's return path distinguishes two domains with the same tag", () => {
  const domains = ['d32.test', 'd36.test'];
  const both = paths({ domains });
  for (const domain of domains) {
    const alias = `alias-4827@${domain}`;
    assert.deepEqual(unwind(both.forReply(alias), both), { kind: 'owner', alias });
  }
});
