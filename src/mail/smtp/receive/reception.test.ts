import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionSettings } from '#support/receiving.ts';
import { reply } from '../reply.ts';
import { Reception } from './reception.ts';

const INTAKE = {
  header: () => {},
  body: () => {},
  end: () => Promise.resolve(reply(250, '2.0.0', 'OK')),
};
const LINES = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(60));

for (const [fault, code, first] of [
  ['there is no room for the rest of it', 452, 'A: b\r\n\r\n'],
  ['it has a bare LF', 550, 'A: b\r\n\r\n\n'],
  ['its header is too large', 550, 'A: b\r\n'],
] as const) {
  test(`a message gives its room back as soon as it is refused, where ${fault}`, () => {
    const { limits, ...settings } = sessionSettings();
    const { budget, block } = settings;
    const refused = Reception.open(() => INTAKE, 0, {
      ...settings,
      limits: { ...limits, headerOctets: 100_000 },
    });
    assert.ok(refused);
    refused.data(Buffer.from(first));
    for (let i = 0; i < 30 && refused.refusal === undefined; i++) refused.data(LINES);
    assert.equal(refused.refusal?.code, code);
    assert.equal(budget.used, 0);
    assert.ok(budget.fitsBesideExpected(block, budget.largest));
    refused.data(LINES);
    refused.release();
    assert.equal(budget.used, 0);
    assert.ok(!budget.fits(block, budget.largest + 1));
  });
}
