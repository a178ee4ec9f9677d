import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, part } from './guard.fixture.ts';

test('a Content-ID of the owner is sealed, and so are the references to it', async () => {
  const id = 'part1.A1@nest.example';
  const sealed = `m.${Buffer.from(id).toString('hex')}@alias.test`;
  const other = 'image001@far.test';
  const content = (one: string, url: string) =>
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
    const { verdict, sent, guarded } = await judge(content(id, id), { sharedProvider });
    assert.equal(verdict, 'clean');
    assert.deepEqual(guarded.kind === 'clean' && [...guarded.sealedIds], [[id, sealed]]);
    const expected = content(sealed, sealed);
    assert.equal(sent.replaceAll('=\r\n', ''), expected);
  }
  const escaped = await judge(content(id, id.replace('@', '%40')));
  assert.equal(escaped.sent.replaceAll('=\r\n', ''), content(sealed, sealed));
});

test('a Content-ID that a program has written as encoded words is sealed with the references to it', async () => {
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
