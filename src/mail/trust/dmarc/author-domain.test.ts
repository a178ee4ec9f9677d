import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorDomain } from './author-domain.ts';

const field = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const one = (domain: string) => ({ kind: 'one', domain });
const SEVERAL = { kind: 'several' };

test('one domain in one From field is the author domain, in A-labels and lower case', () => {
  for (const [text, domain] of [
    ['bob@Example.ORG', 'example.org'],
    ['bob@example.org.', 'example.org'],
    ['Bob <bob@bücher.example>', 'xn--bcher-kva.example'],
    ['Bob <bob@BÜCHER.example>, ann@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a@example.org, b@EXAMPLE.org', 'example.org'],
    ['"ceo@bank.example" <bob@example.org>', 'example.org'],
    ['bob@[192.0.2.1]', '[192.0.2.1]'],
    ['<@relay.example:bob@example.org>', 'example.org'],
  ] as const) {
    assert.deepEqual(authorDomain([field(text)]), one(domain), text);
  }
});

test('a part of a domain is never the author domain, whatever signs the domain has', () => {
  for (const sign of ['/', '?', '#', '%2f', '%']) {
    const domain = `evil.example${sign}é.bank.example`;
    assert.deepEqual(authorDomain([field(`<ceo@${domain}>`)]), one(domain), domain);
  }
  const two = '<a@evil.example>, <ceo@evil.example/é.bank.example>';
  assert.deepEqual(authorDomain([field(two)]), SEVERAL);
});

test('invisible characters do not hide the author domain', () => {
  for (const unseen of ['\u00ad', '\u200b', '\u200e', '\u202e', '\u2066', '\u3164', '\ufe0f']) {
    for (const written of [`bank.example${unseen}`, `ba${unseen}nk.example`]) {
      const code = unseen.codePointAt(0)?.toString(16);
      assert.deepEqual(authorDomain([field(`ceo@${written}`)]), one('bank.example'), code);
    }
  }
});

test('a domain with a blank, however wide, does not give one author', () => {
  for (const blank of ['\u00a0', '\u2003', '\u3000', '\u2800', '\u2028']) {
    for (const text of [
      `ceo@bank.test${blank}`,
      `ceo@bank.test${blank}x`,
      `<ceo@bank.test${blank}.evil.test>`,
      `=?utf-8?q?ceo@bank.test${blank}x?= <>`,
    ]) {
      assert.deepEqual(authorDomain([field(text)]), SEVERAL, text);
    }
  }
});

test('an encoded word does not hide the author domain', () => {
  for (const text of [
    '=?utf-8?q?ceo@bank.test?=',
    '=?utf-8?q?ceo@bank.test?= =?utf-8?q??=',
    '=?utf-8?q?ceo@bank=2etest?=',
    'ceo@=?utf-8?q?bank.test?=',
    'ceo@=?utf-8?q?bank=2Etest?=',
    'ceo@=?utf-8?B?YmFuay50ZXN0?=',
    'ceo@bank=?utf-8?q?.test?=',
    '=?utf-8?Q?Ceo_<ceo@bank.test>?=',
  ]) {
    assert.deepEqual(authorDomain([text]), one('bank.test'), text);
  }
});

test('a broken name with an address in another domain is reported, and one that repeats the author is not', () => {
  for (const [text, showsAnother] of [
    ['ceo@bank.test <x@evil.test>', true],
    ['ceo@bank.test (<x@evil.test>', true],
    ['ceo@evil.test.bank.test <x@evil.test>', true],
    ['x@evil.test ceo@bank.test <x@evil.test>', true],
    ['X@EVIL.test. <x@evil.test>', false],
    ['x@evil.test again <x@evil.test>', false],
    ['"ceo@bank.test" <x@evil.test>', false],
  ] as const) {
    const author = { kind: 'one', domain: 'evil.test', ...(showsAnother && { showsAnother }) };
    assert.deepEqual(authorDomain([text]), author, text);
  }
});

test('several domains do not give one author', () => {
  for (const fields of [[], ['Bob'], ['undisclosed:;'], ['bob@.'], ['bob@'], ['']]) {
    assert.deepEqual(authorDomain(fields.map(field)), { kind: 'none' }, fields.join(' | '));
  }
  for (const fields of [
    ['bob@example.org', 'bob@example.org'],
    ['a@example.org, b@example.net'],
    ['a@example.org, b@sub.example.org'],
    ['<a@bank.example> <b@evil.example>'],
    ['a@bank.example@evil.example'],
    [`${'x'.repeat(8192)} <a@example.org>`],
  ]) {
    assert.deepEqual(authorDomain(fields.map(field)), SEVERAL, fields.join(' | '));
  }
});

test('a control character or broken UTF-8 in an address does not give one author, at any position', () => {
  for (const octet of [...Array.from({ length: 32 }, (_, i) => i), 0x7f, 0x80, 0xa0, 0xe4, 0xff]) {
    // A tab is a blank, and CR and LF occur only in folding.
    if ([9, 10, 13].includes(octet)) continue;
    const char = String.fromCharCode(octet);
    for (const text of [
      `ceo@bank${char}.test`,
      `ceo@bank.${char}test`,
      `ceo@${char}bank.test`,
      `ceo@bank.test${char}`,
      `Ceo <ceo@bank${char}.test>`,
      `<c${char}eo@bank.test>`,
      `"c${char}eo"@bank.test`,
      `ceo@[bank${char}.test]`,
      `ceo@bank ${octet < 128 ? `${char}.` : `.${char}`}test`,
      `Ceo <ceo@bank${char}.test`,
      `a@bank.test, ceo@bank${char}.test`,
    ]) {
      assert.deepEqual(authorDomain([text]), SEVERAL, `${octet} in ${text}`);
    }
  }
  assert.deepEqual(authorDomain([field('ceo@bank\u0085.test')]), SEVERAL, 'C1');
});

test('octets of another charset next to the address, a tab and folding do not change the author domain', () => {
  for (const text of [
    'J\xf6rg <ann@bank.test>',
    'J\xf6rg ann@bank.test',
    '<ann@bank.test> J\xf6rg',
    'ann@bank.test (J\xf6rg)',
    '"J\xf6rg\x01" <ann@bank.test>',
    '"ann\tb"@bank.test',
    '"ann\r\n b"@bank.test',
    'ann@\tbank\r\n .test',
  ]) {
    assert.deepEqual(authorDomain([text]), one('bank.test'), text);
  }
});

/** Froms as people, programs and lists write them, by RFC 5322 and RFC 6532. */
const LOCALS = [
  ...'ann Ann.Example ann+tag o\'neil a #!$%&*+-/=?^_`{|}~ "a@b" "quoted\\"pair" jörg 用户'.split(
    ' ',
  ),
  ...'bounce-1=ann=example.org,"ann example","(no comment)"'.split(','),
  'x'.repeat(64),
];
const DOMAINS = [
  ['example.org', 'example.org'],
  ['Mail.EXAMPLE.org', 'mail.example.org'],
  ['example.org.', 'example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['[192.0.2.1]', '[192.0.2.1]'],
  ['[IPv6:2001:db8::1]', '[ipv6:2001:db8::1]'],
  [`${'l'.repeat(63)}.example.org`, `${'l'.repeat(63)}.example.org`],
  ['under_score.example.org', 'under_score.example.org'],
] as const;
const NAMES = [
  ...'Ann|Ann Example|"Example, Ann"|"Ann \\"the\\" Example"|Ann "the" Example|J. Q. Public'.split(
    '|',
  ),
  ...'=?utf-8?q?J=C3=B6rg?=|=?iso-2022-jp?B?GyRCO3NFRBsoQg==?=|Jörg Ångström|山田 太郎'.split('|'),
  ...'"ceo@bank.test"|"Bank, at your service"|"Tab\there"|"=?utf-8?q?a?="|Ann\r\n Example'.split(
    '|',
  ),
  ...'שלום|"\u202bשלום\u202c"|👩\u200d👩\u200d👧 Family|Veilpost|""'.split('|'),
];
const FORMS: ((at: string, name: string) => string)[] = [
  (at) => at,
  (at) => ` <${at}>`,
  (at, name) => `${name} <${at}>`,
  (at, name) => `\r\n ${name}<${at}> `,
  (at, name) => `${name}\r\n\t<${at}>`,
  (at, name) => `${at} (${name.replaceAll(/[()\\]/g, '')})`,
  (at, name) => `(a (nested) comment) ${name} (b) < ${at} > (c)`,
  (at, name) => `${name} <${at}>, Other <other${at.slice(at.lastIndexOf('@'))}>`,
  (at, name) => `Team: ${name} <${at}>;`,
  (at) => `<@relay.test,@other.test:${at}>`,
];

test('none of 1,400 well-formed Froms is rejected, and each has the author that it names', () => {
  const mailboxes = LOCALS.flatMap((local) =>
    DOMAINS.map(([written, domain]) => ({ at: `${local}@${written}`, domain })),
  );
  for (const [i, { at, domain }] of mailboxes.entries()) {
    for (const [j, form] of FORMS.entries()) {
      const from = form(at, NAMES[(i + j) % NAMES.length] ?? '');
      assert.deepEqual(authorDomain([field(from)]), one(domain), JSON.stringify(from));
    }
  }
});
