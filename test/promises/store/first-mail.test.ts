import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isObject } from '#api/body.ts';
import type { Alias } from '#store/store.ts';
import { CHILD_ENVIRONMENT } from '#support/service-process.ts';
import { testDatabase } from '#support/database.ts';
import { browserAt } from '#support/owners-key.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';

const SEND = fileURLToPath(new URL('../../../scripts/mail.ts', import.meta.url));

/** The service after `npm start`, and a visitor's actions on it. */
async function visit(t: TestContext, environment: Record<string, string> = {}) {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const DATABASE_URL = await testDatabase(after);
  const { running } = await nodeInProcess(t, { DATABASE_URL, ...environment });
  after(() => running.close());
  const { http, smtpPort, mailbox } = addressesOf(running);
  const { call } = browserAt(http, { Prefer: 'return=representation' });
  return {
    call,
    mailbox: async (path = '/') => (await fetch(`${mailbox}${path}`)).text(),
    /** `npm run mail -- ALIAS`: its output, and its exit code. */
    mail: async (alias: string) => {
      const run = promisify(execFile)(process.execPath, [SEND, alias], {
        env: { ...CHILD_ENVIRONMENT, SMTP_PORT: String(smtpPort) },
      });
      return await run.then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (failed: { code: number; stdout: string; stderr: string }) => failed,
      );
    },
    alias: async (): Promise<Alias> => {
      const row = { real_email: 'jane@home.example', alias_email: 'alias-4827@alias.localhost' };
      const answer = await call('POST', '/rest/v1/aliases', { ...row, active: true });
      assert.equal(answer.status, 201);
      const [alias]: Alias[] = Array.isArray(answer.json) ? answer.json : [];
      return alias ?? assert.fail('no row');
    },
  };
}

test('a visitor takes an alias, sends it a first message, and finds it in the try-out mailbox', async (t) => {
  const { alias, mail, mailbox } = await visit(t);
  const { alias_email } = await alias();
  const { code, stdout } = await mail(alias_email);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^< 250 2\.0\.0 Delivered \w{10}$/m);
  const said = stdout.split('\n').filter((line) => line.startsWith('>'));
  assert.deepEqual(said.slice(3, 7), [
    '> DATA',
    '> From: First Mail <first.mail@sender.example>',
    `> To: <${alias_email}>`,
    '> Subject: A first mail',
  ]);
  assert.doesNotMatch(
    stdout,
    /jane|home\.example/,
    'the sender learns nothing of the real address',
  );
  const list = await mailbox();
  assert.match(list, /A first mail/);
  assert.match(list, /jane@home\.example/);
  const path = /href="(\/mail\/[^"]+)"/.exec(list)?.[1] ?? '';
  assert.match(await mailbox(`${path}/download`), /Delivered-To: alias-4827@alias\.localhost\r\n/);
});

test("an address of this service can be no one's real address", async (t) => {
  const names = { MAIL_HOST: 'mail.example.org', BOUNCE_DOMAIN: 'back.example.org' };
  const { call } = await visit(t, names);
  const alias_email = 'alias-4827@alias.localhost';
  const statusFor = async (domain: string) =>
    (await call('POST', '/rest/v1/aliases', { real_email: `x@${domain}`, alias_email })).status;
  const ours = ['Alias.localhost', 'Mail.example.org', 'Back.example.org', 'y.Back.example.org'];
  for (const domain of ours) assert.equal(await statusFor(domain), 400, domain);
  assert.equal(await statusFor('example.org'), 201);
});

test('a test mail takes the same path, and its receipt names the delivery', async (t) => {
  const { alias, call, mailbox } = await visit(t);
  const { id } = await alias();
  const letter = { alias_id: id, subject: 'Grüße', message: 'Do you read me?' };
  const answer = await call('POST', '/functions/v1/send-test-mail', letter);
  assert.equal(answer.status, 200);
  assert.ok(isObject(answer.json));
  assert.equal(answer.json.code, 250);
  assert.match(await mailbox(), /Grüße/);
});

test('the script for a first message names the missing part', async (t) => {
  const { mail } = await visit(t);
  assert.match((await mail('')).stderr, /^Which alias\? For example: npm run mail -- alias-/);
});
