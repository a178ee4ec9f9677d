import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { parsePath } from '../smtp/receive/path.ts';
import { ReturnPaths } from './return-paths.ts';

const DAY = 86_400_000;
const ALIAS = 'alias-4827@alias.test';
const today = Date.UTC(2026, 10, 21, 12);

function paths(change: { now?: number; keys?: string[] } = {}) {
  return new ReturnPaths({
    domain: 'b.alias.test',
    keys: (change.keys ?? ['one']).map((key) => createSecretKey(key, 'utf8')),
    aliasDomains: ['other.test', 'alias.test'],
    now: () => change.now ?? today,
  });
}

function rewritten(sender: string): string {
  const address = paths().rewrite(sender, ALIAS);
  assert.ok(address !== undefined, sender);
  assert.ok(address.lastIndexOf('@') <= 64, `local part of ${address}`);
  assert.ok(address.length <= 254, address);
  assert.ok(
    address
      .split('@')[1]
      ?.split('.')
      .every((label) => label.length <= 63),
  );
  return address;
}

function unwind(address: string, by = paths()) {
  const at = address.lastIndexOf('@');
  return by.unwind(address.slice(0, at), address.slice(at + 1).toLowerCase());
}

const SENDERS = [
  'ann@example.org',
  'bounce+list=ann.example=x@lists.example.org',
  'Ann.Upper@Example.org'.replace('Example', 'example'),
  '"ann b@x"@example.org',
  'jörg@münchen.example',
  'x@[192.0.2.1]',
  'a@[IPv6:2001:db8::1]',
  `${'a'.repeat(64)}@a-long-name.of-a-host.in-a-domain.example.org`,
];

test('E01 E06 E07 every sender comes back exactly, however long or strange', () => {
  for (const sender of SENDERS) {
    assert.deepEqual(unwind(rewritten(sender)), { kind: 'sender', address: sender, alias: ALIAS });
  }
});

test('E02 a host that folds case breaks nothing', () => {
  for (const sender of SENDERS) {
    for (const folded of [rewritten(sender).toUpperCase(), rewritten(sender).toLowerCase()]) {
      assert.deepEqual(unwind(folded), { kind: 'sender', address: sender, alias: ALIAS });
    }
  }
});

test('E03 changed, foreign and expired addresses are told apart from genuine ones', () => {
  const address = rewritten('ann@example.org');
  for (let i = 0; i < address.lastIndexOf('@'); i++) {
    const changed = `${address.slice(0, i)}${address[i] === 'q' ? 'r' : 'q'}${address.slice(i + 1)}`;
    assert.equal(unwind(changed).kind, 'forged', changed);
  }
  assert.equal(unwind(address, paths({ keys: ['another'] })).kind, 'forged');
  for (const noise of [
    'x@b.alias.test',
    'srs0=@b.alias.test',
    'srsx===@b.alias.test',
    '@b.alias.test',
  ]) {
    assert.equal(unwind(noise).kind, 'forged', noise);
  }
  assert.equal(unwind(address, paths({ now: today + 21 * DAY })).kind, 'sender');
  assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
});

test('I35 a clock that was a day ahead or behind does no harm', () => {
  const address = rewritten('ann@example.org');
  assert.equal(unwind(address, paths({ now: today - DAY })).kind, 'sender');
  assert.equal(unwind(address, paths({ now: today + DAY })).kind, 'sender');
});

test('E05 an address of another forwarder becomes SRS1 and goes back to that forwarder', () => {
  const foreign = 'SRS0=Ab3d=ZZ=example.org=ann@fwd.test';
  const address = rewritten(foreign);
  assert.match(address, /^srs1=/);
  assert.deepEqual(unwind(address), { kind: 'sender', address: foreign, alias: ALIAS });
  const twice = rewritten('SRS1=xyz=fwd.test==Ab3d=ZZ=example.org=ann@second.test');
  assert.deepEqual(unwind(twice), { kind: 'sender', address: foreign, alias: ALIAS });
});

test('E05 an address of another forwarder that no plain local part could hold comes back exactly all the same', () => {
  for (const foreign of [
    'SRS0=Ab3d=ZZ=example.org=ann@[192.0.2.1]',
    `SRS0=Ab3d=ZZ=e.org=${'ü'.repeat(10)}@fwd.test`,
    'SRS1=xyz=[192.0.2.1]==Ab3d=ZZ=example.org=ann@second.test',
  ]) {
    const address = rewritten(foreign);
    assert.equal(parsePath(`<${address}>`).kind, 'path', address);
    assert.deepEqual(unwind(address), { kind: 'sender', address: foreign, alias: ALIAS });
  }
});

test('an alias whose domain cannot be told from another of ours is not named', () => {
  // Both have the tag of two digits that a stamp has for a domain.
  const [one, other] = ['d32.test', 'd36.test'];
  const named = (domains: string[]) => {
    const both = new ReturnPaths({
      domain: 'b.alias.test',
      keys: [createSecretKey('one', 'utf8')],
      aliasDomains: domains,
      now: () => today,
    });
    const unwound = unwind(both.rewrite('ann@example.org', `alias-4827@${other}`) ?? '', both);
    return unwound.kind === 'sender' ? unwound.alias : unwound.kind;
  };
  assert.equal(named([other]), `alias-4827@${other}`);
  assert.equal(named([one, other]), undefined);
});

test('E08 an address made with the key before is still believed', () => {
  const address = rewritten('ann@example.org');
  assert.equal(unwind(address, paths({ keys: ['two', 'one'] })).kind, 'sender');
});

test('a sender that no form can hold is told', () => {
  assert.equal(
    paths().rewrite(`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.test`, ALIAS),
    undefined,
  );
});
