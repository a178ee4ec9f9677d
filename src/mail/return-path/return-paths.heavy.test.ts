import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { parsePath } from '../smtp/receive/path.ts';
import { ReturnPaths } from './return-paths.ts';

const DAY = 86_400_000;
const ALIAS = 'alias-4827@alias.test';
const KEY = '0123456789abcdef0123456789abcdef';
const today = Date.UTC(2026, 10, 21, 12);

function paths(change: { now?: number; keys?: string[]; domains?: string[] } = {}) {
  return new ReturnPaths({
    domain: 'b.alias.test',
    keys: (change.keys ?? ['one']).map((key) => createSecretKey(key, 'utf8')),
    aliasDomains: change.domains ?? ['other.test', 'alias.test'],
    now: () => change.now ?? today,
  });
}

function rewritten(sender: string, alias = ALIAS): string {
  const address = paths().rewrite(sender, alias);
  assert.ok(address.lastIndexOf('@') <= 64, `local part of ${address}`);
  assert.ok(address.length <= 254, address);
  const labels = address.split('@')[1]?.split('.');
  assert.ok(labels?.every((label) => label.length <= 63));
  return address;
}

function unwind(address: string, by = paths()) {
  const at = address.lastIndexOf('@');
  return by.unwind(address.slice(0, at), address.slice(at + 1).toLowerCase());
}

/** Fails if a return path does not give the sender, even after hosts have folded case. */
function restores(address: string, sender: string, alias = ALIAS) {
  const expected = { kind: 'sender', address: sender, alias };
  for (const folded of [address, address.toUpperCase(), address.toLowerCase()]) {
    assert.deepEqual(unwind(folded), expected);
  }
}

const SENDERS = [
  ...'ann@example.org bounce+list=ann.example=x@lists.example.org Ann.Upper@example.org'.split(' '),
  ...'a..b@example.org .a@example.org a.@example.org ann@example.org. ann@sub_domain.example.org'.split(
    ' ',
  ),
  ...'a@b.example@example.org jörg@münchen.example x@[192.0.2.1] a@[IPv6:2001:db8::1]'.split(' '),
  ...'SRS0=Ab3d=ZZ=example.org=a..b@fwd.test SRS0=Ab3d=ZZ=example.org=a.@fwd_1.test'.split(' '),
  '"ann b@x"@example.org',
  'a."b c"@example.org',
  `${'a'.repeat(64)}@a-long-name.of-a-host.in-a-domain.example.org`,
  `SRS0=AbCd=EF=lists.example.org=bounce+${'u'.repeat(60)}=example.com@forwarder.example.net`,
  `${'v'.repeat(130)}@a-long-name.of-a-host.in-a-domain.example.org`,
];

test('a return path of any of the next 2,000 days is valid for 21 days, and then expires', () => {
  for (let days = 0; days < 2000; days += 7) {
    const on = (day: number) => paths({ now: today + (days + day) * DAY });
    const address = on(0).rewrite('ann@example.org', ALIAS);
    const kinds = [0, 21, 22].map((day) => unwind(address, on(day)).kind);
    assert.deepEqual(kinds, ['sender', 'sender', 'expired'], `${days}`);
  }
});

test('every sender is restored exactly, even if long or unusual, and if hosts fold case', () => {
  for (const sender of SENDERS) restores(rewritten(sender), sender);
});

const OURS = [
  {
    of: 'a sender',
    address: rewritten('ann@example.org'),
    form: /^srs0=[a-z2-7]{13}=[a-z2-7]{7}=example\.org=ann@b\.alias\.test$/,
    unwound: { kind: 'sender', address: 'ann@example.org', alias: ALIAS },
  },
  {
    of: 'a letter',
    address: paths().ofLetter(KEY),
    form: /^note=[a-z2-7]{13}=[a-z2-7]{2}=[0-9a-f]{32}@b\.alias\.test$/,
    unwound: { kind: 'letter', key: KEY },
  },
  {
    // It reveals nothing about the owner.
    of: "an owner's reply",
    address: paths().forReply(ALIAS),
    form: /^srsr=[a-z2-7]{13}=[a-z2-7]{7}@b\.alias\.test$/,
    unwound: { kind: 'owner', alias: ALIAS },
  },
];

for (const { of, address, form, unwound } of OURS) {
  test(`the return path of ${of} is valid for 21 days, in any case, after a change of the secret, and for a clock that is a day fast or slow`, () => {
    assert.match(address, form);
    assert.ok(address.indexOf('@') <= 64);
    assert.equal(parsePath(`<${address}>`).kind, 'path');
    assert.deepEqual(unwind(address.toUpperCase()), unwound);
    for (const days of [-1, 0, 1, 21]) {
      assert.deepEqual(unwind(address, paths({ now: today + days * DAY })), unwound, `${days}`);
    }
    assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
    assert.deepEqual(unwind(address, paths({ keys: ['two', 'one'] })), unwound);
  });

  test(`the return path of ${of} with any change, or by another key, is forged`, () => {
    for (let i = 0; i < address.lastIndexOf('@'); i++) {
      const changed = `${address.slice(0, i)}${address[i] === 'q' ? 'r' : 'q'}${address.slice(i + 1)}`;
      assert.equal(unwind(changed).kind, 'forged', changed);
    }
    assert.equal(unwind(address, paths({ keys: ['another'] })).kind, 'forged');
    for (const tag of ['srs0', 'srs1', 'srsx', 'note', 'srsr'].filter(
      (one) => !address.startsWith(one),
    )) {
      assert.equal(unwind(address.replace(/^\w+/, tag)).kind, 'forged', tag);
    }
  });
}

test('noise is forged, and so is an extended return path of a reply, or one derived from another', () => {
  const reply = paths().forReply(ALIAS);
  for (const other of [
    ...['x', 'srs0=', 'srsx===', ''].map((local) => `${local}@b.alias.test`),
    reply.replace('@', '=@'),
    reply.replace('@', '=x@'),
    reply.replace('@', 'a@'),
    reply.replace('@', '@x.'),
    rewritten('camera').replace('srsn=', 'srsr='),
    paths().forReply('postmaster@alias.test'),
    paths().forReply('alias-4827@example.org'),
  ]) {
    assert.equal(unwind(other).kind, 'forged', other);
  }
});

test('a changed packed address is rejected', () => {
  const address = rewritten(`${'v'.repeat(130)}@example.org`);
  assert.match(address, /^srsp=/);
  const changed = address.replace(/(.)@/, (_, digit) => `${digit === 'a' ? 'b' : 'a'}@`);
  assert.equal(unwind(changed).kind, 'forged');
  assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
});

test('an address of another forwarder that fits no plain local part is still restored exactly', () => {
  for (const foreign of [
    'SRS0=Ab3d=ZZ=example.org=ann@[192.0.2.1]',
    `SRS0=Ab3d=ZZ=e.org=${'ü'.repeat(10)}@fwd.test`,
    'SRS1=xyz=[192.0.2.1]==Ab3d=ZZ=example.org=ann@second.test',
  ]) {
    const address = rewritten(foreign);
    assert.equal(parsePath(`<${address}>`).kind, 'path', address);
    restores(address, foreign);
  }
});

test('two domains with the same tag: a sender comes without the alias, an owner with the right one', () => {
  // Both have the same two-digit tag in a stamp.
  const domains = ['d32.test', 'd36.test'];
  for (const domain of domains) {
    const alias = `alias-4827@${domain}`;
    const both = paths({ domains });
    const sender = { kind: 'sender', address: 'ann@example.org' };
    const address = both.rewrite(sender.address, alias);
    assert.deepEqual(unwind(address, both), { ...sender, alias: undefined });
    assert.deepEqual(unwind(address, paths({ domains: [domain] })), { ...sender, alias });
    assert.deepEqual(unwind(both.forReply(alias), both), { kind: 'owner', alias });
  }
});

/** An accepted sender address of an unusual form. */
function strangeSender(random: () => number): string {
  const pick = (characters: string) => characters[Math.floor(random() * characters.length)] ?? '';
  const word = (characters: string, most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(characters)).join('');
  const usual = 'abcxyz0189+-_=..';
  const label = () => word('abcxyz019', 6) + (random() < 0.3 ? word('_-', 2) : '') + word('xyz', 4);
  const labels = Array.from({ length: 1 + Math.floor(random() * 4) }, label).join('.');
  const local = [
    word(usual, 100),
    word(usual, 20),
    word(`${usual}ABC!#$%&'*/?^{|}~`, 80),
    `"${word('ab c@<>,;.', 30)}"`,
    word('aüß.漢', 20),
    `SRS0=${word('aB1', 4)}=ZZ=${labels}=${word(usual, 40)}`,
    `SRS1=${word('aB1', 4)}=${labels}==${word('aB1', 4)}=ZZ=d.test=${word(usual, 40)}`,
    `a${word('@:.b', 5)}`,
  ][Math.floor(random() * 8)];
  return `${local}@${labels}${random() < 0.2 ? '.' : ''}`;
}

test('the return path of any accepted sender is valid for every server and is restored, octet for octet', () => {
  const random = seededRandom(20261122);
  let long = 0;
  for (let i = 0; i < rounds(1000); i++) {
    const sender = strangeSender(random);
    assert.equal(parsePath(`<${sender}>`).kind, 'path', sender);
    const address = rewritten(sender);
    // RFC 5321 section 4.1.2 Dot-string, which every server accepts.
    assert.match(
      address,
      /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@[a-z\d.-]+$/i,
    );
    const again = /^SRS1=[^=]*=([^=]+)=(=.*)@/.exec(sender);
    // If two forwarders precede us, only the first knows the sender.
    const back =
      again !== null && address.startsWith('srs1=') ? `SRS0${again[2]}@${again[1]}` : sender;
    const expected = { kind: 'sender', address: back, alias: ALIAS };
    assert.deepEqual(unwind(address), expected, address);
    // The other forwarder compares its own address without regard to case.
    if (!address.startsWith('srs1=')) assert.deepEqual(unwind(address.toUpperCase()), expected);
    if (sender.length > 100) long += 1;
  }
  assert.ok(long > rounds(20), `${long} long senders`);
});

/** Return paths sent by earlier versions: bounces arrive for three weeks, even after an upgrade. */
const SENT_OUT: [sender: string, address: string][] = [
  ['ann@example.org', 'srs0=lfkaec42zabce=jkxzew3=example.org=ann@b.alias.test'],
  [
    'SRS0=Ab3d=ZZ=example.org=ann@fwd.test',
    'srs1=iga77k4wpe4hajkxzew3=fwd.test==Ab3d=ZZ=example.org=ann@b.alias.test',
  ],
  [
    'Ann.Upper@example.org',
    'srsx=uump2erwijfid=jkxzew3=ifxg4lsvobygk4samv4gc3lqnrss433sm4@b.alias.test',
  ],
  [
    `${'v'.repeat(130)}@example.org`,
    'srsp=5uwee5oq3tq6g=jkxzew3=02f3cn0h76tldjflpu5quh3gj48k5o7aundgj@219kqqju21qjcdo339ikaf4skvvn840j059uccfb1vu9cdc2of48fg2lisr40ua.2mburgloegha00amh42dear0kfbgcfjgcfjgcfjgcfvmi4u659vjnm8.b.alias.test',
  ],
  ['camera', 'srsn=jkxzew3@b.alias.test'],
];

test('an upgrade does not change return paths: a MAC of 65 bits, the day, the alias, the sender', () => {
  for (const [sender, address] of SENT_OUT) assert.equal(paths().rewrite(sender, ALIAS), address);
  assert.equal(paths().forReply(ALIAS), 'srsr=qftycicypm3bc=jkxzew3@b.alias.test');
});

test('a sender is in the return path unchanged if 64 octets suffice', () => {
  const head = rewritten('a@example.org').lastIndexOf('@') - 1;
  const fitting = `${'a'.repeat(64 - head)}@example.org`;
  assert.match(rewritten(fitting), /^srs0=/);
  assert.match(rewritten(`a${fitting}`), /^srsx=/);
});

test('an alias of ten digits costs the return path one octet, and every sender is still restored', () => {
  const [long, short] = ['alias-9999999999@alias.test', 'alias-999999999@alias.test'];
  const longest = (alias: string) =>
    'a'.repeat(65 - rewritten('a@example.org', alias).lastIndexOf('@')).length;
  assert.equal(longest(long), longest(short) - 1);
  const fitting = `${'a'.repeat(longest(long))}@example.org`;
  assert.match(rewritten(fitting, long), /^srs0=/);
  assert.match(rewritten(`a${fitting}`, long), /^srsx=/);
  for (const sender of [...SENDERS, fitting, `a${fitting}`]) {
    restores(rewritten(sender, long), sender, long);
  }
  assert.deepEqual(unwind(paths().forReply(long)), { kind: 'owner', alias: long });
});

test('an address has at most 254 octets, and all of them can be used', () => {
  const lengths = Array.from({ length: 120 }, (_, i) => rewritten(`${'A'.repeat(60 + i)}@b.test`));
  assert.equal(Math.max(...lengths.map((address) => address.length)), 254);
});
