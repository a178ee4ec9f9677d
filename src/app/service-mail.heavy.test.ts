import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import { openStore } from '#store/open.ts';
import { factor, user } from '#store/sessions/auth-rows.fixture.ts';
import { testDatabase } from '#support/database.ts';
import { FakeNextHop, SILENCE } from '#support/fake-next-hop.ts';
import { farReport } from '#support/far-report.ts';
import { hand, letter } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { dueLetter } from '#support/service-surroundings.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const JANE = 'jane@b.test';
const ALIAS = 'alias-4827@alias.localhost';

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

test('a report on a letter stops letters to its address', async (t) => {
  const hop = await FakeNextHop.start();
  const { running, store, shows, tick } = await serviceInProcess(t, {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    PUBLIC_URL: 'https://veilpost.test',
  });
  t.after(() => hop.close());
  const tagged = 'jane+anything@b.test';
  await dueLetter(store.auth, tagged);
  tick(MINUTE / 2);
  await hop.until(() => hop.messages.length === 1);
  await shows('veilpost_letters_total{kind="magiclink",verdict="accepted"} 1');
  const [sent] = hop.messages;
  assert.match(sent?.octets.toString() ?? '', /https:\/\/veilpost\.test\/auth\/v1\/verify\?/);
  const [, path = '', key = ''] =
    /^MAIL FROM:<(note=[^>]*=([^@]*)@[^>]*)>/.exec(sent?.mail ?? '') ?? [];
  const client = await SmtpClient.greeted(running.smtpPort);
  t.after(() => client.destroy());
  await client.sayAll('MAIL FROM:<>', `RCPT TO:<${path}>`, 'DATA');
  assert.match(await client.say(`${farReport(tagged)}.`), /^250 /);
  const stopped = (await store.auth.letterBudget.find(key))?.stoppedUntil ?? 0;
  assert.ok(Math.abs(stopped - Date.now() - 30 * DAY) < HOUR);
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
      const waiting = await store.auth.oneTime.find(person?.id ?? '', 'magiclink');
      assert.ok(hop.messages.length > before || waiting?.retryAt);
      within.mock.timers.reset();
    });
  }
});

/** A service that confirms addresses, before a next hop of the test, with an alias from before the confirmation. */
async function confirmingService(t: TestContext, environment: Record<string, string> = {}) {
  const hop = await FakeNextHop.start();
  t.after(() => hop.close());
  const DATABASE_URL = await testDatabase((cleanUp) => t.after(cleanUp));
  const before = await openStore(DATABASE_URL, { now: () => Date.now() - HOUR, log: SILENT });
  await before.insertAlias({ real_email: JANE, alias_email: ALIAS });
  const { alias } = (await before.aliasByAddress(ALIAS)) ?? assert.fail(ALIAS);
  t.after(() => before.close());
  const service = await serviceInProcess(t, {
    DATABASE_URL,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    PUBLIC_URL: 'https://veilpost.test',
    ...environment,
  });
  return { ...service, hop, alias, store: before };
}

test('the first message to an earlier alias sends its owner one letter, which confirms it; later messages send none', async (t) => {
  const { hop, client, store, running } = await confirmingService(t);
  const mail = await client();
  const subjects = () =>
    hop.messages.map(({ octets }) => /^Subject: (.*?)\r$/m.exec(octets.toString())?.[1]);
  assert.match(await hand(mail, [ALIAS], letter('first')), /^250 /);
  await hop.until(() => hop.messages.length === 2);
  assert.match(await hand(mail, [ALIAS], letter('second')), /^250 /);
  const asks = `Confirm your address for ${ALIAS}`;
  assert.deepEqual(new Set(subjects()), new Set([asks, 'first', 'second']));
  const asked = hop.messages.find(({ octets }) => octets.includes(asks));
  const text = asked?.octets.toString() ?? '';
  const [, token_hash] = /^https:\/\/veilpost\.test\/#confirm=([\w-]{43})\r$/m.exec(text) ?? [];
  const { call } = browserAt(`http://127.0.0.1:${running.httpPort}`);
  const answer = await call('POST', '/auth/v1/verify', { type: 'email', token_hash });
  assert.equal(answer.status, 200);
  assert.ok((await store.aliasByAddress(ALIAS))?.state.confirmedAt);
  // A letter caused by this message would have left before the next one arrives.
  assert.match(await hand(mail, [ALIAS], letter('third')), /^250 /);
  assert.equal(subjects().filter((subject) => subject === asks).length, 1);
});

test('the history of mail is written after ten seconds, and kept for seven days', async (t) => {
  const { client, store, alias, tick } = await confirmingService(t);
  await store.owners.confirm(JANE, Date.now());
  const old = { aliasId: alias.id, kind: 'refused', domain: 'a.test', reason: 'full' };
  const at = Date.now() - 7 * DAY;
  const event = { ...old, code: null, host: null };
  await store.history.add([
    { ...event, at: at - HOUR },
    { ...event, at: at + HOUR },
  ]);
  assert.match(await hand(await client(), [ALIAS], letter('arrives')), /^250 /);
  assert.deepEqual((await store.history.of(alias.id)).days, []);
  tick(10 * SECOND);
  const history = () => store.history.of(alias.id);
  while ((await history()).days[0]?.delivered !== 1) await new Promise(setImmediate);
  tick(HOUR);
  while ((await history()).events.length > 1) await new Promise(setImmediate);
  assert.equal((await history()).events[0]?.at, at + HOUR);
});

test('the history of mail is written when the service ends, and not at all with HISTORY=off', async (t) => {
  for (const [HISTORY, days] of [
    ['on', 1],
    ['off', 0],
  ] as const) {
    await t.test(HISTORY, async (each) => {
      const { client, store, alias, running } = await confirmingService(each, { HISTORY });
      await store.owners.confirm(JANE, Date.now());
      assert.match(await hand(await client(), [ALIAS], letter('arrives')), /^250 /);
      await running.close();
      assert.equal((await store.history.of(alias.id)).days.length, days);
    });
  }
});

test('the history of mail is written while the service ends, even if the last message takes long', async (t) => {
  const { hop, client, store, alias, running, tick } = await confirmingService(t);
  await store.owners.confirm(JANE, Date.now());
  const isThere = Promise.withResolvers<void>();
  const silent = () => {
    isThere.resolve();
    return SILENCE;
  };
  hop.script = { dot: (nth) => (nth === 1 ? silent() : undefined) };
  const mail = await client();
  assert.match(await hand(mail, [ALIAS], letter('arrives')), /^250 /);
  const last = hand(mail, [ALIAS], letter('takes long'));
  await isThere.promise;
  const closed = running.close();
  tick(10 * SECOND);
  const delivered = async () => (await store.history.of(alias.id)).days[0]?.delivered;
  while ((await delivered()) !== 1) await new Promise(setImmediate);
  hop.say('250 2.0.0 at last');
  assert.match(await last, /^250 /);
  await closed;
  assert.equal(await delivered(), 2);
});
