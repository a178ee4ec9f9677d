import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { test } from 'node:test';
import { mailbox, newest, openMailbox, page, send } from './running-mailbox.fixture.ts';

test('a message that was sent is in the list and can be read', async (t) => {
  const running = await mailbox(t);
  assert.match((await page(running)).text, /No mail yet/);
  const verdict = await send(
    running,
    'From: =?utf-8?q?J=C3=B6rg?= <joerg@sender.test>',
    'To: alias-1234@alias.test',
    'Subject: =?utf-8?b?R3LDvMOfZQ==?=',
    '',
    'First line',
    '..a line with a dot',
  );
  assert.equal(verdict, '250 2.0.0 Kept in the try-out mailbox');
  const list = (await page(running)).text;
  assert.match(list, /Grüße/);
  assert.match(list, /Jörg &lt;joerg@sender.test&gt;/);
  assert.match(list, /jane@home\.test/);
  const mail = (await page(running, await newest(running))).text;
  assert.match(mail, /First line\n\.a line with a dot/);
  assert.match(mail, /Subject: =\?utf-8\?b\?/, 'the header as it stands');
  assert.match(mail, /bounce@sender\.test/);
});

test('a message shows on its envelope who wrote it, to whom and when', async (t) => {
  const running = await mailbox(t);
  await send(
    running,
    'From: Shop <orders@shop.test>',
    'To: alias-4827@alias.test',
    'Date: Sat, 21 Nov 2026 14:03:00 +0000',
    'Subject: Your order',
    'Content-Type: text/html',
    '',
    '<p>x</p>',
  );
  const mail = (await page(running, await newest(running))).text;
  const envelope = /<section class="envelope">([^]*?)<\/section>/.exec(mail)?.[1] ?? '';
  const written = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const day = new Date('2026-11-21T14:03:00Z').toLocaleString('en-GB', written);
  assert.ok(envelope.includes(`>${day}</time>`), envelope);
  assert.match(envelope, /orders@shop\.test[^]*alias-4827@alias\.test/);
  assert.match(envelope, /class="postmark"/);
  assert.match(mail, /Back to all messages[^]*<h1/, 'the way back stands first');
  assert.match(mail, /Pictures from elsewhere are not loaded\./);
});

test('the list and the page of a message load the style of everything on them', async (t) => {
  const running = await mailbox(t);
  await send(running, 'Subject: hello', 'Content-Type: text/html', '', '<p>hello</p>');
  for (const path of ['/', await newest(running)]) {
    const { text } = await page(running, path);
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
    let styles = '';
    for (const [, href] of sheets) styles += (await page(running, href)).text;
    const classes = [...text.matchAll(/class="([^"]+)"/g)].flatMap((match) => match[1]?.split(' '));
    assert.ok(classes.length > 10, path);
    for (const name of classes) assert.match(styles, new RegExp(`\\.${name}\\b`), path);
  }
});

test('the download and the source are the message, byte by byte', async (t) => {
  const running = await mailbox(t);
  await send(running, 'Subject: dots', '', '..', '...two', 'end \t');
  const path = await newest(running);
  const download = await page(running, `${path}/download`);
  assert.equal(download.text, 'Subject: dots\r\n\r\n.\r\n..two\r\nend \t\r\n');
  assert.equal(download.headers.get('Content-Type'), 'message/rfc822');
  assert.match(
    download.headers.get('Content-Disposition') ?? '',
    /^attachment; filename="mail-\w{8}\.eml"$/,
  );
  assert.equal((await page(running, `${path}/source`)).text, download.text);
});

test('an open page gets an event for each new message, and ends when the mailbox closes', async () => {
  const running = await openMailbox();
  const request = get({ port: running.httpPort, host: '127.0.0.1', path: '/events' });
  const [response] = await once(request, 'response');
  await once(response, 'data');
  const told = once(response, 'data');
  await send(running, 'Subject: hello', '', 'x');
  assert.match(String(await told), /event: mail/);
  const ended = once(response, 'end');
  await running.close();
  await ended;
});

test('a page of another site that points its name at this machine can read nothing', async (t) => {
  const running = await mailbox(t);
  const headers = { Host: 'evil.test' };
  const request = get({ port: running.httpPort, host: '127.0.0.1', path: '/', headers });
  const [response] = await once(request, 'response');
  assert.equal(response.statusCode, 421);
  request.destroy();
});

test('in plain text only links to our own site can be clicked', async (t) => {
  const running = await mailbox(t);
  const own = 'http://localhost:3000/auth/v1/verify?type=magiclink&token=x-y_z';
  const foreign = [
    'http://evil.test/',
    'http://localhost:3000.evil.test/',
    'http://localhost:3000@evil.test/',
    'http://localhost:30001/',
    'https://localhost:3000/',
    'http://evil.test/?http://localhost:3000/',
    'javascript:http://localhost:3000/',
  ];
  const lines = ['Press:', own, `Or (${own}).`, `"><b>${own}"onclick="x"`, ...foreign];
  await send(running, 'Subject: plain', '', ...lines);
  const { text } = await page(running, await newest(running));
  const href = own.replace('&', '&amp;');
  const links = text.match(/<a [^>]*href="http[^>]*>[^<]*<\/a>/g);
  const link = `<a href="${href}" target="_blank" rel="noopener noreferrer">${href}</a>`;
  assert.deepEqual(links, [link, link, link]);
  assert.ok(text.includes(`(${link}).`), 'the end of the sentence is no part of it');
  assert.ok(text.includes(`&quot;&gt;&lt;b&gt;${link}&quot;onclick`), 'the rest is escaped');

  const type = 'Content-Type: multipart/alternative; boundary=b';
  const parts = ['--b', '', own, '--b', 'Content-Type: text/html', '', '<p>x</p>', '--b--'];
  await send(running, 'Subject: with HTML', type, '', ...parts);
  const other = await page(running, await newest(running));
  assert.match(other.text, /verify/);
  assert.doesNotMatch(other.text, /<a [^>]*href="http/);
});

test('a message that was dropped for newer ones is answered 404 with a sentence', async (t) => {
  const running = await mailbox(t);
  const answer = await fetch(`http://127.0.0.1:${running.httpPort}/mail/gone`);
  assert.equal(answer.status, 404);
  assert.equal(await answer.text(), 'This message is no longer here.\n');
});

test('a code for a phone is shown among the messages, with the number that it would go to', async (t) => {
  const running = await mailbox(t);
  const message = { userId: 'u', phone: '+4915112345678', code: '012345' };
  for (const [channel, by] of [
    ['sms', 'SMS'],
    ['whatsapp', 'WhatsApp'],
  ] as const) {
    assert.ok(await running.showPhoneMessage({ ...message, channel }));
    const mail = await page(running, await newest(running));
    assert.match(mail.text, new RegExp(`<h1[^>]*>${by} to \\+4915112345678<`));
    assert.match(mail.text, /Your code is 012345\. It works for five minutes\./);
  }
});
