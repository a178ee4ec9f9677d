import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDateTime } from './date-time.ts';
import { dateTime } from './received.ts';

const MOMENT = Date.UTC(2026, 10, 22, 13, 32, 28);

test('one moment has many spellings', () => {
  for (const text of [
    'Sun, 22 Nov 2026 13:32:28 +0000',
    'Sun, 22 Nov 2026 14:32:28 +0100',
    'Sun, 22 Nov 2026 08:02:28 -0530',
    'Mon, 23 Nov 2026 03:32:28 +1400',
    '22 Nov 2026 13:32:28 -0000',
    'Sun,22 nov 2026 13 : 32 : 28 GMT',
    'Sun, 22 Nov 26 13:32:28 UT',
    'Sun, 22 Nov 126 13:32:28 UTC',
    '\r\n Sun, 22 (the (22nd)) Nov\r\n\t2026 14:32:28 +0100 (CET)',
    '22 November 2026 13:32:28 +0000',
    ...['9 EDT', '8 EST', '8 CDT', '7 CST', '7 MDT', '6 MST', '6 PDT', '5 PST'].map(
      (zone) => `Sun, 22 Nov 2026 0${zone.replace(' ', ':32:28 ')}`,
    ),
    // RFC 5322 section 4.3: military letters and unknown names do not count as zones.
    ...[' Z', ' A', ' CEST', ''].map((zone) => `Sun, 22 Nov 2026 13:32:28${zone}`),
  ]) {
    assert.equal(readDateTime(text), MOMENT, text);
  }
});

test('seconds may be missing or leap, and years may be old', () => {
  for (const [text, moment] of [
    ['Sun, 22 Nov 2026 13:32 +0000', Date.UTC(2026, 10, 22, 13, 32)],
    ['Thu, 31 Dec 1998 23:59:60 +0000', Date.UTC(1999, 0, 1)],
    ['1 Jan 51 00:00 +0000', Date.UTC(1951, 0, 1)],
    ['1 Jan 1900 00:00 +0000', Date.UTC(1900, 0, 1)],
    ['29 Feb 2028 00:00 +0000', Date.UTC(2028, 1, 29)],
  ] as const) {
    assert.equal(readDateTime(text), moment, text);
  }
});

test('an invalid date is undefined', () => {
  const texts = ` | yesterday | 22 Nov | 2026-11-22T13:32:28Z
    | 31 Feb 2026 00:00:00 +0000 | 32 Jan 2026 00:00:00 +0000 | 0 Jan 2026 00:00:00 +0000
    | 22 Nov 2026 24:00:00 +0000 | 30 Nov 2026 99:00:00 +0000 | 22 Nov 2026 13:60:00 +0000
    | 22 Nov 2026 13:32:61 +0000 | 22 Foo 2026 13:32:28 +0000 | 22 Nov 1066 13:32:28 +0000
    | 22 Nov 0026 13:32:28 +0000 | 22 Nov 1899 13:32:28 +0000 | 22 Nov 12026 13:32:28 +0000
    | 31 Dec 9999 23:59:59 -0100 | 22 Nov 2026 13:32:28 +0000 +0100`;
  const long = `${' '.repeat(2000)}22 Nov 2026 13:32:28 +0000`;
  for (const text of [...texts.split(/\s+\| /), long]) {
    assert.equal(readDateTime(text), undefined, text);
  }
});

test('a date that we write can be read again', () => {
  for (const moment of [0, MOMENT, Date.UTC(9999, 11, 31, 23, 59, 59)]) {
    assert.equal(readDateTime(dateTime(moment)), moment);
  }
});
