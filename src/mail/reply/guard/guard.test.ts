import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ADDRESS,
  ALIAS,
  judge,
  mixed,
  part,
  picture,
  plain,
  related,
  SHOWS,
  typed,
} from './guard.fixture.ts';

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test('the owner’s own words are not searched for names', async () => {
  for (const text of [
    'Jane Doe',
    'our site is nest.example, see https://www.nest.example/jane.doe',
    'mary.jane.doe@nest.example and maryjane.doe@nest.example',
    'xjane_jane.doe@nest.example',
    'mary-jane.doe@nest.example',
    'jane@nest.example doe@nest.example',
    'jane.doe@mail.nest.example',
    'reply to r7a2b3c4d5e6f7@alias.test',
    'begin 644 is how a file begins\r\nand this is none of it',
    '> -----BEGIN PGP SIGNED MESSAGE-----',
    'a line of -----BEGIN PGP MESSAGE-----',
  ]) {
    const content = plain(text);
    for (const onFind of ['refuse', 'replace'] as const) {
      const { guarded, verdict, sent } = await judge(content, { onFind });
      assert.equal(verdict, 'clean', text);
      assert.equal(sent, content);
      assert.deepEqual(guarded.kind === 'clean' && guarded.edits, []);
    }
  }
});

test('an address is found in any context, and in the forms of other programs', async () => {
  const inWords = `${ADDRESS} JANE.DOE@NEST.EXAMPLE <${ADDRESS}> mailto:${ADDRESS} (${ADDRESS}). _${ADDRESS}_`;
  const encoded =
    'jane.doe+news@nest.example jane.doe[at]nest.example jane.doe{@}nest.example jane.doe=40nest.example ' +
    'jane.doe-40nest.example %6Aane.doe%2540nest%252Eexample prvs=1234567890=jane.doe@nest.example ' +
    'bounces-17-jane.doe=nest.example@list.test SRS0=abc=T7=nest.example=jane.doe@forwarder.test ' +
    'u=https-3A__t.test_-3Fe-253Djane-252Edoe-2540nest.example u=mailto-3Ajane.doe-40nest.example ' +
    'u=https-3A__t.test_jane.doe-2Bnews-40nest.example u=https-3A__t.test_-3Fe-3Djane.doe-2540nest.example&d=DwMF ' +
    'u=https-3A__t.test_-3Fe-3Djane.doe-40nest.example-26x-3D1&d=DwMF';
  for (const text of [
    ...`${inWords} ${encoded}`.split(' '),
    `- ${ADDRESS}`,
    `text\\n${ADDRESS}\\n`,
    `=3C${ADDRESS}=3E`,
    `from ${ADDRESS}Phone: 1`,
    utf8(`\u8bf7\u53d1\u5230${ADDRESS}\u8c22\u8c22`),
    utf8(`\u90ae\u7bb1-${ADDRESS}`),
    utf8(`\u30e1\u30fc\u30eb\u306f${ADDRESS}\u3067\u3059`),
    utf8(`\u0e2d\u0e35\u0e40\u0e21\u0e25${ADDRESS}`),
    utf8(`\uba54\uc77c${ADDRESS}\ub85c`),
    'jane.doe @ nest.example',
    'jane . doe (at) nest [dot] example',
    'jane.doe AT nest DOT example',
    'j\xef\xbd\x81ne.doe\xef\xbc\xa0nest\xe3\x80\x82example',
    '\xf0\x9d\x90\xa3ane.doe@nest.example',
    'jane.do\xcc\x81e@nest.example',
    ...['', 'x', 'xy'].map((one) => `t.test/${Buffer.from(one + ADDRESS).toString('base64url')}`),
  ]) {
    assert.equal((await judge(plain(text))).verdict, `${SHOWS} 0 text/plain`, text);
  }
});

test('other spellings of the address also show the owner', async () => {
  for (const [address, text] of [
    ['jane.doe@gmail.com', 'j.a.n.e.doe@googlemail.com'],
    ['jane@icloud.com', 'jane@me.com'],
    ['jane@proton.me', 'Jane@ProtonMail.com'],
    ['jane@yandex.com', 'jane@yandex.ru'],
    ['jane+tag@nest.example', 'jane@nest.example'],
    ['prvs=1=jane@nest.example', 'jane@nest.example'],
    ['"jane doe"@nest.example', 'jane doe@nest.example'],
    ['"jane doe"@nest.example', '"jane doe"@nest.example'],
    ['j\u00f6rg@n\u00e4st.example', 'j\xc3\xb6rg@n\xc3\xa4st.example'],
    ['j\u00f6rg@n\u00e4st.example', 'jo\xcc\x88rg@xn--nst-qla.example'],
    ['j\u00f6rg@n\u00e4st.example', 'j&ouml;rg@n%C3%A4st.example'],
    ['j\u00f6rg@xn--nst-qla.example', 'j\xc3\x96RG@n\xc3\xa4st.example'],
    ['jane@stra\u00dfe.example', 'jane@STRASSE.example'],
    ['jane-d_oe@n-est.example', 'u=https-3A__t.test_-3Fe-3Djane-2Dd-5Foe-40n-2Dest.example'],
    ["o'jane@nest.example", 'u=https-3A__t.test_-3Fe-3Do-27jane-40nest.example'],
    ['r&ethan@nest.example', 'r&ethan@nest.example and r&amp;ethan@nest.example'],
    ['r&d@nest.example', 'r&amp;d@nest.example'],
    ['jane%40x@nest.example', 'jane%40x@nest.example'],
    ['office@b.de', 'o\xef\xac\x83ce@b.de'],
    ['\u7528\u6237@\u4f8b.example', '\xe7\x94\xa8\xe6\x88\xb7@\xe4\xbe\x8b.example'],
  ] as const) {
    assert.equal((await judge(plain(text), { address })).verdict, `${SHOWS} 0 text/plain`, text);
  }
  for (const [address, text] of [
    ['jane.doe@nest.example', 'janedoe@nest.example'],
    ['jane@icloud.com', 'jane@gmail.com, jane@proton.me'],
    ['a@b.de', 'ba@b.de'],
    ['ann@gmail.com', 'joann@gmail.com, x.ann@gmail.com'],
    ['ann@b.de', 'ann-4b.de, ann-400b.de, ann 40 b.de'],
  ] as const) {
    assert.equal((await judge(plain(text), { address })).verdict, 'clean', text);
  }
});

test('a message with a part that identifies its author, or cannot be decoded, is rejected', async () => {
  const types =
    'multipart/signed multipart/encrypted multipart/digest application/pgp-signature application/pkcs7-mime ' +
    'application/x-pkcs7-signature text/vcard text/x-vcard text/directory message/rfc822 text/rfc822-headers ' +
    'application/pgp message/partial application/vnd.ms-outlook application/mbox';
  const files =
    'Jane.VCF =?utf-8?B?SsO2cmcudmNm?= smime.p7s tea.msg sent.mbox 42.emlx form.oft all.pst text.pdf.sig ' +
    'jane.p7c 0x1234.asc jane.gpg';
  const octets = 'application/octet-stream';
  const rows: [type: string, verdict: string][] = [
    ...types.split(' ').map((type): [string, string] => [type, `reply-signed 0 ${type}`]),
    ...files
      .split(' ')
      .map((name): [string, string] => [`${octets}; name="${name}"`, `reply-signed 0 ${octets}`]),
    [`${octets}; name*=utf-8''J%C3%B6rg.vcf`, `reply-signed 0 ${octets}`],
    ['multipart/report', 'reply-report 0 multipart/report'],
    [`${octets}; name=winmail.dat`, `reply-mime 0 ${octets}`],
    ['application/ms-tnef', 'reply-mime 0 application/ms-tnef'],
    ['text/plain; charset=utf-7', 'reply-mime 0 text/plain'],
    ['text/plain; charset=x-nobody', 'reply-mime 0 text/plain'],
    ['text/html; charset=hz-gb-2312', 'reply-mime 0 text/html'],
    ['application/pdf; charset=x-nobody', 'clean'],
    ['text/plain; charset=iso-2022-jp', 'clean'],
    ['text/plain; charset=""', 'clean'],
    ['text', 'clean'],
    ['no-type-at-all', 'reply-mime 0 unknown'],
  ];
  for (const [type, verdict] of rows) {
    const content = typed(`${type}; boundary=b`, '--b\r\n\r\nx\r\n--b--');
    assert.equal((await judge(content)).verdict, verdict, type);
  }
  const within = mixed(part('', 'x'), part('Content-Type: application/pgp-keys', 'x'));
  assert.equal((await judge(within)).verdict, 'reply-signed 2 application/pgp-keys');
  for (const [text, verdict] of [
    ['begin 644 me.txt\r\n#86%A\r\n`\r\nend', 'reply-mime 0 text/plain'],
    ['HELLO\r\nbegin-base64 644 ME.TXT\r\nYWFH\r\n', 'reply-mime 0 text/plain'],
    ['=ybegin line=128 size=3 name=x\r\nabc\r\n=yend', 'reply-mime 0 text/plain'],
    ['hello\r\n-----BEGIN PGP MESSAGE-----\r\n', 'reply-signed 0 text/plain'],
  ] as const) {
    for (const piece of [1, 7, Infinity]) {
      assert.equal((await judge(plain(text), { piece })).verdict, verdict, text);
    }
  }
  for (const encoding of ['x-uuencode', 'base-64', '', 'base64\r\n\r\nAAAA\r\nthe company: x']) {
    const content = `Content-Transfer-Encoding: ${encoding}\r\n\r\nx\r\n`;
    assert.equal((await judge(content)).verdict, 'reply-mime 0 text/plain', encoding);
  }
});

test('a calendar that names the owner is rejected, another is not', async () => {
  const calendar = (line: string) => typed('text/calendar', `BEGIN:VCALENDAR\r\n${line}`);
  for (const line of [
    `ATTENDEE:mailto:${ADDRESS}`,
    'UID:17@nest.example',
    'ATTENDEE:mailto:jane.d\r\n oe@nest.example',
  ]) {
    for (const onFind of ['refuse', 'replace'] as const) {
      const { verdict } = await judge(calendar(line), { onFind });
      assert.equal(verdict, 'reply-signed 0 text/calendar', line);
    }
  }
  assert.equal((await judge(calendar('ATTENDEE:mailto:bob@far.test'))).verdict, 'clean');
});

test("the owner's own domain counts in text written by programs, and a provider's does not", async () => {
  for (const content of [
    mixed(part('Content-Location: http://pc.nest.example/x', 'x')),
    mixed(part('X-Host: NEST.EXAMPLE', 'x')),
    mixed(part('X-Id: part-nest.example-17', 'x')),
    mixed(part('X-Id: 17@mail.nest.example.4', 'x')),
    mixed(part(utf8('X-Id: \u5173\u4e8enest.example\u7684'), 'x')),
    mixed(part(utf8('X-Id: nest.example\uc758'), 'x')),
    mixed(part('Content-Type: image/png; name="=?utf-8?Q?nest=2Eexample?="', 'x')),
    mixed(part('', 'x')).replace('hello', 'made at nest.example'),
    `${mixed(part('', 'x'))}scanned by nest.example\r\n`,
  ]) {
    assert.match((await judge(content)).verdict, new RegExp(`^${SHOWS} `), content);
    assert.equal((await judge(content, { sharedProvider: true })).verdict, 'clean', content);
  }
  for (const name of ['honest.example', 'nest.examples', '4nest.example']) {
    assert.equal((await judge(mixed(part(`X: ${name}`, 'x')))).verdict, 'clean', name);
  }
  const unread = mixed(part('Content-Description: =?x-nobody?Q?x?=', 'x'));
  assert.equal((await judge(unread)).verdict, 'reply-mime 1 text/plain');
});

test('fields that describe the whole message are searched too', async () => {
  const rows: [field: string, verdict: string][] = [
    ['Content-Type: text/plain; name=jane.doe@nest.example.txt', `${SHOWS} 0 text/plain`],
    ['Content-Type: text/plain; name="=?x-nobody?q?a?="', 'reply-mime 0 text/plain'],
    ['Content-Transfer-Encoding: 7bit (nest.example)', `${SHOWS} 0 text/plain`],
    ['Content-Disposition: inline; filename="a nest.example"', `${SHOWS} 0 text/plain`],
    ['Content-Language: en (jane.doe@nest.example)', `${SHOWS} 0 text/plain`],
    ['Subject: nest.example', 'clean'],
  ];
  for (const [field, verdict] of rows) {
    assert.equal((await judge(`${field}\r\n\r\nx\r\n`)).verdict, verdict, field);
  }
});

test('with replacement on, each address becomes the alias, and no other octet changes', async () => {
  const options = { onFind: 'replace' } as const;
  const html = (address: string) =>
    typed('text/html; charset=utf-8', `<p>.<b>${address}</b> &amp; \xc3\xbc =41</p>\r\n.`);
  const broken = html('jane.doe<wbr>&#64;nest.example');
  assert.equal((await judge(broken)).verdict, `${SHOWS} 0 text/html`);
  assert.equal((await judge(broken, options)).sent, html(`${ALIAS}<wbr>`));
  const twice = await judge(plain(`jane.doe@${ADDRESS} and ${ADDRESS}, ${ADDRESS}`), options);
  assert.equal(twice.sent, plain(`jane.doe@${ALIAS} and ${ALIAS}, ${ALIAS}`));
});

test('UTF-16 texts are searched and replaced, in either byte order, labelled or marked', async () => {
  const address = 'j\u00f6rg@nest.example';
  for (const [charset, mark, bigEndian] of [
    ['utf-16', '\ufeff', true],
    ['utf-16le', '', false],
    ['utf-16be', '', true],
    ['utf-8', '\ufeff', false],
    ['iso-8859-1', '\ufeff', true],
  ] as const) {
    const head = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64`;
    const content = (one: string) => {
      const little = Buffer.from(`${mark}\u00fc ${one} \u00fc`, 'utf16le');
      return mixed(part(head, base64(bigEndian ? little.swap16() : little)));
    };
    assert.equal((await judge(content(address), { address })).verdict, `${SHOWS} 1 text/plain`);
    const { sent } = await judge(content(address), { address, onFind: 'replace' });
    assert.equal(sent, content(ALIAS), charset);
  }
});

test('characters of several octets next to a replaced address stay whole', async () => {
  for (const sign of ['“', '😀', '\u00a0']) {
    const content = (one: string) => {
      const text = Buffer.from(`${sign}x${sign}${one}${sign}`);
      const type = 'Content-Type: text/plain; charset=utf-8';
      return mixed(
        part(type, text.toString('latin1')),
        part(`${type}\r\nContent-Transfer-Encoding: base64`, base64(text)),
      );
    };
    const { sent } = await judge(content(ADDRESS), { onFind: 'replace' });
    assert.equal(sent, content(ALIAS), sign);
  }
});

test("the domain of the alias does not show the owner, even below the owner's own domain", async () => {
  // Of an operator who also uses the personal domain for aliases.
  const domain = 'alias.nest.example';
  const alias = `alias-1000@${domain}`;
  const inHeader = async (name: string) =>
    (await judge(mixed(part(`X-Id: ${name}`, 'x')), { alias })).verdict;
  for (const name of [domain, alias, `mx.${domain}`, 'ALIAS.Nest.Example', `see ${alias}`]) {
    assert.equal(await inHeader(name), 'clean', name);
  }
  for (const name of ['nest.example', 'mail.nest.example', `${domain}, nest.example`, ADDRESS]) {
    assert.equal(await inHeader(name), `${SHOWS} 1 text/plain`, name);
  }
  const sealId = () => `1@${domain}`;
  const content = (id: string) =>
    related(part('Content-Type: text/html', `<img src="cid:${id}">`), picture(id));
  const { sent } = await judge(content('1@nest.example'), { alias, sealId });
  assert.equal(sent, content(sealId()));
});

test('a long invitation may name the alias anywhere', async () => {
  const alias = `alias-1000@${'forwarded-mail.'.repeat(4)}nest.example`;
  const line = `ATTENDEE:mailto:${alias}\r\n`;
  for (let shift = 0; shift < line.length; shift += 8) {
    const text = `${'x'.repeat(16_000 + shift)}\r\n${line.repeat(400)}`;
    const { verdict } = await judge(typed('text/calendar', text), { alias });
    assert.equal(verdict, 'clean', String(shift));
  }
});

const base64 = (octets: Buffer) => octets.toString('base64').replaceAll(/(.{76})(?=.)/g, '$1\r\n');
