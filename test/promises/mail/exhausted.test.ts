import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ALIAS, forwardingService } from '#support/forwarding-service.ts';
import { hand, letter } from '#support/forwarding.ts';
import { ServiceProcess, SERVICE_MAIN, smallScreen } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

/** More than the limit of the process. */
const CONNECTIONS = 30;
/** Of these, 100 are reserved. */
const FEW = 160;
const CROWD = 300;

function limitDescriptors(pid: number, most: number): void {
  const run = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
  assert.equal(run.status, 0, run.stderr.toString());
}

test('without file descriptors new connections are refused, and with free ones everything works again', async (t) => {
  const { client, hop, pid, smtpPort } = await forwardingService(t);
  const sender = await client();
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  limitDescriptors(pid, descriptors);
  const late = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => SmtpClient.connect(smtpPort)),
  );
  t.after(() => late.forEach((one) => one.destroy()));
  const heard = await Promise.all(late.map((one) => one.reply().catch(() => 'closed')));
  assert.ok(heard.includes('closed'), 'not every client found room');
  assert.match(await sender.say('NOOP'), /^250 /, 'an earlier client is served');
  limitDescriptors(pid, descriptors + 100);
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.match(await hand(await client(), [ALIAS], letter('two')), /^250 /);
  assert.equal(hop.messages.length, 2);
});

test('with few file descriptors the start warns, and each client without room gets a reply', async (t) => {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const command = [
    'prlimit',
    `--nofile=${FEW}:${FEW}`,
    process.execPath,
    SERVICE_MAIN,
    smallScreen(after),
  ];
  const service = new ServiceProcess(command, tempFolder(after), {});
  after(() => service.kill());
  await service.written(/"connections":60.*the limit on open files .* is too low/);
  const { smtpPort, http } = await service.addresses();
  const clients = await Promise.all(
    Array.from({ length: CROWD }, () => SmtpClient.connect(smtpPort)),
  );
  t.after(() => clients.forEach((one) => one.destroy()));
  const heard = await Promise.all(clients.map((one) => one.reply().catch(() => 'closed')));
  const count = (code: string) => heard.filter((reply) => reply.startsWith(code)).length;
  assert.equal(count('220 ') + count('421 4.3.2 '), CROWD, 'each one gets a reply');
  // Some more on a slow machine: an idle client is replaced by a new one.
  assert.ok(count('220 ') >= FEW - 100 && count('421 4.3.2 ') > 0, heard.join(' '));
  assert.equal((await fetch(http)).status, 200, 'the screen is served meanwhile');
});
