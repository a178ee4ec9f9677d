import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mailboxKey, OF_MAILBOX, TestMailLimit } from '#api/functions/test-mail-limit.ts';
import { limiting, THREE_LOOKUPS } from '#api/limits/limiting.fixture.ts';
import { openStore } from '#store/open.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';

const warnings: string[] = [];
const silent = () => {};
const warn = (_: object, text: string) => void warnings.push(text);
const log = { info: silent, warn, error: silent };

/** A stopped clock, and exchanges only when a test triggers them. */
const stopTime = (t: TestContext) =>
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_800_000_000_000 });

/** The connections of two nodes to one database, under a stopped clock. */
async function twoNodes(t: TestContext, name: string) {
  stopTime(t);
  const url = await postgresDatabase(name);
  const store = await openStore(url, { now: Date.now, log });
  const [here, there] = [await openSharedCounts(url), await openSharedCounts(url)];
  assert.ok(here && there);
  const end = () => Promise.all([store.close(), here.close(), there.close()]);
  return { here, there, end };
}

test('two nodes share the counts of wider blocks, and the checks of a creation', async (t) => {
  const { here, there, end } = await twoNodes(t, 'limits_wider');
  const [one, two] = [here, there].map((shared) => limiting({ limits: THREE_LOOKUPS, shared }));
  assert.ok(one && two);
  for (let i = 1; i <= 6; i += 1) {
    assert.equal(one.take('lookup', `2001:db8:1:${i}00::1`), 0);
  }
  for (let i = 0; i < 20; i += 1) assert.equal(one.take('exists', '203.0.113.1'), 0);
  await one.exchange();
  for (const call of ['lookup', 'exists'] as const) {
    const address = call === 'lookup' ? '2001:db8:1:aa00::1' : '203.0.113.1';
    two.take(call, address);
    await two.exchange();
    assert.ok(two.take(call, address) > 0, call);
  }
  one.created('203.0.113.1');
  await one.exchange();
  two.created('203.0.113.1');
  await two.exchange();
  assert.equal(two.take('exists', '203.0.113.1'), 0);
  for (const limit of [one, two]) limit.close();
  await end();
});

test('five test mails a day and mailbox, on all nodes together, and across a restart', async (t) => {
  const { here, there, end } = await twoNodes(t, 'limits_mailboxes');
  const nodeOn = (counts: typeof here) =>
    new TestMailLimit(OF_MAILBOX, { shared: counts, log, now: Date.now });
  const [one, two] = [nodeOn(here), nodeOn(there)];
  const jane = mailboxKey('jane@mailbox.test');
  for (const node of [one, two, one, two]) assert.equal(await node.begin(jane), 0);
  const fifth = [one, two].map((node) => node.begin(mailboxKey('jane+tag@mailbox.test')));
  assert.equal((await Promise.all(fifth)).filter((wait) => wait === 0).length, 1);
  await one.end(jane, false);
  assert.equal(await two.begin(jane), 0, 'a mail that did not arrive does not count');
  for (const node of [one, two, nodeOn(here)]) {
    assert.equal(await node.begin(jane), 86_400);
  }
  warnings.length = 0;
  await end();
  const john = mailboxKey('john@mailbox.test');
  for (let i = 0; i < 5; i += 1) assert.equal(await one.begin(john), 0, 'alone it goes on');
  assert.ok((await one.begin(john)) > 0);
  assert.match(warnings.join(), /cannot share test mail counts/);
});

test('a window that is over begins again, and is deleted in the end', async () => {
  const url = await postgresDatabase('limits_windows');
  await (await openStore(url, { now: Date.now, log })).close();
  const shared = await openSharedCounts(url);
  assert.ok(shared);
  const add = (uses: number, now: number) => shared.add('key', uses, { ms: 1000, now });
  assert.deepEqual(await add(3, 5000), { uses: 3, until: 6000 });
  assert.deepEqual(await add(-1, 5999), { uses: 2, until: 6000 });
  await shared.forget(6000);
  assert.deepEqual(await add(1, 5999), { uses: 3, until: 6000 }, 'too early');
  assert.deepEqual(await add(1, 6000), { uses: 1, until: 7000 });
  await shared.forget(7001);
  assert.deepEqual(await add(2, 6500), { uses: 2, until: 7500 });
  await shared.close();
});
