import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, ALIAS, judge } from './guard.fixture.ts';

/** A message with a nested multipart, as Exchange writes it. */
const mail = (
  outer: string,
  inner: string,
  {
    type = `multipart/mixed; boundary="${outer}"`,
    within = `multipart/related; boundary="${inner}"`,
    text = 'Hello',
  } = {},
) =>
  [
    `Content-Type: ${type}\r\n\r\npreamble\r\n`,
    `--${outer}\r\nX: y\r\nContent-Type: ${within}\r\n\r\n`,
    `--${inner}\r\n\r\n${text}\r\n--${inner}\r\n\r\n\r\n--${inner}--\r\n`,
    `--${outer}\r\n\r\n${text}\r\n--${outer}--\r\nepilogue\r\n`,
  ].join('');

const OUTER = '_004_DB9PR05MB4911nestexampleprod_';
const INNER = '_000_DB9PR05MB4911nestexampleprod_';
const newBoundary = (boundary: string) => (boundary === INNER ? '=_two' : '=_one');

test('the boundaries of a reply are replaced, because programs write their server’s name into them', async () => {
  for (const piece of [1, 7, Infinity]) {
    const { sent } = await judge(mail(OUTER, INNER), { piece, newBoundary });
    assert.equal(sent, mail('=_one', '=_two'));
  }
  // With blanks after a boundary, and the owner's address in it.
  const content = mail(ADDRESS, INNER).replaceAll(`--${ADDRESS}`, `--${ADDRESS} \t`);
  const { sent } = await judge(content.replace(' \t--', '--'), { newBoundary });
  assert.equal(sent, mail('=_one', '=_two'));
});

test('a multipart keeps the parameters for its kind and its first part', async () => {
  const own = `charset="x"; x-server=a; type="text/html"; start-info="a \\"b\\""; start="<1@far.test>"`;
  const kept = `; type="text/html"; start="<1@far.test>";\r\n start-info="a \\"b\\""`;
  const told = mail(OUTER, INNER, {
    type: `Multipart/Mixed; boundary=${OUTER} (Exchange)`,
    within: `multipart/related; ${own}; boundary=${INNER}`,
  });
  const { sent } = await judge(told, { newBoundary });
  const expected = mail('=_one', '=_two', {
    within: `multipart/related${kept}; boundary="=_two"`,
  });
  assert.equal(sent, expected);
  for (const value of ['x'.repeat(401), '\xfc']) {
    const within = `multipart/related; start="${value}"; boundary=${INNER}`;
    const strange = await judge(mail(OUTER, INNER, { within }), { newBoundary });
    assert.equal(strange.sent, mail('=_one', '=_two'));
  }
});

test('a replacement that creates a line with an old boundary does not split a part', async () => {
  const outer = `=_${ALIAS}`;
  const content = mail(outer, INNER, { text: `--=_${ADDRESS}\r\nHello` });
  const { sent } = await judge(content, { onFind: 'replace', newBoundary });
  assert.equal(sent, mail('=_one', '=_two', { text: `--${outer}\r\nHello` }));
});
