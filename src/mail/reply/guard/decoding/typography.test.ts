import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, judge, plain, SHOWS, typed } from '../guard.fixture.ts';

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test('typographic apostrophes, hyphens and blanks do not hide an address', async () => {
  const address = "o'brien-smith@nest-egg.example";
  const spelled = (apostrophe: string, hyphen = '-') =>
    address.replace("'", apostrophe).replaceAll('-', hyphen);
  for (const text of [
    // Programs curl the apostrophe by auto-correction, and keyboards have similar accents.
    ...'\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u00b4\uff07'
      .split('')
      .map((one) => spelled(one)),
    ...'\u2010\u2011\u2012\u2013\u2014\u2212\u02d7\u2043\uff0d\ufe63'
      .split('')
      .map((one) => spelled("'", one)),
    ...'\u00a0\u202f\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e'
      .split('')
      .map((one) => spelled(`${one}'`, `-${one}`)),
    ...[
      '&rsquo;',
      '&lsquo;',
      '&acute;',
      '&prime;',
      '&#8217;',
      '&#146;',
      '&#x92;',
      '&#145;',
      '%E2%80%99',
    ].map((one) => spelled(one)),
    ...['&ndash;', '&mdash;', '&minus;', '&hyphen;', '&#8209;', '&#150;'].map((one) =>
      spelled("'", one),
    ),
    ...['&lrm;', '&rlm;', '&hairsp;', '&numsp;', '&puncsp;'].map((one) => spelled(`${one}'`)),
  ]) {
    assert.equal(
      (await judge(plain(utf8(text)), { address })).verdict,
      `${SHOWS} 0 text/plain`,
      text,
    );
  }
  const curled = Buffer.from('o\x92brien-smith@nest-egg.example', 'latin1').toString('latin1');
  const windows = typed('text/plain; charset=windows-1252', curled);
  assert.equal((await judge(windows, { address })).verdict, `${SHOWS} 0 text/plain`);
  const field = `Content-Type: text/plain; name="=?utf-8?Q?o=E2=80=99brien-smith=40nest-egg.example?="`;
  assert.equal(
    (await judge(`${field}\r\n\r\nx\r\n`, { address })).verdict,
    `${SHOWS} 0 text/plain`,
  );
  const replaced = await judge(plain(utf8(`Write to ${spelled('\u2019')}.`)), {
    address,
    onFind: 'replace',
  });
  assert.equal(replaced.sent, plain(`Write to ${ALIAS}.`));
});
