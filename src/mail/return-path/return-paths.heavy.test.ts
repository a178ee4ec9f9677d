import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { parsePath } from '../smtp/receive/path.ts';
import { ALIAS, DAY, paths, rewritten, today, unwind } from './return-paths.fixture.ts';

const SENDERS = [
  'ann@example.org',
  'bounce+list=ann.example=x@lists.example.org',
  'Ann.Upper@Example.org'.replace('Example', 'example'),
  '"ann b@x"@example.org',
  'jörg@münchen.example',
  'x@[192.0.2.1]',
  'a@[IPv6:2001:db8::1]',
  `${'a'.repeat(64)}@a-long-name.of-a-host.in-a-domain.example.org`,
  'a..b@example.org',
  '.a@example.org',
  'a.@example.org',
  'ann@sub_domain.example.org',
  'ann@example.org.',
  'a@b.example@example.org',
  'a."b c"@example.org',
  'SRS0=Ab3d=ZZ=example.org=a..b@fwd.test',
  'SRS0=Ab3d=ZZ=example.org=a.@fwd_1.test',
  `SRS0=AbCd=EF=lists.example.org=bounce+${'u'.repeat(60)}=example.com@forwarder.example.net`,
  `${'v'.repeat(130)}@a-long-name.of-a-host.in-a-domain.example.org`,
];

test('every sender is restored exactly, even if long or unusual', () => {
  for (const sender of SENDERS) {
    assert.deepEqual(unwind(rewritten(sender)), { kind: 'sender', address: sender, alias: ALIAS });
  }
});

test('a host that folds case does no harm', () => {
  for (const sender of SENDERS) {
    for (const folded of [rewritten(sender).toUpperCase(), rewritten(sender).toLowerCase()]) {
      assert.deepEqual(unwind(folded), { kind: 'sender', address: sender, alias: ALIAS });
    }
  }
});

test('changed, foreign and expired addresses are distinguished from genuine ones', () => {
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

test('a clock that is a day fast or slow is tolerated', () => {
  const address = rewritten('ann@example.org');
  assert.equal(unwind(address, paths({ now: today - DAY })).kind, 'sender');
  assert.equal(unwind(address, paths({ now: today + DAY })).kind, 'sender');
});

test('an address of another forwarder becomes SRS1 and bounces to that forwarder', () => {
  const foreign = 'SRS0=Ab3d=ZZ=example.org=ann@fwd.test';
  const address = rewritten(foreign);
  assert.match(address, /^srs1=/);
  assert.deepEqual(unwind(address), { kind: 'sender', address: foreign, alias: ALIAS });
  const twice = rewritten('SRS1=xyz=fwd.test==Ab3d=ZZ=example.org=ann@second.test');
  assert.deepEqual(unwind(twice), { kind: 'sender', address: foreign, alias: ALIAS });
});

test('an address of another forwarder that fits no plain local part is still restored exactly', () => {
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

test('an alias is not named if its domain tag is ambiguous', () => {
  // Both have the same two-digit tag in a stamp.
  const [one, other] = ['d32.test', 'd36.test'];
  const named = (domains: string[]) => {
    const both = paths({ domains });
    const unwound = unwind(both.rewrite('ann@example.org', `alias-4827@${other}`) ?? '', both);
    return unwound.kind === 'sender' ? unwound.alias : unwound.kind;
  };
  assert.equal(named([other]), `alias-4827@${other}`);
  assert.equal(named([one, other]), undefined);
});

test('an address made with the previous key is still accepted', () => {
  const address = rewritten('ann@example.org');
  assert.equal(unwind(address, paths({ keys: ['two', 'one'] })).kind, 'sender');
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

test('a message whose sender fits no form is forwarded, and a report on it has no recipient', () => {
  for (const sender of [
    `${'a'.repeat(100)}@${'b'.repeat(60)}.${'c'.repeat(60)}.test`,
    `${'ü'.repeat(100)}@example.org`,
    'camera',
    'cam.era',
  ]) {
    const address = rewritten(sender);
    assert.match(address, /^srsn=[a-z2-7]+@b\.alias\.test$/);
    assert.equal(unwind(address).kind, 'forged');
  }
});

test('a changed packed address is rejected', () => {
  const address = rewritten(`${'v'.repeat(130)}@example.org`);
  assert.match(address, /^srsp=/);
  assert.equal(
    unwind(address.replace(/(.)@/, (_, digit) => `${digit === 'a' ? 'b' : 'a'}@`)).kind,
    'forged',
  );
  assert.equal(unwind(address, paths({ now: today + 22 * DAY })).kind, 'expired');
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
    const unwound = { kind: 'sender', address: sender, alias: long };
    assert.deepEqual(unwind(rewritten(sender, long)), unwound);
    assert.deepEqual(unwind(rewritten(sender, long).toUpperCase()), unwound);
  }
  assert.deepEqual(unwind(paths().forReply(long)), { kind: 'owner', alias: long });
});

test('an address has at most 254 octets, and all of them can be used', () => {
  const lengths = Array.from({ length: 120 }, (_, i) => rewritten(`${'A'.repeat(60 + i)}@b.test`));
  assert.equal(Math.max(...lengths.map((address) => address.length)), 254);
});
