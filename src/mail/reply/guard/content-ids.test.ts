import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, part, picture, related, sealedOf, SHOWS } from './guard.fixture.ts';

test('each Content-ID is sealed, whatever its host, and references to it too', async () => {
  const id = 'part1.A1@nest.example';
  const content = (one: string, url: string, other: string) =>
    related(
      part(
        'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
        `<img src=3D"cid:${url}">=3D<img src=3D"cid:${other}">`,
      ),
      part('Content-Type: text/plain', `[cid:${url}] .\r\n.x`),
      part(`Content-Type: image/png\r\nContent-ID: <${one}>\r\nX-Attachment-Id: ${one}`, 'x'),
      picture(other),
    );
  for (const sharedProvider of [false, true]) {
    for (const other of ['image001@far.test', 'image001.png@01DC5B2A.3E4F5A60', 'ii_mi9x2v7k0']) {
      const { sent, guarded } = await judge(content(id, id, other), { sharedProvider });
      const sealed = [id, other].map((one) => [one, sealedOf(one)]);
      assert.deepEqual(guarded.kind === 'clean' && [...guarded.sealedIds], sealed);
      const expected = content(sealedOf(id), sealedOf(id), sealedOf(other));
      assert.equal(sent.replaceAll('=\r\n', ''), expected);
    }
  }
  const { sent } = await judge(content(id, id.replace('@', '%40'), 'x'));
  const escaped = content(sealedOf(id), sealedOf(id), sealedOf('x'));
  assert.equal(sent.replaceAll('=\r\n', ''), escaped);
});

test('pictures keep their places if one identifier begins another, or is a file name', async () => {
  const content = (a: string, b: string, c: string) =>
    related(
      part(
        'Content-Type: text/html',
        `<img src="cid:${a}"><img src='cid:${b}'><img src=cid:${c}> [cid:${b}] cid:${a}. <p>image1</p>`,
      ),
      part(
        `Content-Type: image/png; name="image1"\r\nContent-ID: <${a}>\r\nX-Attachment-Id: ${a}`,
        'x',
      ),
      part(`Content-Type: image/png; name=image1.png\r\nContent-ID: <${b}>`, 'x'),
      part(`Content-Type: image/png\r\nContent-Description: image1\r\nContent-ID: <${c}>`, 'x'),
    );
  const [a, b, c] = ['image1', 'image10', 'image1.100%25@far.test'] as const;
  const { sent } = await judge(content(a, b, c));
  assert.equal(sent, content(sealedOf(a), sealedOf(b), sealedOf(c)));
});

test('references keep naming the picture in every encoding of the text, wherever lines break', async () => {
  const id = 'A1B2-C3@janes-laptop.local';
  const content = (one: string, encoding: string, html: string) =>
    related(
      part(`Content-Type: text/html\r\nContent-Transfer-Encoding: ${encoding}`, html),
      picture(one),
    );
  const html = (one: string) => `<p>A picture:</p><img src="cid:${one}"><p>and text</p>`;
  const quoted = (text: string) => text.replaceAll('=', '=3D');
  const expected = content(sealedOf(id), 'quoted-printable', quoted(html(sealedOf(id))));
  const octets = Buffer.from(html(id)).toString('base64');
  for (let cut = 20; cut < 60; cut++) {
    const halves = [html(id).slice(0, cut), html(id).slice(cut)].map(quoted).join('=\r\n');
    const broken = await judge(content(id, 'quoted-printable', halves));
    assert.equal(broken.sent.replaceAll('=\r\n', ''), expected);
    const lines = `${octets.slice(0, cut)}\r\n${octets.slice(cut)}`;
    const { sent } = await judge(content(id, 'base64', lines));
    const [, encoded = ''] = /base64\r\n\r\n([^-]*)\r\n--/.exec(sent) ?? [];
    assert.equal(Buffer.from(encoded, 'base64').toString(), html(sealedOf(id)));
    assert.ok(!sent.includes('janes-laptop'));
  }
});

test('if the text cannot be changed, its identifiers stay, and only those that show the owner reject the reply', async () => {
  const content = (id: string, own: string, text: string) =>
    related(
      part('Content-Type: text/html', `<img src="cid:${id}">${text}`),
      picture(id),
      picture(own),
    );
  const own = 'other@nest.example';
  for (const text of [`${'x'.repeat(70)}\r\n`.repeat(15_000), 'x'.repeat(960)]) {
    const { sent } = await judge(content('ii_mi9x2v7k0', own, text));
    assert.equal(sent, content('ii_mi9x2v7k0', sealedOf(own), text));
    assert.equal((await judge(content(own, 'x', text))).verdict, `${SHOWS} 1 text/html`);
  }
});

test('a Content-ID written as encoded words is sealed, and references to it too', async () => {
  const id = 'a.long.one.of.Python.part1@nest.example';
  const content = (field: string, url: string) =>
    related(
      part('Content-Type: text/html', `<img src="cid:${url}">`),
      part(`Content-Type: image/png\r\nContent-ID: ${field}`, 'x'),
    );
  const words =
    '=?utf-8?q?=3Ca=2Elong=2Eone=2Eof=2EPython=2Epart1?=\r\n =?utf-8?q?=40nest=2Eexample=3E?=';
  const { sent } = await judge(content(words, id));
  assert.equal(sent, content(`<${sealedOf(id)}>`, sealedOf(id)));
});

test('a message with more identifiers than it may have parts is rejected: each text is searched for all of them', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => `\r\nContent-ID: <${count}.${i}@far.test>`).join('');
  const withIds = (...counts: number[]) =>
    related(...counts.map((count) => part(`Content-Type: image/png${many(count)}`, 'x')));
  const counts = Array.from({ length: 10 }, (_, i) => 45 + i);
  const more = [...counts, 500 - counts.reduce((sum, one) => sum + one) + 1];
  assert.equal((await judge(withIds(...counts))).verdict, 'clean');
  assert.equal((await judge(withIds(...more))).verdict, 'reply-mime 0 multipart/related');
});
