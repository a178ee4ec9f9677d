import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postmarkDate } from './postmark.ts';

test('the postmark has the day with a Roman month, and the year, in the visitor’s time zone', (t) => {
  const zone = process.env.TZ;
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  for (const [place, date] of [
    ['Europe/Berlin', '1 I\n2027'],
    ['America/New_York', '31 XII\n2026'],
  ] as const) {
    process.env.TZ = place;
    assert.equal(postmarkDate('2026-12-31T23:30:00+00:00'), date);
  }
});
