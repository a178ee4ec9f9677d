import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { FakeNextHop, SILENCE } from '#support/fake-next-hop.ts';
import { hand, letter } from '#support/forwarding.ts';
import { testDatabase } from '#support/database.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { SILENT } from '#support/silent-log.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALIAS = 'alias-4827@alias.localhost';
const REAL = 'jane@mailbox.test';

/** A service that confirms addresses, before a next hop of the test, with an alias from before the confirmation. */
async function confirmingService(t: TestContext, environment: Record<string, string> = {}) {
  const hop = await FakeNextHop.start();
  t.after(() => hop.close());
  const DATABASE_URL = await testDatabase((cleanUp) => t.after(cleanUp));
  const before = await openStore(DATABASE_URL, { now: () => Date.now() - HOUR, log: SILENT });
  await before.insertAlias({ real_email: REAL, alias_email: ALIAS });
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
  const site = `http://127.0.0.1:${running.httpPort}`;
  const apikey = /"key":"([^"]+)"/.exec(await (await fetch(site)).text())?.[1] ?? '';
  const answer = await fetch(`${site}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'email', token_hash }),
  });
  assert.equal(answer.status, 200);
  assert.ok((await store.aliasByAddress(ALIAS))?.state.confirmedAt);
  // A letter caused by this message would have left before the next one arrives.
  assert.match(await hand(mail, [ALIAS], letter('third')), /^250 /);
  assert.equal(subjects().filter((subject) => subject === asks).length, 1);
});

test('the history of mail is written after ten seconds, and kept for seven days', async (t) => {
  const { client, store, alias, tick } = await confirmingService(t);
  await store.owners.confirm(REAL, Date.now());
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
      await store.owners.confirm(REAL, Date.now());
      assert.match(await hand(await client(), [ALIAS], letter('arrives')), /^250 /);
      await running.close();
      assert.equal((await store.history.of(alias.id)).days.length, days);
    });
  }
});

test('the history of mail is written while the service ends, even if the last message takes long', async (t) => {
  const { hop, client, store, alias, running, tick } = await confirmingService(t);
  await store.owners.confirm(REAL, Date.now());
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
