import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ALIAS, forwardingService } from '#support/service-process.ts';
import { hand, letter } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';

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

test('with few file descriptors the start warns, each client without room gets a reply, and a crowd of idle ones from 20 address blocks does not block mail', async (t) => {
  const few = ['prlimit', `--nofile=${FEW}:${FEW}`];
  const { hop, service, smtpPort, http } = await forwardingService(t, {}, few);
  await service.written(/"connections":60.*the limit on open files .* is too low/);
  const clients = await Promise.all(
    Array.from({ length: CROWD }, (_, i) =>
      SmtpClient.connect(smtpPort, `127.0.${1 + (i % 20)}.1`),
    ),
  );
  t.after(() => clients.forEach((one) => one.destroy()));
  const heard = await Promise.all(clients.map((one) => one.reply().catch(() => 'closed')));
  const count = (code: string) => heard.filter((reply) => reply.startsWith(code)).length;
  assert.equal(count('220 ') + count('421 4.3.2 '), CROWD, 'each one gets a reply');
  // Some more on a slow machine: an idle client is replaced by a new one.
  assert.ok(count('220 ') >= FEW - 100 && count('421 4.3.2 ') > 0, heard.join(' '));
  assert.equal((await fetch(http)).status, 200, 'the screen is served meanwhile');
  let newcomer = await SmtpClient.connect(smtpPort, '127.0.21.1');
  // The answer is 421 until a connection has been idle for a second.
  while (!(await newcomer.reply()).startsWith('220')) {
    await pause(50);
    newcomer = await SmtpClient.connect(smtpPort, '127.0.21.1');
    clients.push(newcomer);
  }
  await newcomer.say('EHLO client.test');
  assert.match(await hand(newcomer, [ALIAS], letter('one')), /^250 /);
  assert.equal(hop.messages.length, 1);
});
