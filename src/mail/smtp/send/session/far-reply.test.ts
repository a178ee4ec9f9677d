import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksToBackOff, enhancedCode, redacted } from './far-reply.ts';

const far = (code: number, ...lines: string[]) => ({ code, lines });

test('a valid enhanced code of the right class is kept', () => {
  assert.equal(enhancedCode(far(550, '5.1.1 unknown')), '5.1.1');
  assert.equal(enhancedCode(far(450, '4.7.30')), '4.7.30');
  assert.equal(enhancedCode(far(250, 'hello', '2.0.0 queued')), '2.0.0');
});

test('an invalid enhanced code becomes x.0.0', () => {
  for (const text of [
    '',
    'no',
    '4.1.1 x',
    '5.1 x',
    '5.1.1000 x',
    '5.01.1 x',
    '5.1.1x',
    '5.1.1.1 x',
  ]) {
    assert.equal(enhancedCode(far(550, text)), '5.0.0', text);
  }
});

test('a code that only one provider uses becomes the general code of its subject', () => {
  for (const [said, passedOn] of [
    ['5.7.509', '5.7.0'],
    ['5.7.606', '5.7.0'],
    ['5.7.31', '5.7.0'],
    ['5.1.11', '5.1.0'],
    ['5.2.121', '5.2.0'],
    ['5.4.300', '5.4.0'],
    ['5.0.350', '5.0.0'],
    ['5.8.1', '5.0.0'],
    ['5.1.10', '5.1.10'],
    ['5.2.4', '5.2.4'],
    ['5.3.6', '5.3.6'],
    ['5.4.7', '5.4.7'],
    ['5.5.6', '5.5.6'],
    ['5.6.10', '5.6.10'],
    ['5.7.27', '5.7.27'],
  ] as const) {
    assert.equal(enhancedCode(far(550, `${said} no`)), passedOn, said);
  }
});

test('a private enhanced code that asks us to back off does so', () => {
  assert.equal(asksToBackOff(far(451, '4.7.650 too many')), true);
});

test('421, and 4yz with 4.7.x, ask us to back off', () => {
  assert.equal(asksToBackOff(far(421, '')), true);
  assert.equal(asksToBackOff(far(451, '4.7.1 greylisted')), true);
  assert.equal(asksToBackOff(far(450, '4.7.0 x')), true);
  assert.equal(asksToBackOff(far(451, '4.3.0 x')), false);
  assert.equal(asksToBackOff(far(550, '5.7.1 x')), false);
});

test('addresses never reach the log, in any spelling', () => {
  const text =
    '<Real.Name@Mail.Test>: user REAL.NAME@mail.test (Real.name, mailto:real.name@x) \x07 é';
  const shown = redacted(far(550, text, 'second line real@mail.test'), ['real.name']);
  assert.doesNotMatch(shown, /real|mail\.test/i);
  assert.match(shown, /^550 <<address>>: user <address>/);
  assert.ok(redacted(far(550, 'x'.repeat(5000)), []).length < 250);
});

test('a local part that is not ASCII does not reach the log in any encoding', () => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const text = Buffer.from('no mailbox Jörg.Müller here', encoding).toString('latin1');
    assert.equal(redacted(far(550, text), ['jörg.müller']), '550 no mailbox <address> here');
  }
});

test('redaction takes time linear in the length of the text', () => {
  // A quadratic search would take half an hour.
  const run = 'x'.repeat(2_000_000);
  for (const text of [run, `${run}@mail.test`]) {
    assert.ok(redacted(far(550, text), ['real.name']).length < 250);
  }
});
