import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, REAL } from '#support/forwarding.ts';
import { nextHopSays } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';
import { owner } from './owner.ts';

test('the owner’s answer comes from the alias, and passes DMARC at the correspondent', async (t) => {
  const { answer, hop, last, zone, outcomes, token } = await owner(t);
  assert.match(token, /^r[a-d][a-z2-7]+@alias\.test$/);
  assert.match(await answer([token]), /^250 2\.0\.0 /);
  const { text, sender } = last();
  assert.equal(hop.messages.at(-1)?.recipients[0], '<bob@example.org>');
  assert.doesNotMatch(hop.commands.join('\n'), /SMTPUTF8/, 'all of it is ASCII');
  assert.match(sender, /^srsr=[a-z2-7]+=[a-z2-7]+@b\.alias\.test$/);
  assert.match(text, /^From: "?alias-4827@alias\.test"? <alias-4827@alias\.test>\r$/m);
  assert.match(text, /^To: <bob@example\.org>\r$/m);
  assert.match(text, /^Date: Sat, 21 Nov 2026 12:00:00 \+0000\r$/m);
  assert.match(text, /\r\n\r\nYes\.\r\n$/);
  assert.doesNotMatch(withoutSignatures(text), /mailbox\.test|jane|Doe/i);
  const says = await nextHopSays(last(), zone);
  assert.deepEqual(says.dkim, ['alias.test pass']);
  assert.equal(says.dmarc, 'pass');
  assert.deepEqual(outcomes, ['accepted']);
});

const EDGE = '--=_edge';

/** As the owner wrote it: with the old boundary. */
function bodyOf(text: string): string {
  const [, boundary = assert.fail(text)] = /; boundary="([^"]+)"/.exec(text) ?? [];
  assert.notEqual(`--${boundary}`, EDGE);
  return text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll(`--${boundary}`, EDGE);
}
const PICTURE = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 37) % 256))
  .toString('base64')
  .replaceAll(/(.{60})/g, '$1\r\n');

/** A message of three parts. Octets outside of the texts are unlikely to occur by chance. */
const parts = (plain: string, html: string) =>
  [
    'This is   MIME.\t',
    EDGE,
    'content-TYPE:   text/plain;\tcharset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    plain,
    EDGE,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html).toString('base64'),
    EDGE,
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    '',
    PICTURE,
    `${EDGE}--`,
    '. epilogue',
    '',
  ].join('\r\n');

/** The two texts of such a message, as they are encoded. */
const texts = (body: string) =>
  /\r\n\r\n([^]*?)\r\n--=_edge\r\nContent-Type: text\/html[^]*?\r\n\r\n([^]*?)\r\n--=_edge/
    .exec(body)
    ?.slice(1) ?? assert.fail(body);

const header = (token: string) =>
  `To: <${token}>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=_edge"\r\n`;

test('with `replace` only the texts that reveal the address differ, in their encodings, and our signature verifies', async (t) => {
  const { answer, last, zone, outcomes, token } = await owner(t);
  const plain = 'Caf=C3=A9, write to jane.d=\r\noe@mailbox.test soon=20\r\nor not.';
  const html = `<p>Mail <a href="mailto:${REAL}">me</a></p>${'<p>x</p>'.repeat(40)}`;
  const body = parts(plain, html);
  assert.match(await answer([token], { header: header(token), body }), /^250 /);
  const { text } = last();
  assert.doesNotMatch(withoutSignatures(text), /jane|mailbox\.test/i);
  const got = bodyOf(text);
  const [quoted = '', encoded = ''] = texts(got);
  for (const line of `${quoted}\r\n${encoded}`.split('\r\n')) assert.ok(line.length <= 76, line);
  const octets = quoted
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const expected = `Café, write to ${ALIAS} soon \r\nor not.`;
  assert.equal(Buffer.from(octets, 'latin1').toString('utf8'), expected);
  assert.equal(Buffer.from(encoded, 'base64').toString(), html.replace(REAL, ALIAS));
  const [, written64 = ''] = texts(body);
  assert.equal(got.replace(quoted, plain).replace(encoded, written64), body);
  const says = await nextHopSays(last(), zone);
  assert.deepEqual([says.dkim, says.dmarc], [['alias.test pass'], 'pass']);
  assert.deepEqual(outcomes, ['accepted']);
});
