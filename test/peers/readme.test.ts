import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { hand } from '#support/forwarding.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { peerFolder } from './folder.ts';
import { run } from './program.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const ALIAS = 'alias-1234@alias.localhost';

test("the README's two calls of curl take an alias, and mail to it is forwarded", async () => {
  const service = ServiceProcess.start(after, peerFolder(after));
  const { http, smtpPort, mailbox } = await service.addresses();
  const [, commands = ''] = /```sh\n(key=.*?)```/s.exec(README) ?? [];
  const script = commands.replaceAll('http://127.0.0.1:3000', http);
  const { code, output } = await run('sh', ['-e', '-c', script]);
  assert.equal(code, 0, output);
  const client = await SmtpClient.greeted(smtpPort);
  assert.match(
    await hand(client, [ALIAS], 'Subject: first\r\nFrom: a@b.test\r\n\r\nx\r\n'),
    /^250 /,
  );
  client.destroy();
  assert.match(await (await fetch(mailbox)).text(), /first/);
});
