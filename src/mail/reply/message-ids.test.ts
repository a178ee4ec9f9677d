import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { MessageIds } from './message-ids.ts';

const ALIAS = 'alias-1000@alias.test';
const OTHER = 'alias-1001@alias.test';
const key = (secret: string) => createSecretKey(Buffer.from(secret.padEnd(32)));
const aliasDomains = ['alias.test', 'other.test'];
const ids = new MessageIds({ keys: [key('one')], aliasDomains });
const ID = 'CAF=abcdefghijklmnopqrstuvwxyz0123456789-jane-constant@mail.gmail.com';

test('a sealed id shows nothing of the id, is the same each time and can be opened', () => {
  const sealed = ids.seal(ID, ALIAS);
  assert.match(sealed, /^m\.[\w-]+@alias\.test$/);
  assert.ok(!sealed.includes('gmail') && !Buffer.from(sealed, 'base64url').includes('gmail'));
  assert.equal(ids.seal(ID, ALIAS), sealed);
  assert.deepEqual(ids.read(sealed, ALIAS), { kind: 'ours', id: ID });
  assert.equal(ids.seal('x'.repeat(64), ALIAS).length + 2, 117, 'with brackets');
});

test('an id is sealed differently under each alias, and opens only under its own', () => {
  const sealed = ids.seal(ID, ALIAS);
  const other = ids.seal(ID, OTHER);
  assert.notEqual(sealed, other);
  const halves = (one: string) => one.slice(2, 34);
  assert.notEqual(halves(sealed), halves(other));
  assert.deepEqual(ids.read(sealed, OTHER), { kind: 'strange' });
  assert.deepEqual(ids.read(sealed, 'alias-1000@other.test'), { kind: 'strange' });
});

test('other people’s ids are unchanged', () => {
  for (const id of [ID, 'm.abc@alias.test', `m.${'a'.repeat(26)}@example.com`, 'a b', '']) {
    assert.deepEqual(ids.read(id, ALIAS), { kind: 'foreign' }, id);
  }
});

test('a sealed id has only one spelling', () => {
  const sealed = ids.seal(ID, ALIAS);
  const upper = sealed.replace('@alias.test', '@ALIAS.test');
  const [before = '', after = ''] = sealed.split('@');
  for (const changed of [upper, `${before}=@${after}`, `${before}A@${after}`]) {
    assert.equal(ids.read(changed, ALIAS).kind, changed.includes('=') ? 'foreign' : 'strange');
  }
});

test('an id of up to 400 octets can be opened; for a longer one its MAC is sealed', () => {
  const longest = 'x'.repeat(400);
  const sealed = ids.seal(longest, ALIAS);
  assert.equal(sealed.indexOf('@'), 552);
  assert.deepEqual(ids.read(sealed, ALIAS), { kind: 'ours', id: longest });
  const long = ids.seal('x'.repeat(401), ALIAS);
  assert.ok(long.length < 100);
  assert.deepEqual(ids.read(long, ALIAS), { kind: 'ours', id: undefined });
  assert.notEqual(ids.seal('y'.repeat(401), ALIAS), long);
  assert.notEqual(ids.seal('x'.repeat(401), OTHER), long);
});

test('ids of an earlier secret open while it is kept', () => {
  const before = ids.seal(ID, ALIAS);
  const rotated = new MessageIds({ keys: [key('two'), key('one')], aliasDomains });
  assert.deepEqual(rotated.read(before, ALIAS), { kind: 'ours', id: ID });
  assert.notEqual(rotated.seal(ID, ALIAS), before);
  const dropped = new MessageIds({ keys: [key('two')], aliasDomains });
  assert.deepEqual(dropped.read(before, ALIAS), { kind: 'strange' });
});

test('the owner’s mailbox gets its own ids in a reply, and everything else unchanged', () => {
  const long = ids.seal('x'.repeat(500), ALIAS);
  const text =
    ` <first@example.com>\r\n\t<${ids.seal(ID, ALIAS)}> (a note) <${ids.seal(ID, OTHER)}>` +
    ` <${long}> <m.@> <${ids.seal('me@home', ALIAS)}>`;
  const expected =
    ` <first@example.com>\r\n\t<${ID}> (a note) <${ids.seal(ID, OTHER)}>` +
    ` <${long}> <m.@> <me@home>`;
  assert.equal(ids.openIn(text, ALIAS), expected);
  const many = `<${ids.seal('a@b', ALIAS)}>`.repeat(1000);
  assert.equal(ids.openIn(many, ALIAS).split('<a@b>').length - 1, 200, 'at most');
});

test('the Content-ID of a part differs under each alias, and makes no line longer', () => {
  for (const id of ['ii_mi9x2v7k0', '7D1C9E5A-0B@janes-laptop.fritz.box', 'image1.png', ID]) {
    const one = ids.contentId(id, ALIAS);
    assert.equal(ids.contentId(id, ALIAS), one);
    assert.ok(one.length <= id.length, one);
    assert.match(one, /^[\w-]{8,16}(?:@alias\.test)?$/);
    assert.notEqual(ids.contentId(id, OTHER), one);
    assert.notEqual(ids.contentId(`${id}x`, ALIAS), one);
  }
  assert.match(ids.contentId(ID, ALIAS), /^[\w-]{16}@alias\.test$/);
  assert.equal(ids.contentId('1', ALIAS).length, 8);
});

test('a boundary differs per message, alias and original boundary, and follows the grammar', () => {
  const one = ids.boundary('_000_server_', 'k2a', ALIAS);
  // RFC 2046 section 5.1.1; a parameter with an equals sign is quoted.
  assert.match(one, /^=_[\w-]{22}$/);
  assert.equal(ids.boundary('_000_server_', 'k2a', ALIAS), one);
  const others = [
    ids.boundary('_001_server_', 'k2a', ALIAS),
    ids.boundary('_000_server_', 'k2b', ALIAS),
    ids.boundary('_000_server_', 'k2a', OTHER),
    new MessageIds({ keys: [key('two')], aliasDomains }).boundary('_000_server_', 'k2a', ALIAS),
  ];
  assert.equal(new Set([one, ...others]).size, 5);
});
