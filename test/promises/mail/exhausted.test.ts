import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ALIAS, forwardingService } from '#support/forwarding-service.ts';
import { hand, letter } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';

/** More than the process's limit. */
const CONNECTIONS = 30;

function limitDescriptors(pid: number, most: number): void {
  const run = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
  assert.equal(run.status, 0, run.stderr.toString());
}

test('I36 without file descriptors new connections are refused, and with free ones all works again by itself', async (t) => {
  const { client, hop, pid, smtpPort } = await forwardingService(t);
  const sender = await client();
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  limitDescriptors(pid, descriptors);
  const late = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => SmtpClient.connect(smtpPort)),
  );
  t.after(() => late.forEach((one) => one.destroy()));
  const heard = await Promise.all(late.map((one) => one.reply().catch(() => 'closed')));
  assert.ok(heard.includes('closed'), 'not everybody has found room');
  assert.match(await sender.say('NOOP'), /^250 /, 'an earlier client is served');
  limitDescriptors(pid, descriptors + 100);
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.match(await hand(await client(), [ALIAS], letter('two')), /^250 /);
  assert.equal(hop.messages.length, 2);
});
