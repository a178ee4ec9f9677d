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

const addresses = ({ now = today, keys = ['one'], domains = ['other.test', 'alias.test'] } = {}) =>
  new ReplyAddresses({
    keys: keys.map((key) => createSecretKey(key, 'utf8')),
    bounceDomain: `b.${domains.at(-1)}`,
    aliasDomains: domains,
    now: () => now,
  });

/** As in RCPT. */
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

test('a reply address opens for one of an owner’s five hundred aliases, and for no other', () => {
  const number = (i: number) => 1_000_000_000 + i * 7919;
  const many = Array.from({ length: 500 }, (_, i) => `alias-${number(i)}@alias.test`);
  const by = addresses();
  for (const [i, correspondent] of [...CORRESPONDENTS, `${'x'.repeat(90)}@example.org`].entries()) {
    const alias = many[(i * 47) % many.length] ?? '';
    const address = by.seal(alias, correspondent, false);
    assert.deepEqual(open(address, by, many), { ...opened(correspondent, false), alias });
    const others = many.filter((one) => one !== alias);
    assert.deepEqual(open(address, by, others), { kind: 'unknown' });
  }
});

/** @returns the address, which is valid for every server and restores the correspondent, even if hosts fold case */
function restoring(correspondent: string, isProven = true): string {
  const address = addresses().seal(ALIAS, correspondent, isProven);
  assert.ok(address.lastIndexOf('@') <= 64 && address.length <= 254, address);
  const labels = split(address)[1].split('.');
  assert.ok(
    labels.every((label) => label.length <= 63),
    address,
  );
  for (const folded of [address, address.toUpperCase()]) {
    assert.equal(kindOf(folded), 'reply');
    assert.deepEqual(open(folded), opened(correspondent, isProven), address);
  }
  return address;
}

test('a correspondent is restored exactly, with the alias and the proof, even if hosts have folded case', () => {
  for (const correspondent of CORRESPONDENTS) {
    for (const isProven of [true, false]) restoring(correspondent, isProven);
  }
});

test('the same correspondent has the same address for the same alias and proof, and a different one otherwise', () => {
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

test('a truncated, extended or changed address does not open', () => {
  const one = addresses();
  let forgeries = 0;
  for (const correspondent of [...CORRESPONDENTS, `${'v'.repeat(60)}@example.org`]) {
    const address = sealed(correspondent);
    const [local, domain] = split(address);
    const digits = address.replace(/[@.](?:b\.)?alias\.test$/, '').length;
    for (let at = 0; at < digits; at++) {
      for (const digit of 'abq7') {
        const changed = `${address.slice(0, at)}${digit}${address.slice(at + 1)}`;
        if (changed === address || address[at] === '@' || address[at] === '.') continue;
        assert.notEqual(open(changed, one, [ALIAS]).kind, 'open', changed);
        forgeries += 1;
      }
    }
    for (const other of [local.slice(0, -1), `${local}a`, `${local}aa`, local.slice(1)]) {
      assert.notEqual(open(`${other}@${domain}`).kind, 'open', other);
    }
  }
  assert.ok(forgeries > 2000, `${forgeries} forgeries`);
});

test('an address is valid this year and the next, and then expires', () => {
  const made = (year: number) =>
    addresses({ now: Date.UTC(year, 0, 1) }).seal(ALIAS, 'bob@example.com', true);
  for (const year of [2026, 2025]) assert.deepEqual(open(made(year)), opened('bob@example.com'));
  for (const year of [2024, 2023]) assert.deepEqual(open(made(year)), { kind: 'expired' });
  // Four years earlier the letter was the same, but not the keys.
  assert.deepEqual(open(made(2022)), { kind: 'unknown' });
  assert.deepEqual(
    [2024, 2025, 2026, 2027, 2028].map((year) => made(year).slice(0, 2)),
    ['ra', 'rb', 'rc', 'rd', 'ra'],
  );
});

test('a clock that is a day fast or slow at the end of the year is tolerated', () => {
  const newYear = Date.UTC(2027, 0, 1);
  const at = (now: number) => addresses({ now });
  const ahead = at(newYear).seal(ALIAS, 'bob@example.com', true);
  assert.equal(open(ahead, at(newYear - DAY)).kind, 'open');
  assert.equal(open(ahead, at(newYear - DAY - 1)).kind, 'expired');
  const behind = at(newYear - 1).seal(ALIAS, 'bob@example.com', true);
  assert.equal(open(behind, at(newYear + DAY)).kind, 'open');
});

test('after a change of the secret, addresses under the earlier one are accepted while it is kept', () => {
  const before = addresses({ keys: ['old'] }).seal(ALIAS, 'bob@example.com', true);
  const rotated = addresses({ keys: ['new', 'old'] });
  const after = rotated.seal(ALIAS, 'bob@example.com', true);
  assert.notEqual(after, before, 'the first secret makes them');
  for (const address of [before, after]) {
    assert.deepEqual(open(address, rotated), opened('bob@example.com'));
  }
  assert.equal(open(before, addresses({ keys: ['new'] })).kind, 'unknown');
  assert.deepEqual(open(after, addresses({ keys: ['new'] })), opened('bob@example.com'));
});

test('correspondents of 30 to 138 octets are restored exactly; one that does not fit cannot be answered', () => {
  const of = (octets: number) => `${'v'.repeat(octets - 12)}@example.org`;
  const lengths = Array.from({ length: 109 }, (_, i) => restoring(of(30 + i)).length);
  assert.equal(Math.max(...lengths), 254, 'every octet is used');
  for (const octets of [139, 140]) assert.equal(sealed(of(octets)), 'r0@alias.test');
});

test('the forms have the designed lengths', () => {
  const one = addresses({ domains: ['alias.example.org'] });
  for (const [correspondent, local, whole] of [
    ['bob@example.com', 41, 59],
    ['firstname.lastname@gmail.com', 46, 64],
    ['no-reply@accounts.google.com', 62, 80],
    [`${'v'.repeat(33)}@example.org`, 64, 110],
    [`${'v'.repeat(120)}@example.org`, 64, 251],
    // 29 octets fit into the local part; at a listed domain, of the local part alone.
    [`${'v'.repeat(17)}@example.org`, 63, 81],
    [`${'v'.repeat(29)}@gmail.com`, 63, 81],
  ] as const) {
    const address = one.seal('alias-4827@alias.example.org', correspondent, true);
    assert.deepEqual([address.indexOf('@'), address.length], [local, whole], correspondent);
  }
});

test('an address has one spelling, apart from case, so that the ledger sees one recipient', () => {
  // 24 octets and 39 digits: three bits of the last one belong to no octet.
  const [local, domain] = split(sealed('bob@example.com'));
  assert.equal(local.length, 41);
  const spellings = Array.from(
    'abcdefghijklmnopqrstuvwxyz234567',
    (last) => local.slice(0, -1) + last,
  );
  const canonical = spellings.filter((one) => kindOf(`${one}@${domain}`) === 'reply');
  assert.deepEqual([canonical.length, canonical.includes(local)], [4, true]);
  for (const other of ['other.test', BOUNCE_DOMAIN, `x.${BOUNCE_DOMAIN}`, 'example.org']) {
    assert.notEqual(open(`${local}@${other}`).kind, 'open', other);
  }
  const [long, below] = split(sealed(`${'v'.repeat(100)}@example.org`));
  const cut = below.replaceAll('.', '').slice(0, 70);
  for (const other of [
    `${long}@${below.replace('.', '')}`,
    `${long}@${below.slice(0, 20)}.${below.slice(20)}`,
    `${long.slice(0, -1)}@${long.slice(-1)}${below}`,
    `${long}@alias.test`,
    `${long}@${cut}.alias.test`,
    `${long}@${below.replace(BOUNCE_DOMAIN, 'alias.test')}`,
  ]) {
    const [user = '', host = ''] = other.split('@');
    assert.equal(addresses().kindOf(user, host), undefined, other);
    assert.equal(addresses().open(user, host, [ALIAS]).kind, 'unknown', other);
  }
});

test('r0 accepts no mail, and our other names are not reply addresses', () => {
  const noReplies = ['r0@alias.test', 'R0@other.test'];
  assert.deepEqual(noReplies.map(kindOf), ['no-reply', 'no-reply']);
  const names = 'r00 alias-4827 alias-999999999 postmaster abuse r ra'.split(' ');
  const digits = (count: number) => 'a'.repeat(count);
  const locals = [...names, `ra${digits(14)}`, `re${digits(15)}`, `ra${digits(14)}1`];
  for (const address of [
    ...locals.map((local) => `${local}@alias.test`),
    `r0@${BOUNCE_DOMAIN}`,
    'r0@example.org',
    'srs0=lfkaec42zabce=jkxzew3=example.org=ann@b.alias.test',
    'srsr=lfkaec42zabce=jkxzew3@b.alias.test',
  ]) {
    assert.equal(kindOf(address), undefined, address);
  }
  assert.equal(kindOf(`ra${'a'.repeat(15)}@alias.test`), 'reply', 'nine octets, opened by nobody');
});

test('a correspondent without a valid mailbox, or that could change a command, cannot be answered', () => {
  const lines = ['a\r\nRSET\r\n@example.org', '"a\r\nRSET"@example.org', 'a@example.org\r\n'];
  const others =
    `camera||@example.org|a@|a b@example.org|a>b@example.org|<a@example.org>|a@example.org> SIZE=1
    |a@b@example.org|@relay.test:a@example.org|a@[192.0.2.1]|a@example..org`.split(/\n *\||\|/);
  const signs = ['a\0@example.org', 'a\ud800@example.org', `${'v'.repeat(10_000)}@example.org`];
  for (const correspondent of [...lines, ...others, ...signs]) {
    assert.equal(sealed(correspondent), 'r0@alias.test', JSON.stringify(correspondent));
  }
});

/** Addresses sent by earlier versions: they are in address books for two years. */
const SENT_OUT: [correspondent: string, isProven: boolean, address: string][] = [
  ['bob@example.com', true, 'rciwfojqrat6xkecpg2tr7opazjqgejfcjqfh2txy@alias.test'],
  ['bob@example.com', false, 'rckckynccvhecsvfbhvkszjczsspdwsdwrqjseeey@alias.test'],
  ['jörg@gmail.com', true, 'rc7t7q5qzccahqeq4fuhanwta@alias.test'],
  [
    `${'v'.repeat(60)}@example.org`,
    true,
    'rcwd6rr3agnyhtw7xgm54l5cwq3vklwee7bwtc43h2jx75yldnszp3wx4tahk5hb@sobflakhdvh4iuuzsarvfg65mnwogfhx7ajtscf5wfhrdo2v7fsitj2clapomvk.hm7am.b.alias.test',
  ],
];

test('an upgrade does not change reply addresses', () => {
  for (const [correspondent, isProven, address] of SENT_OUT) {
    assert.equal(addresses().seal(ALIAS, correspondent, isProven), address);
    assert.deepEqual(open(address), opened(correspondent, isProven));
  }
});
