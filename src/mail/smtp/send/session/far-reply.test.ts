import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksToBackOff, enhancedCode, redacted } from './far-reply.ts';

const far = (code: number, ...lines: string[]) => ({ code, lines });

test("the server's enhanced code is passed on if it is registered and of the class of its reply; else a general one", () => {
  for (const [passedOn, code, ...lines] of [
    ['5.1.1', 550, '5.1.1 unknown'],
    ['4.7.30', 450, '4.7.30'],
    ['2.0.0', 250, 'hello', '2.0.0 queued'],
    // A code that only one provider uses becomes the general code of its subject.
    ['5.7.0', 550, '5.7.509 no'],
    ['5.1.0', 550, '5.1.11 no'],
    ['5.0.0', 550, '5.0.350 no'],
    ['5.0.0', 550, '5.8.1 no'],
  ] as [string, number, ...string[]][]) {
    assert.equal(enhancedCode(far(code, ...lines)), passedOn, lines.join());
  }
  const short = ['', 'no', '5.1 x', '4.1.1 x'];
  for (const text of [...short, '5.1.1000 x', '5.01.1 x', '5.1.1x', '5.1.1.1 x']) {
    assert.equal(enhancedCode(far(550, text)), '5.0.0', text);
  }
});

test('421, and 4yz with 4.7.x, of one provider too, ask us to back off', () => {
  for (const [code, text, asks] of [
    [421, '', true],
    [451, '4.7.1 greylisted', true],
    [451, '4.7.650 too many', true],
    [450, '4.7.0 x', true],
    [451, '4.3.0 x', false],
    [550, '5.7.1 x', false],
  ] as const) {
    assert.equal(asksToBackOff(far(code, text)), asks, `${code} ${text}`);
  }
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
