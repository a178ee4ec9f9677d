import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#support/seeded-random.ts';
import { authorDomain } from '#mail/trust/dmarc/author-domain.ts';
import { Chance } from '../../fuzz/fuzzing.ts';

const WELL_FORMED = 1328;

/** Froms as people, programs and lists write them, by RFC 5322 and RFC 6532. */
function wellFormedFrom(chance: Chance): { from: string; domain: string } {
  const local = chance.oneOf([
    'ann',
    'Ann.Example',
    'ann+tag',
    "o'neil",
    'a',
    '#!$%&*+-/=?^_`{|}~',
    '"ann example"',
    '"a@b"',
    '"quoted\\"pair"',
    'jörg',
    '用户',
    'x'.repeat(64),
    'bounce-1=ann=example.org',
    '"(no comment)"',
  ]);
  const [written, domain] = chance.oneOf<readonly [string, string]>([
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
  ]);
  const at = `${local}@${written}`;
  const name = chance.oneOf([
    'Ann',
    'Ann Example',
    '"Example, Ann"',
    '"Ann \\"the\\" Example"',
    'Ann "the" Example',
    '=?utf-8?q?J=C3=B6rg?=',
    '=?iso-2022-jp?B?GyRCO3NFRBsoQg==?=',
    'Jörg Ångström',
    '山田 太郎',
    '"ceo@bank.test"',
    '"Bank, at your service"',
    'J. Q. Public',
    '"Tab\there"',
    '"=?utf-8?q?a?="',
    'Ann\r\n Example',
    'שלום',
    '"\u202bשלום\u202c"',
    '👩\u200d👩\u200d👧 Family',
    'Veilpost',
    '""',
  ]);
  const from = chance.oneOf([
    at,
    `<${at}>`,
    `${name} <${at}>`,
    `${name} <${at}>`,
    `${name}<${at}>`,
    `${name}\r\n\t<${at}>`,
    `${at} (${name.replaceAll(/[()\\]/g, '')})`,
    `(a (nested) comment) ${name} (b) < ${at} > (c)`,
    `${name} <${at}>, Other <other@${written}>`,
    `Team: ${name} <${at}>;`,
    `<@relay.test,@other.test:${at}>`,
  ]);
  return { from: `${chance.oneOf(['', ' ', '\r\n '])}${from}${chance.oneOf(['', ' '])}`, domain };
}

test('none of 1,328 well-formed Froms is rejected, and each has the author that it names', () => {
  const chance = new Chance(seededRandom(25));
  const forms = new Map<string, string>();
  while (forms.size < WELL_FORMED) {
    const { from, domain } = wellFormedFrom(chance);
    forms.set(from, domain);
  }
  for (const [from, domain] of forms) {
    assert.deepEqual(
      authorDomain([Buffer.from(from).toString('latin1')]),
      { kind: 'one', domain },
      JSON.stringify(from),
    );
  }
});
