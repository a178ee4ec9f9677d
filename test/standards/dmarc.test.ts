import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateDmarc } from '#mail/trust/dmarc/evaluate.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';
import { DMARC_CASES, type DmarcCase } from './dmarc-cases.fixture.ts';

test('there are thirty cases of RFC 9989 and more', () => {
  assert.ok(DMARC_CASES.length >= 30, `${DMARC_CASES.length}`);
});

for (const one of DMARC_CASES) {
  test(`RFC 9989 ${one.rule}`, async () => {
    const asked = new Set<string>();
    const resolve = zoneResolver(zoneOf(one), (question) => asked.add(question));
    const { author, spf = '', dkim = [] } = one;
    const { result, policy = '' } = await evaluateDmarc(
      {
        author,
        spf: { domain: spf, result: spf === '' ? 'none' : 'pass' },
        signatures: dkim.map((domain) => ({ domain, result: 'pass' })),
      },
      resolve,
    );
    assert.equal(`${result} ${policy}`.trim(), one.outcome);
    if (one.asked === undefined) return;
    assert.deepEqual(
      [...asked].toSorted(),
      one.asked.map((name) => `TXT _dmarc.${name}`).toSorted(),
    );
  });
}

function zoneOf({ records, names = {} }: DmarcCase): Record<string, Node> {
  const policies = Object.entries(records).map(([domain, text]): [string, Node] => [
    `_dmarc.${domain}`,
    text === 'silent' ? { silent: true } : { TXT: [text].flat() },
  ]);
  return { ...names, ...Object.fromEntries(policies) };
}
