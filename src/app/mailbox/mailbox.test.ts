import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { type TestContext, test } from 'node:test';
import { systemClock } from '#time/clock.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { createLog } from '../log.ts';
import { type RunningMailbox, startMailbox } from './mailbox.ts';

const log = createLog({ write: (line) => assert.fail(line) }, false);

async function mailbox(t: TestContext): Promise<RunningMailbox> {
  const running = await startMailbox({
    host: '127.0.0.1',
    port: 0,
    maxMessageBytes: 8_000_000,
    maxInflightBytes: 32_000_000,
    aliasDomain: 'alias.test',
    site: () => 'http://localhost:3000',
    clock: systemClock,
    log,
  });
  t.after(() => running.close());
  return running;
}

/** Sends the lines as one message over a real connection; the reply to the final dot. */
async function send(running: RunningMailbox, ...lines: string[]): Promise<string> {
  const client = await SmtpClient.greeted(running.smtpPort);
  await client.sayAll('MAIL FROM:<bounce@sender.test>', 'RCPT TO:<jane@home.test>', 'DATA');
  client.send(Buffer.from(`${lines.join('\r\n')}\r\n.\r\n`));
  const verdict = await client.reply();
  assert.match(verdict, /^250 /);
  await client.say('QUIT');
  client.destroy();
  return verdict;
}

async function page(
  running: RunningMailbox,
  path = '/',
): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(`http://127.0.0.1:${running.httpPort}${path}`);
  assert.equal(answer.status, 200, path);
  return { text: await answer.text(), headers: answer.headers };
}

/** The address of the newest mail's page. */
async function newest(running: RunningMailbox): Promise<string> {
  const { text } = await page(running);
  return /href="(\/mail\/[^"]+)"/.exec(text)?.[1] ?? assert.fail('the list is empty');
}

test('a mail that was sent is in the list and can be read', async (t) => {
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

test('a mail says on its envelope who wrote it, to whom and when', async (t) => {
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
  const day = new Date('2026-11-21T14:03:00Z').toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  assert.ok(envelope.includes(`>${day}</time>`), envelope);
  assert.match(envelope, /orders@shop\.test[^]*alias-4827@alias\.test/);
  assert.match(envelope, /class="postmark"/);
  assert.match(mail, /Back to all mails[^]*<h1/, 'the way back stands first');
  assert.match(mail, /Pictures from elsewhere are not loaded\./);
});

test('a date that is none is shown as it stands', async (t) => {
  const running = await mailbox(t);
  await send(running, 'Date: <b>soon</b>', 'Subject: odd', '', 'x');
  const mail = (await page(running, await newest(running))).text;
  assert.doesNotMatch(mail, /Invalid Date|<b>soon/);
});

test('the download and the source are the mail, octet by octet', async (t) => {
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

test('an open page gets an event for each new mail', async (t) => {
  const running = await mailbox(t);
  const request = get({ port: running.httpPort, host: '127.0.0.1', path: '/events' });
  const [response] = await once(request, 'response');
  await once(response, 'data');
  const told = once(response, 'data');
  await send(running, 'Subject: hello', '', 'x');
  assert.match(String(await told), /event: mail/);
  request.destroy();
});

test('the mailbox closes although pages are open', async () => {
  const running = await startMailbox({
    host: '127.0.0.1',
    port: 0,
    maxMessageBytes: 100_000,
    maxInflightBytes: 100_000,
    aliasDomain: 'alias.test',
    site: () => 'http://localhost:3000',
    clock: systemClock,
    log,
  });
  const [response] = await once(get({ port: running.httpPort, path: '/events' }), 'response');
  response.resume();
  const ended = once(response, 'end');
  await running.close();
  await ended;
});

test('hostile HTML is put where it can neither run, nor load, nor leave', async (t) => {
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
    assert.match(
      headers.get('Content-Security-Policy') ?? '',
      /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
    );
  }
  assert.match((await page(running, path)).text, /<iframe\s+sandbox=""\s/);
  const frame = await page(running, `${path}/html`);
  assert.match(frame.text, /onerror/, 'shown as it came');
  const policy = frame.headers.get('Content-Security-Policy')?.split('; ') ?? [];
  assert.ok(
    policy.includes('sandbox') &&
      policy.includes("default-src 'none'") &&
      policy.includes('img-src data:'),
  );
  assert.ok(!policy.some((rule) => /script-src|http|\*/.test(rule)));
});

test('what is shown of a huge mail is bounded, the download is whole', async (t) => {
  const running = await mailbox(t);
  const line = 'x'.repeat(998);
  const lines = Array.from({ length: 6000 }, () => line);
  await send(
    running,
    'Subject: huge',
    ...Array.from({ length: 220 }, (_, i) => `X-${i}: ${line.slice(0, 400)}`),
    '',
    ...lines,
  );
  const path = await newest(running);
  const mail = (await page(running, path)).text;
  assert.ok(mail.length < 1_500_000, `${mail.length}`);
  assert.match(mail, /shown in part/);
  assert.match(
    (await page(running, `${path}/source`)).text,
    /\[Cut here\. The download has all \d+ octets\.\]/,
  );
  assert.ok((await page(running, `${path}/download`)).text.length > 6_000_000);
});

test('a mail that no parser should read is still listed and can be downloaded', async (t) => {
  const running = await mailbox(t);
  const nested: string[] = ['Subject: nested', 'Content-Type: multipart/mixed; boundary=b0', ''];
  for (let depth = 0; depth < 300; depth += 1) {
    nested.push(`--b${depth}`, `Content-Type: multipart/mixed; boundary=b${depth + 1}`, '');
  }
  await send(running, ...nested, 'end');
  assert.match((await page(running)).text, /nested/);
  const path = await newest(running);
  assert.match((await page(running, path)).text, /This mail has no text/);
  assert.match((await page(running, `${path}/download`)).text, /--b299/);
});

test('a mail of random octets never breaks the page', async (t) => {
  const running = await mailbox(t);
  let seed = 20261121;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed / 2 ** 32;
  };
  const words = [
    'Content-Type:',
    'multipart/mixed;boundary=a',
    '--a',
    '--a--',
    '=?utf-8?q?',
    '=ff',
    'base64',
    ' ',
    '"',
    '\t',
    'text/html',
    'From:',
    '<',
    'ü',
    ';charset=',
    'message/rfc822',
  ];
  for (let round = 0; round < 60; round += 1) {
    const lines = Array.from({ length: 30 }, () =>
      Array.from(
        { length: Math.floor(random() * 6) },
        () => words[Math.floor(random() * words.length)],
      ).join(''),
    );
    await send(running, ...lines.map((line) => line.replace(/^\./, '..')));
    await page(running, await newest(running));
  }
});

test('a page of another site that points its name at this machine reads nothing', async (t) => {
  const running = await mailbox(t);
  const request = get({
    port: running.httpPort,
    host: '127.0.0.1',
    path: '/',
    headers: { Host: 'evil.test' },
  });
  const [response] = await once(request, 'response');
  assert.equal(response.statusCode, 421);
  request.destroy();
});

test('a link to our own site can be clicked in a mail of plain text, and nothing else can', async (t) => {
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
  assert.ok(text.includes(`(${link}).`), 'what ends the sentence is no part of it');
  assert.ok(text.includes(`&quot;&gt;&lt;b&gt;${link}&quot;onclick`), 'the rest is escaped');

  const type = 'Content-Type: multipart/alternative; boundary=b';
  const parts = ['--b', '', own, '--b', 'Content-Type: text/html', '', '<p>x</p>', '--b--'];
  await send(running, 'Subject: with HTML', type, '', ...parts);
  const other = await page(running, await newest(running));
  assert.match(other.text, /verify/);
  assert.doesNotMatch(other.text, /<a [^>]*href="http/);
});

test('a mail that was dropped for newer ones is answered 404 with a sentence', async (t) => {
  const running = await mailbox(t);
  const answer = await fetch(`http://127.0.0.1:${running.httpPort}/mail/gone`);
  assert.equal(answer.status, 404);
  assert.equal(await answer.text(), 'This mail is no longer here.\n');
});

test('a code for a phone lies among the mails, with the number that it would go to', async (t) => {
  const running = await mailbox(t);
  const message = { userId: 'u', phone: '+4915112345678', code: '012345' };
  assert.ok(await running.showPhoneMessage({ ...message, channel: 'sms' }));
  assert.ok(await running.showPhoneMessage({ ...message, channel: 'whatsapp' }));
  const list = await page(running);
  assert.match(list.text, /SMS to \+4915112345678/);
  assert.match(list.text, /WhatsApp to \+4915112345678/);
  const [, path = ''] = /href="(\/mail\/[^"]+)"/.exec(list.text) ?? [];
  const mail = await page(running, path);
  assert.match(mail.text, /Your code is 012345\. It works for five minutes\./);
});
