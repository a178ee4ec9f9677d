import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AuthStore } from '#store/auth/auth-store.ts';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { smallScreen } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { readBuiltScreen } from './http/built-screen.ts';
import { createLog } from './log.ts';
import { startService } from './service.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const JANE = { alias_email: 'alias-1000@alias.localhost', real_email: 'jane@b.test' };

/** The whole service within this process; what repeats, repeats when the test says so. */
async function service(t: TestContext, environment: Record<string, string> = {}) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const database = `sqlite:${join(tempFolder(after), 'veilpost.sqlite')}`;
  const config = readConfig({
    DATABASE_URL: database,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    MAILBOX_PORT: '0',
    ADMIN_PORT: '0',
    ...environment,
  });
  if (config instanceof ConfigError) throw config;
  const screen = readBuiltScreen(smallScreen(after));
  const running = await startService(config, screen, createLog({ write: () => {} }, false));
  const store = await openStore(database, { now: Date.now, log: SILENT });
  after(async () => {
    await store.close();
    await running.close();
  });
  const metrics = async () => (await fetch(`http://127.0.0.1:${running.adminPort}/metrics`)).text();
  const shows = async (line: string) => {
    while (!(await metrics()).includes(line)) await new Promise(setImmediate);
  };
  return { running, store, shows, tick: (ms: number) => t.mock.timers.tick(ms) };
}

test('aliases are counted at the start, and again each minute', async (t) => {
  const { store, shows, tick } = await service(t);
  await shows('veilpost_names_left{domain="alias.localhost"} 9000');
  await store.insertAlias(JANE);
  tick(MINUTE);
  await shows('veilpost_names_left{domain="alias.localhost"} 8999');
  await shows('veilpost_aliases{domain="alias.localhost",state="active"} 1');
});

test('what has expired in the ledger is deleted each hour, and what has not stays', async (t) => {
  const { store, tick } = await service(t);
  const entry = { code: 250, enhanced: '2.0.0' } as const;
  const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await store.remember(old, entry, Date.now() - 1);
  await store.remember(young, entry, Date.now() + HOUR);
  const ever = 0;
  assert.deepEqual(await store.recall(old, ever), entry, 'it is there until then');
  tick(HOUR);
  while ((await store.recall(old, ever)) !== undefined) await new Promise(setImmediate);
  assert.deepEqual(await store.recall(young, Date.now()), entry);
});

/** A user, and a sign-in letter of theirs that a far server wanted to see again later. */
async function deferredLetter(store: AuthStore): Promise<void> {
  const at = { createdAt: Date.now(), updatedAt: Date.now() };
  await store.users.insert({
    ...at,
    id: 'a user',
    email: JANE.real_email,
    confirmedAt: null,
    newEmail: null,
    newEmailStep: 0,
    app: '{}',
    meta: '{}',
    password: null,
    anonymous: false,
    lastSignInAt: null,
  });
  await store.oneTime.put({
    userId: 'a user',
    kind: 'magiclink',
    link: 'hash of the first link',
    code: 'hash of the first code',
    tries: 0,
    linkUntil: Date.now() + DAY,
    codeUntil: Date.now() + DAY,
    redirectTo: null,
    challenge: null,
    retryAt: Date.now() - 1,
    retries: 0,
  });
}

test('what has expired of sessions is deleted each hour too', async (t) => {
  const { store, tick } = await service(t);
  const { letterBudget } = store.auth;
  await letterBudget.count({ key: 'old', times: [1], forgetAt: Date.now() - 1 }, undefined);
  await letterBudget.count({ key: 'young', times: [1], forgetAt: Date.now() + HOUR }, undefined);
  tick(HOUR);
  while ((await letterBudget.find('old')) !== undefined) await new Promise(setImmediate);
  assert.ok(await letterBudget.find('young'));
});

test('U05 a letter that is due is sent again within half a minute; in the try-out its link can be clicked', async (t) => {
  const { running, store, shows, tick } = await service(t);
  await deferredLetter(store.auth);
  tick(MINUTE / 2);
  await shows('veilpost_letters_total{kind="magiclink",verdict="accepted"} 1');
  const mailbox = `http://127.0.0.1:${running.mailboxPort}`;
  const list = await (await fetch(mailbox)).text();
  const path = /href="(\/mail\/[^"]+)"/.exec(list)?.[1] ?? assert.fail('the list is empty');
  const mail = await (await fetch(mailbox + path)).text();
  const link = `<a href="http://127.0.0.1:${running.httpPort}/auth/v1/verify?type=magiclink&amp;token=`;
  assert.ok(mail.includes(link), mail);
  assert.match(mail, new RegExp(`Sign in to 127\\.0\\.0\\.1:${running.httpPort}`));
});

test('U06 a report on a letter, heard by the mail server, stops letters to its address', async (t) => {
  const hop = await FakeNextHop.start();
  const { running, store, shows, tick } = await service(t, {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    NEW_DATABASE: 'allow',
    PUBLIC_URL: 'https://veilpost.test',
  });
  t.after(() => hop.close());
  await deferredLetter(store.auth);
  tick(MINUTE / 2);
  await hop.until(() => hop.messages.length === 1);
  await shows('veilpost_letters_total{kind="magiclink",verdict="accepted"} 1');
  const [letter] = hop.messages;
  assert.match(letter?.octets.toString() ?? '', /https:\/\/veilpost\.test\/auth\/v1\/verify\?/);
  const [, path = '', key = ''] =
    /^MAIL FROM:<(note=[^>]*=([^@]*)@[^>]*)>/.exec(letter?.mail ?? '') ?? [];
  const client = await SmtpClient.greeted(running.smtpPort);
  t.after(() => client.destroy());
  await client.sayAll('MAIL FROM:<>', `RCPT TO:<${path}>`, 'DATA');
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b';
  const status = [
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    'Status: 5.1.1',
  ];
  const report = ['From: a@b.test', type, '', ...status, '--b--', '.'].join('\r\n');
  assert.match(await client.say(report), /^250 /);
  const stopped = (await store.auth.letterBudget.find(key))?.stoppedUntil ?? 0;
  assert.ok(Math.abs(stopped - Date.now() - 30 * DAY) < HOUR);
});

test('every server of the service sends the security headers', async (t) => {
  const { running } = await service(t);
  for (const port of [running.httpPort, running.adminPort, running.mailboxPort]) {
    const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', String(port));
    assert.equal(headers.get('x-content-type-options'), 'nosniff', String(port));
  }
});

/** Replies to six different names that nobody has. */
async function guesses(t: TestContext, smtpPort: number): Promise<string[]> {
  const client = await SmtpClient.greeted(smtpPort);
  t.after(() => client.destroy());
  await client.say('MAIL FROM:<>');
  const codes: string[] = [];
  for (let number = 2000; number < 2006; number++) {
    codes.push((await client.say(`RCPT TO:<alias-${number}@alias.localhost>`)).slice(0, 3));
  }
  return codes;
}

test('names are guessed no more than five times, unless RATE_LIMITS is off', async (t) => {
  const { running, store } = await service(t);
  await store.insertAlias(JANE);
  const codes = await guesses(t, running.smtpPort);
  assert.deepEqual(codes, ['550', '550', '550', '550', '550', '421']);
});

test('with RATE_LIMITS off nobody is stopped', async (t) => {
  const { running, store } = await service(t, { RATE_LIMITS: 'off' });
  await store.insertAlias(JANE);
  const codes = await guesses(t, running.smtpPort);
  assert.deepEqual(codes, Array(6).fill('550'));
});
