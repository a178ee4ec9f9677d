import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailbox, newest, page, send } from './running-mailbox.fixture.ts';

test('hostile HTML is shown in a frame in which it can neither run, nor load, nor navigate', async (t) => {
  const running = await mailbox(t);
  const hostile =
    '<script>parent.document.title="run"</script><img src="http://tracker.test/x.png" onerror="alert(1)">' +
    '<meta http-equiv="refresh" content="0;url=http://tracker.test/"><form action="http://tracker.test/"><base href="http://tracker.test/">';
  await send(
    running,
    'Subject: </title><script>alert(1)</script>',
    'From: "<img src=x onerror=alert(2)>" <a@b.test>',
    'Content-Type: text/html',
    '',
    hostile,
  );
  const path = await newest(running);
  for (const show of ['/', path]) {
    const { text, headers } = await page(running, show);
    assert.equal(text.match(/<script/g)?.length, 1, 'our own script alone');
    assert.doesNotMatch(text, /<img|<base|<meta http-equiv|<form/);
    const policy = headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/);
  }
  assert.match((await page(running, path)).text, /<iframe\s+sandbox=""\s/);
  const frame = await page(running, `${path}/html`);
  assert.match(frame.text, /onerror/, 'shown as it came');
  const policy = frame.headers.get('Content-Security-Policy')?.split('; ') ?? [];
  for (const rule of ['sandbox', "default-src 'none'", 'img-src data:']) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.ok(!policy.some((rule) => /script-src|http|\*/.test(rule)));
});

test('the shown part of a huge message is bounded, the download is complete', async (t) => {
  const running = await mailbox(t);
  const headers = Array.from({ length: 220 }, (_, i) => `X-${i}: ${'x'.repeat(400)}`);
  const lines = Array<string>(6000).fill('x'.repeat(998));
  await send(running, 'Subject: huge', ...headers, '', ...lines);
  const path = await newest(running);
  const mail = (await page(running, path)).text;
  assert.ok(mail.length < 1_500_000, `${mail.length}`);
  assert.match(mail, /too long to show in full/);
  assert.match(
    (await page(running, `${path}/source`)).text,
    /\[Cut here\. The download has all \d+ octets\.\]/,
  );
  assert.ok((await page(running, `${path}/download`)).text.length > 6_000_000);
});

test('a message of random bytes never breaks the page', async (t) => {
  const running = await mailbox(t);
  let seed = 20261121;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed / 2 ** 32;
  };
  const words =
    'Content-Type:|multipart/mixed;boundary=a|--a|--a--|=?utf-8?q?|=ff|base64| |"|\t|text/html|From:|<|ü|;charset=|message/rfc822'.split(
      '|',
    );
  for (let round = 0; round < 10; round += 1) {
    const word = () => words[Math.floor(random() * words.length)];
    const lines = Array.from({ length: 30 }, () =>
      Array.from({ length: Math.floor(random() * 6) }, word).join(''),
    );
    await send(running, ...lines.map((line) => line.replace(/^\./, '..')));
    await page(running, await newest(running));
  }
});
