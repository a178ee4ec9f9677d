import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, part } from './guard.fixture.ts';

const sealedOf = (id: string) => `m.${Buffer.from(id).toString('hex')}@alias.test`;

test('each Content-ID is sealed, whatever its host, and references to it too', async () => {
  const id = 'part1.A1@nest.example';
  const sealed = sealedOf(id);
  const content = (one: string, url: string, other: string) =>
    [
      'Content-Type: multipart/related; boundary="=_b"\r\n\r\n',
      part(
        'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
        `<img src=3D"cid:${url}">=3D<img src=3D"cid:${other}">`,
      ),
      part('Content-Type: text/plain', `[cid:${url}] .\r\n.x`),
      part(
        `Content-Type: image/png\r\nContent-ID: <${one}>\r\nX-Attachment-Id: ${one}\r\nContent-Transfer-Encoding: base64`,
        'AAAA',
      ),
      part(
        `Content-Type: image/png\r\nContent-ID: <${other}>\r\nContent-Transfer-Encoding: base64`,
        'AAAA',
      ),
      '--=_b--\r\n',
    ].join('');
  for (const sharedProvider of [false, true]) {
    for (const other of [
      'image001@far.test',
      '7D1C9E5A-0B@janes-laptop.fritz.box',
      'image001.png@01DC5B2A.3E4F5A60',
      'ii_mi9x2v7k0',
    ]) {
      const { verdict, sent, guarded } = await judge(content(id, id, other), { sharedProvider });
      assert.equal(verdict, 'clean');
      assert.deepEqual(guarded.kind === 'clean' && [...guarded.sealedIds], [
        [id, sealed],
        [other, sealedOf(other)],
      ]);
      const expected = content(sealed, sealed, sealedOf(other));
      assert.equal(sent.replaceAll('=\r\n', ''), expected);
    }
  }
  const escaped = await judge(content(id, id.replace('@', '%40'), 'x'));
  assert.equal(escaped.sent.replaceAll('=\r\n', ''), content(sealed, sealed, sealedOf('x')));
});

test('pictures keep their places if one identifier begins another, or is a file name', async () => {
  const content = (a: string, b: string, c: string) =>
    [
      `Content-Type: multipart/related; boundary="=_b"\r\n\r\n`,
      part(
        'Content-Type: text/html',
        `<img src="cid:${a}"><img src='cid:${b}'><img src=cid:${c}> [cid:${b}] cid:${a}. <p>image1</p>`,
      ),
      part(
        `Content-Type: image/png; name="image1"\r\nContent-ID: <${a}>\r\nX-Attachment-Id: ${a}`,
        'x',
      ),
      part(`Content-Type: image/png; name=image1.png\r\nContent-ID: (a) <${b}>`, 'x').replace(
        '(a) ',
        '',
      ),
      part(`Content-Type: image/png\r\nContent-Description: image1\r\nContent-ID: <${c}>`, 'x'),
      '--=_b--\r\n',
    ].join('');
  const ids = ['image1', 'image10', 'image1.100%25@far.test'] as const;
  const { sent } = await judge(content(...ids));
  const [a, b, c] = ids;
  assert.equal(sent, content(sealedOf(a), sealedOf(b), sealedOf(c)));
});

test('references keep naming the picture in every encoding of the text, wherever lines break', async () => {
  const id = 'A1B2-C3@janes-laptop.local';
  const content = (one: string, encoding: string, html: string) =>
    [
      'Content-Type: multipart/related; boundary="=_b"\r\n\r\n',
      part(`Content-Type: text/html\r\nContent-Transfer-Encoding: ${encoding}`, html),
      part(`Content-Type: image/png\r\nContent-ID: <${one}>`, 'x'),
      '--=_b--\r\n',
    ].join('');
  const html = (one: string) => `<p>A picture:</p><img src="cid:${one}"><p>and text</p>`;
  for (let cut = 20; cut < 60; cut++) {
    const [before, behind] = [html(id).slice(0, cut), html(id).slice(cut)];
    const quoted = (text: string) => text.replaceAll('=', '=3D');
    const broken = await judge(
      content(id, 'quoted-printable', `${quoted(before)}=\r\n${quoted(behind)}`),
    );
    assert.equal(
      broken.sent.replaceAll('=\r\n', ''),
      content(sealedOf(id), 'quoted-printable', quoted(html(sealedOf(id)))),
    );
    const octets = Buffer.from(html(id)).toString('base64');
    const lines = `${octets.slice(0, cut)}\r\n${octets.slice(cut)}`;
    const { sent } = await judge(content(id, 'base64', lines));
    const [, encoded = ''] = /base64\r\n\r\n([^-]*)\r\n--/.exec(sent) ?? [];
    assert.equal(Buffer.from(encoded, 'base64').toString(), html(sealedOf(id)));
    assert.ok(!sent.includes('janes-laptop'));
  }
});

test('if the text cannot be changed, its identifiers stay, and only those that show the owner reject the reply', async () => {
  const content = (id: string, own: string, text: string) =>
    [
      'Content-Type: multipart/related; boundary="=_b"\r\n\r\n',
      part('Content-Type: text/html', `<img src="cid:${id}">${text}`),
      part(`Content-Type: image/png\r\nContent-ID: <${id}>`, 'x'),
      part(`Content-Type: image/png\r\nContent-ID: <${own}>`, 'x'),
      '--=_b--\r\n',
    ].join('');
  const own = 'other@nest.example';
  for (const text of [`${'x'.repeat(70)}\r\n`.repeat(15_000), 'x'.repeat(960)]) {
    const { verdict, sent } = await judge(content('ii_mi9x2v7k0', own, text));
    assert.equal(verdict, 'clean');
    assert.equal(sent, content('ii_mi9x2v7k0', sealedOf(own), text));
    assert.equal((await judge(content(own, 'x', text))).verdict, 'reply-shows-address 1 text/html');
  }
});

test('a Content-ID written as encoded words is sealed, and references to it too', async () => {
  const id = 'a.long.one.of.Python.part1@nest.example';
  const sealed = `m.${Buffer.from(id).toString('hex')}@alias.test`;
  const content = (field: string, url: string) =>
    [
      'Content-Type: multipart/related; boundary="=_b"\r\n\r\n',
      part('Content-Type: text/html', `<img src="cid:${url}">`),
      part(`Content-Type: image/png\r\nContent-ID: ${field}`, 'x'),
      '--=_b--\r\n',
    ].join('');
  const words =
    '=?utf-8?q?=3Ca=2Elong=2Eone=2Eof=2EPython=2Epart1?=\r\n =?utf-8?q?=40nest=2Eexample=3E?=';
  const { sent } = await judge(content(words, id));
  assert.equal(sent, content(`<${sealed}>`, sealed));
});
