import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering } from '#support/answering.ts';
import { ALIAS, REAL } from '#support/forwarding.ts';
import { nextHopSays } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';

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
const parts = (plain: string, html: string, type = 'quoted-printable') =>
  [
    'This is   MIME.\t',
    EDGE,
    'content-TYPE:   text/plain;\tcharset="utf-8"',
    `Content-Transfer-Encoding: ${type}`,
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

const header = (token: string) =>
  `To: <${token}>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=_edge"\r\n`;

test('with `replace` only the text that reveals the address differs, and our signature verifies', async (t) => {
  const { written, answer, last, zone, outcomes } = await answering(t);
  const [token = ''] = await written();
  const broken = 'Caf=C3=A9, write to jane.d=\r\noe@mailbox.test soon=20\r\nor not.';
  const body = parts(broken, '<p>Nothing to see.</p>');
  assert.match(await answer([token], { header: header(token), body }), /^250 /);
  const { text } = last();
  const got = bodyOf(text);
  assert.doesNotMatch(withoutSignatures(text), /jane|mailbox\.test/i);
  const before = body.indexOf('Caf=');
  const behind = body.slice(body.indexOf(`${EDGE}\r\nContent-Type: text/html`));
  assert.equal(got.slice(0, before), body.slice(0, before));
  assert.ok(got.endsWith(`\r\n${behind}`), got);
  const leaf = got.slice(before, got.length - behind.length - 2);
  assert.equal(
    Buffer.from(
      leaf
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
    `Café, write to ${ALIAS} soon \r\nor not.`,
  );
  for (const line of leaf.split('\r\n')) assert.ok(line.length <= 76, line);
  const says = await nextHopSays(last(), zone);
  assert.deepEqual([says.dkim, says.dmarc], [['alias.test pass'], 'pass']);
  assert.deepEqual(outcomes, ['accepted']);
});

test('with `replace` a base64 text is base64 again, and the text next to it is unchanged', async (t) => {
  const { written, answer, last, zone } = await answering(t);
  const [token = ''] = await written();
  const html = `<p>Mail <a href="mailto:${REAL}">me</a></p>${'<p>x</p>'.repeat(40)}`;
  const body = parts('Nothing=20\r\n\r\n..to see', html);
  assert.match(await answer([token], { header: header(token), body }), /^250 /);
  const got = bodyOf(last().text);
  const [start, end] = [
    body.indexOf('base64\r\n\r\n') + 10,
    body.indexOf(`\r\n${EDGE}\r\nContent-Type: image`),
  ];
  const behind = body.slice(end);
  assert.equal(got.slice(0, start), body.slice(0, start));
  assert.ok(got.endsWith(behind));
  const leaf = got.slice(start, got.length - behind.length);
  const [first = '', ...lines] = leaf.split('\r\n');
  assert.equal(first.length, 76);
  assert.ok(lines.length > 3);
  assert.equal(Buffer.from(leaf, 'base64').toString(), html.replace(REAL, ALIAS));
  const says = await nextHopSays(last(), zone);
  assert.deepEqual([says.dkim, says.dmarc], [['alias.test pass'], 'pass']);
});

test('with `replace` a message that reveals nothing is sent octet for octet except for its boundaries, and a header is still refused', async (t) => {
  const { written, answer, last, hop } = await answering(t);
  const [token = ''] = await written();
  const body = parts('Nothing=20', '<p>either</p>');
  assert.match(await answer([token], { header: header(token), body }), /^250 /);
  assert.equal(bodyOf(last().text), body);
  const sent = hop.messages.length;
  assert.match(
    await answer([token], { header: `${header(token)}Subject: from ${REAL}\r\n`, body }),
    /^550 5\.7\.1 Your real address appears in the header field subject \[reply-shows-address\]/,
  );
  assert.equal(hop.messages.length, sent);
});

test('replaced texts together may have one megabyte: a longer message is rejected, and no part of it is sent', async (t) => {
  const { written, answer, hop } = await answering(t);
  const [token = ''] = await written();
  const sent = hop.messages.length;
  const long = `${'Words. '.repeat(10)}\r\n`.repeat(16_000);
  const body = parts(`${long}${REAL}`, '<p>x</p>', '7bit');
  assert.match(
    await answer([token], { header: header(token), body }),
    /^550 5\.(?:7\.1|6\.0) .*\[reply-(?:shows-address|mime)\]/,
  );
  assert.equal(hop.messages.length, sent);
});
