import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import { factor, user } from '#store/sessions/auth-rows.fixture.ts';
import { ANON_KEY } from '#support/api.ts';
import { dueLetter } from '#support/service-surroundings.ts';
import { farReport } from '#support/far-report.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const JANE = 'jane@b.test';

test('expired rows of sessions are deleted each hour too', async (t) => {
  const { store, tick } = await serviceInProcess(t);
  const { letterBudget } = store.auth;
  await letterBudget.count({ key: 'old', times: [1], forgetAt: Date.now() - 1 }, undefined);
  await letterBudget.count({ key: 'young', times: [1], forgetAt: Date.now() + HOUR }, undefined);
  tick(HOUR);
  while ((await letterBudget.find('old')) !== undefined) await new Promise(setImmediate);
  assert.ok(await letterBudget.find('young'));
});

test('a letter that is due is retried within half a minute, also that about removed second factors; in the try-out its link can be clicked', async (t) => {
  const { running, store, shows, tick } = await serviceInProcess(t);
  const person = user(JANE);
  await store.auth.users.insert(person);
  await store.auth.factors.insert(factor(person.id, { verified: true }));
  assert.equal(await forgetFactorsOf(store.auth, person.id, Date.now()), 1);
  await dueLetter(store.auth, 'joe@b.test');
  tick(MINUTE / 2);
  await shows('veilpost_letters_total{kind="factors-forgotten",verdict="accepted"} 1');
  await shows('veilpost_letters_total{kind="magiclink",verdict="accepted"} 1');
  const mailbox = `http://127.0.0.1:${running.mailboxPort}`;
  const list = await (await fetch(mailbox)).text();
  assert.match(list, /second factors/i);
  const [, path = ''] = /href="(\/mail\/[^"]+)">\s*<span class="subject">Sign in/.exec(list) ?? [];
  const mail = await (await fetch(mailbox + path)).text();
  const link = `<a href="http://127.0.0.1:${running.httpPort}/auth/v1/verify?type=magiclink&amp;token=`;
  assert.ok(mail.includes(link), mail);
  assert.match(mail, new RegExp(`Sign in to 127\\.0\\.0\\.1:${running.httpPort}`));
});

test('a report on a letter stops letters to its address, but not to its tagged variants', async (t) => {
  const hop = await FakeNextHop.start();
  const { running, store, shows, tick } = await serviceInProcess(t, {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    PUBLIC_URL: 'https://veilpost.test',
    ANON_KEY,
  });
  t.after(() => hop.close());
  const tagged = 'jane+anything@b.test';
  await dueLetter(store.auth, tagged);
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
  assert.match(await client.say(`${farReport(tagged)}.`), /^250 /);
  const stopped = (await store.auth.letterBudget.find(key))?.stoppedUntil ?? 0;
  assert.ok(Math.abs(stopped - Date.now() - 30 * DAY) < HOUR);
  const ask = (email: string) =>
    fetch(`http://127.0.0.1:${running.httpPort}/auth/v1/otp`, {
      method: 'POST',
      headers: { apikey: ANON_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  assert.equal((await ask(tagged)).status, 429);
  assert.equal((await ask(JANE)).status, 200);
  assert.deepEqual(hop.messages[1]?.recipients, [`<${JANE}>`]);
});

test('a letter in flight at the end of the service is sent, or due at the next start', async (t) => {
  const hop = await FakeNextHop.start();
  t.after(() => hop.close());
  for (const turns of [0, 1, 2]) {
    await t.test(`${turns} turns before the end`, async (within) => {
      const { running, store, tick } = await serviceInProcess(within, {
        NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
        PUBLIC_URL: 'https://veilpost.test',
      });
      await dueLetter(store.auth, JANE);
      const before = hop.messages.length;
      tick(MINUTE / 2);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await running.close();
      const person = await store.auth.users.byEmail(JANE);
      const letter = await store.auth.oneTime.find(person?.id ?? '', 'magiclink');
      assert.ok(hop.messages.length > before || letter?.retryAt);
      within.mock.timers.reset();
    });
  }
});
