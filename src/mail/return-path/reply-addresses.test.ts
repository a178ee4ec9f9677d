import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { parsePath } from '../smtp/receive/path.ts';
import { ReplyAddresses } from './reply-addresses.ts';

const DAY = 86_400_000;
const ALIAS = 'alias-4827@alias.test';
const OTHER = 'alias-1234@alias.test';
const BOUNCE_DOMAIN = 'b.alias.test';
const today = Date.UTC(2026, 10, 22, 12);

function addresses(change: { now?: number; keys?: string[] } = {}) {
  return new ReplyAddresses({
    keys: (change.keys ?? ['one']).map((key) => createSecretKey(key, 'utf8')),
    bounceDomain: BOUNCE_DOMAIN,
    aliasDomains: ['other.test', 'alias.test'],
    now: () => change.now ?? today,
  });
}

/** As RCPT has them. */
function split(address: string): [local: string, domain: string] {
  const parsed = parsePath(`<${address}>`);
  assert.ok(parsed.kind === 'path' && parsed.mailbox, address);
  return [parsed.mailbox.local, parsed.mailbox.domain];
}

const open = (address: string, by = addresses(), aliases = [OTHER, ALIAS]) =>
  by.open(...split(address), aliases);
const kindOf = (address: string) => addresses().kindOf(...split(address));
const sealed = (correspondent: string) => addresses().seal(ALIAS, correspondent, true);
const opened = (correspondent: string, isProven = true) => ({
  kind: 'open',
  alias: ALIAS,
  correspondent,
  isProven,
});

const CORRESPONDENTS = [
  'bob@example.com',
  'firstname.lastname@gmail.com',
  'Ann.Upper@example.org',
  'a@b.test',
  '"ann b@x"@example.org',
  'a."b c"@example.org',
  'a..b.@docomo.ne.jp',
  'jörg@xn--mnchen-3ya.example',
  'ann@sub_domain.example.org',
  'notifications+a1b2c3@github.com',
];

test('a correspondent comes back exactly, with the alias and the proof, however hosts have folded case', () => {
  for (const correspondent of CORRESPONDENTS) {
    for (const isProven of [true, false]) {
      const address = addresses().seal(ALIAS, correspondent, isProven);
      for (const folded of [address, address.toUpperCase()]) {
        assert.equal(kindOf(folded), 'reply');
        assert.deepEqual(open(folded), opened(correspondent, isProven), address);
      }
    }
  }
});

test('the same correspondent has the same address for the same alias and proof, and another one for any other', () => {
  assert.equal(sealed('bob@example.com'), sealed('bob@EXAMPLE.com'));
  assert.equal(sealed('bob@münchen.example'), sealed('bob@xn--mnchen-3ya.example'));
  const others = [
    sealed('bob@example.com'),
    sealed('Bob@example.com'),
    sealed('bob@example.net'),
    addresses().seal(ALIAS, 'bob@example.com', false),
    addresses().seal(OTHER, 'bob@example.com', true),
    addresses({ keys: ['two'] }).seal(ALIAS, 'bob@example.com', true),
    addresses({ now: today + 365 * DAY }).seal(ALIAS, 'bob@example.com', true),
  ].map((address) => address.slice(2));
  assert.equal(new Set(others).size, others.length);
});
