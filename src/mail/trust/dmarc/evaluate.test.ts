import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { evaluateDmarc, type Identifier } from './evaluate.ts';

const REJECT: Zone = { '_dmarc.d.example': { TXT: ['v=DMARC1; p=reject'] } };
const NO_SPF: Identifier = { domain: '', result: 'none' };
const OPEN: Identifier = { domain: 'd.example', result: 'temperror' };

const evaluate = (zone: Zone, signatures: Identifier[], spf = NO_SPF, author = 'd.example') =>
  evaluateDmarc({ author, spf, signatures }, zoneResolver(zone));

test('an unanswered check that might make the message pass leaves the verdict open', async () => {
  const open = [
    [[OPEN], NO_SPF],
    [[{ domain: 'a.d.example', result: 'temperror' }], NO_SPF],
    [[], { domain: 'a.d.example', result: 'temperror' }],
  ] as const;
  for (const [signatures, spf] of open) {
    const { result, policy, aligned } = await evaluate(REJECT, [...signatures], spf);
    assert.deepEqual([result, policy], ['temperror', 'reject']);
    assert.deepEqual(aligned, { spf: false, signatures: signatures.map(() => false) });
  }
  const decided = [
    [[{ domain: 'other.example', result: 'temperror' }], NO_SPF, 'fail'],
    [[{ ...OPEN, partial: true }], NO_SPF, 'fail'],
    [[{ ...OPEN, result: 'permerror' }], NO_SPF, 'fail'],
    [[OPEN], { ...OPEN, result: 'pass' }, 'pass'],
  ] as const;
  for (const [signatures, spf, expected] of decided) {
    assert.equal((await evaluate(REJECT, [...signatures], spf)).result, expected);
  }
});

test('a signature over a part of the body does not count for DMARC', async () => {
  const partial = { domain: 'd.example', result: 'pass', partial: true };
  for (const zone of [REJECT, {}]) {
    const { result, aligned } = await evaluate(zone, [partial, { ...partial, partial: false }]);
    assert.equal(result, zone === REJECT ? 'pass' : 'none');
    assert.deepEqual(aligned.signatures, [false, true]);
  }
});

test('without a record only the identical domain is aligned', async () => {
  const zone = { '_dmarc.a.d.example': { TXT: ['v=DMARC1; p=none'] } };
  const outcome = await evaluate(zone, [
    { domain: 'a.d.example', result: 'pass' },
    { domain: 'd.example', result: 'fail' },
    { domain: 'd.example', result: 'pass' },
  ]);
  assert.deepEqual(outcome, {
    author: 'd.example',
    result: 'none',
    policy: undefined,
    aligned: { spf: false, signatures: [false, false, true] },
  });
});

test('neither an address literal nor identifiers that cannot be aligned cost DNS queries', async () => {
  const asked: string[] = [];
  const resolve = zoneResolver(REJECT, (question) => asked.push(question));
  const literal = { author: '[192.0.2.1]', spf: NO_SPF, signatures: [] };
  assert.equal((await evaluateDmarc(literal, resolve)).result, 'none');
  assert.deepEqual(asked, []);
  const others = Array.from({ length: 8 }, (_, i) => `a.b.c.d${i}.example`);
  const signatures = others.map((domain) => ({ domain, result: 'pass' }));
  await evaluateDmarc({ author: 'd.example', spf: NO_SPF, signatures }, resolve);
  assert.deepEqual(asked, ['TXT _dmarc.d.example', 'TXT _dmarc.example']);
});

test('only a signature of a domain in testing mode counts as tried', async () => {
  for (const [result, reason, tried] of [
    ['neutral', 'testing', true],
    ['neutral', 'syntax', undefined],
    ['fail', 'testing', undefined],
  ] as const) {
    const outcome = await evaluate(REJECT, [{ domain: 'd.example', result, reason }]);
    assert.deepEqual([outcome.result, outcome.tried], ['fail', tried], `${result} ${reason}`);
  }
});
