import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { LETTER_LIMITS, type LetterLimits, tryOutLimits } from '#rules/letter-budget.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { SILENT } from '#support/silent-log.ts';
import type { Requester } from './letter-port.ts';
import { LetterBudget } from './letter-budget.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JANE = 'jane.doe@mailbox.test';
const HERE = { address: '192.0.2.7' };

async function budget(t: TestContext, limits: LetterLimits = LETTER_LIMITS) {
  const clock = new FakeClock();
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now: clock.date, log: SILENT });
  t.after(() => store.close());
  const node = () =>
    new LetterBudget({
      store: store.auth.letterBudget,
      keys: [createSecretKey('a key for tests', 'utf8')],
      limits,
      now: clock.date,
    });
  const one = node();
  const ask = (address = JANE, from: Requester = HERE) => one.spend([address], from);
  return { clock, store: store.auth.letterBudget, one, node, ask };
}

const letters = (seconds: number) => ({ limit: 'letters', seconds });
const block = (seconds: number) => ({ limit: 'block', seconds });
const numbered = (i: number, domain = 'gmail.com') => `person${i}@${domain}`;

test('U07 any address: one a minute, with the wait in whole seconds', async (t) => {
  const { clock, one, ask } = await budget(t);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  assert.deepEqual(await ask(), letters(60));
  clock.advance(58_500);
  assert.deepEqual(await ask(), letters(2));
  clock.advance(1499);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  assert.equal(await ask(), undefined);
});

test('U07 an address that never used a letter: one a day, two in 30 days, then one a month for ever', async (t) => {
  const { clock, ask } = await budget(t);
  assert.equal(await ask(), undefined);
  assert.deepEqual(await ask(), letters(DAY / SECOND));
  clock.advance(DAY - 1);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  for (let month = 0; month < 8; month++) {
    assert.equal(await ask(), undefined);
    assert.deepEqual(await ask(), letters((30 * DAY) / SECOND));
    clock.advance(30 * DAY - 1);
    assert.deepEqual(await ask(), letters(1));
    clock.advance(1);
  }
});

test('an address that never used a letter begins anew after 180 quiet days', async (t) => {
  const { clock, ask } = await budget(t);
  for (let i = 0; i < 2; i++) {
    assert.equal(await ask(), undefined);
    clock.advance(DAY);
  }
  clock.advance(180 * DAY);
  for (let i = 0; i < 2; i++) {
    assert.equal(await ask(), undefined);
    clock.advance(DAY);
  }
  assert.deepEqual(await ask(), letters((29 * DAY) / SECOND));
});

test('the new address of a change gets one letter a month after two that nobody used', async (t) => {
  const { clock, one, ask } = await budget(t);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  const change = () => one.spend([JANE, 'new@mailbox.test'], HERE);
  for (let i = 0; i < 2; i++) {
    clock.advance(DAY);
    assert.equal(await change(), undefined);
  }
  clock.advance(DAY);
  assert.deepEqual(await change(), letters((29 * DAY) / SECOND));
  clock.advance(29 * DAY);
  assert.equal(await change(), undefined);
});

test('U08 letters to invented neighbours keep no owner of the domain from a letter', async (t) => {
  const { one } = await budget(t);
  const owner = 'owner@small.test';
  assert.equal(await one.spend([owner], {}), undefined);
  await one.used(owner);
  const all = Array.from({ length: 60 }, (_, i) => one.spend([numbered(i, 'small.test')], {}));
  await Promise.all(all);
  assert.equal((await one.spend(['late@small.test'], {}))?.seconds, 3600);
  assert.equal((await one.spend([owner], {}))?.seconds, 60, 'the minute alone');
});

test('U08 a node whose letters to strangers are used up sends those of owners', async (t) => {
  const limits = { ...LETTER_LIMITS, node: [{ most: 2, ms: HOUR }] };
  const { clock, one, ask } = await budget(t, limits);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  assert.equal(await ask(numbered(1)), undefined);
  clock.advance(MINUTE);
  assert.deepEqual(await ask(numbered(2)), letters(3540));
  assert.equal(await ask(), undefined);
  assert.deepEqual(await ask(), letters(60), 'a refused letter of an owner frees no room either');
  assert.deepEqual(await ask(numbered(2)), letters(3540));
});

test('U07 an address that has used one: three in any hour, six in any day', async (t) => {
  const { clock, one, ask } = await budget(t);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  clock.advance(30 * MINUTE);
  assert.equal(await ask(), undefined);
  clock.advance(29 * MINUTE);
  assert.equal(await ask(), undefined);
  assert.deepEqual(await ask(), letters(60), 'the wait of the minute, which is as long');
  clock.advance(MINUTE);
  assert.equal(await ask(), undefined, 'the first one is an hour ago');
  clock.advance(MINUTE);
  assert.deepEqual(await ask(), letters(29 * 60), 'three in the hour from the second one on');
  clock.advance(HOUR);
  assert.equal(await ask(), undefined);
  clock.advance(MINUTE);
  assert.equal(await ask(), undefined);
  clock.advance(HOUR);
  assert.deepEqual(await ask(), letters((DAY - 3 * HOUR - 2 * MINUTE) / SECOND));
  clock.advance(DAY - 3 * HOUR - 2 * MINUTE);
  assert.equal(await ask(), undefined);
});

test('U07 a recipient domain: thirty in any hour, on all nodes together; large providers have no limit', async (t) => {
  const { clock, node } = await budget(t);
  const [one, other] = [node(), node()];
  for (let i = 0; i < 30; i++) {
    const by = i % 2 === 0 ? one : other;
    assert.equal(await by.spend([numbered(i, 'Small.test')], {}), undefined);
  }
  for (const by of [one, other]) {
    assert.deepEqual(await by.spend([numbered(30, 'small.test')], {}), letters(3600));
  }
  assert.equal(await one.spend([numbered(30, 'other.test')], {}), undefined);
  clock.advance(HOUR);
  assert.equal(await one.spend([numbered(30, 'small.test')], {}), undefined);
  for (let i = 0; i < 31; i++) {
    assert.equal(await one.spend([numbered(i)], {}), undefined);
  }
});

test('U07 a node: five hundred in any hour; another node has its own', async (t) => {
  const { clock, node } = await budget(t);
  const [one, other] = [node(), node()];
  const half = (from: number) =>
    Promise.all(Array.from({ length: 250 }, (_, i) => one.spend([numbered(from + i)], {})));
  assert.ok((await half(0)).every((wait) => wait === undefined));
  clock.advance(HOUR / 2);
  assert.ok((await half(250)).every((wait) => wait === undefined));
  assert.deepEqual(await one.spend([numbered(500)], {}), letters(1800));
  assert.equal(await other.spend([numbered(500)], {}), undefined);
  clock.advance(HOUR / 2);
  assert.equal(await one.spend([numbered(501)], {}), undefined);
});

test('U07 an address block: five new addresses in any hour, twenty in any day', async (t) => {
  const { clock, ask } = await budget(t);
  for (let hour = 0; hour < 4; hour++) {
    for (let i = 0; i < 5; i++) assert.equal(await ask(numbered(hour * 5 + i)), undefined);
    const wait = hour < 3 ? HOUR : DAY - 3 * HOUR;
    assert.deepEqual(await ask(numbered(99)), block(wait / SECOND));
    clock.advance(hour < 3 ? HOUR : 0);
  }
  assert.equal(await ask(numbered(99), { address: '198.51.100.7' }), undefined, 'another block');
  clock.advance(DAY - 3 * HOUR - 1);
  assert.deepEqual(await ask(numbered(98)), block(1));
  clock.advance(1);
  assert.equal(await ask(numbered(98)), undefined);
});

for (const [wider, most, from] of [
  ['one /48 of IPv6: twice', 10, (i: number) => `2001:db8:1:${i.toString(16)}00::1`],
  ['one /32 of IPv6: ten times', 50, (i: number) => `2001:db8:${i}::1`],
  ['one /16 of IPv4: ten times', 50, (i: number) => `192.0.${i}.1`],
] as const) {
  test(`U07 many blocks of ${wider} the new addresses of a block`, async (t) => {
    const { ask } = await budget(t);
    for (let i = 0; i < most; i++)
      assert.equal(await ask(numbered(i), { address: from(i) }), undefined);
    assert.deepEqual(await ask(numbered(most), { address: from(most) }), block(HOUR / SECOND));
    assert.equal(
      await ask(numbered(most), { address: '198.51.100.7' }),
      undefined,
      'from elsewhere',
    );
  });
}

test('an address that had a letter is not new: it costs its block nothing', async (t) => {
  const { clock, one, ask } = await budget(t);
  for (let i = 0; i < 5; i++) assert.equal(await ask(numbered(i)), undefined);
  clock.advance(MINUTE);
  await one.used(numbered(0));
  assert.equal(await ask(numbered(0)), undefined);
  clock.advance(HOUR - MINUTE);
  for (let i = 5; i < 10; i++) assert.equal(await ask(numbered(i)), undefined);
});

test('of two reached limits the longer wait is returned, and no letter is counted', async (t) => {
  const { clock, one, ask } = await budget(t);
  for (let i = 0; i < 5; i++) assert.equal(await ask(numbered(i)), undefined);
  assert.deepEqual(await ask(numbered(0)), letters(DAY / SECOND), 'of a minute and a day');
  clock.advance(HOUR / 2);
  for (let i = 0; i < 30; i++) {
    assert.equal(await one.spend([numbered(i, 'small.test')], {}), undefined);
  }
  // A new address of a full domain, requested by a block that already had five.
  assert.deepEqual(await ask(numbered(30, 'small.test')), letters(3600));
  clock.advance(HOUR);
  assert.equal(await ask(numbered(30, 'small.test')), undefined);
});

test('tags, dots, capitals and quotes do not make a second address', async (t) => {
  const { ask } = await budget(t);
  assert.equal(await ask('jane.doe@gmail.com'), undefined);
  for (const spelling of [
    'JaneDoe+a@gmail.com',
    'j.ane.doe@googlemail.com',
    '"janedoe"@gmail.com',
  ]) {
    assert.deepEqual(await ask(spelling), letters(DAY / SECOND), spelling);
  }
});

test('of many requests at the same moment, on two nodes, one sends a letter', async (t) => {
  const { node } = await budget(t);
  const waits = await Promise.all(
    [node(), node()].flatMap((one) => Array.from({ length: 10 }, () => one.spend([JANE], HERE))),
  );
  assert.equal(waits.filter((wait) => wait === undefined).length, 1);
});

test('many letters to one domain at the same moment are counted one by one', async (t) => {
  const { one } = await budget(t);
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, i) => one.spend([numbered(i, 'small.test')], {})),
  );
  assert.equal(waits.filter((wait) => wait === undefined).length, 30);
});

test('a hundred requests for one address use up nothing of its domain and its block', async (t) => {
  const { one } = await budget(t);
  await Promise.all(Array.from({ length: 100 }, () => one.spend(['jane@small.test'], HERE)));
  for (let i = 0; i < 4; i++) {
    assert.equal(await one.spend([numbered(i, 'small.test')], HERE), undefined);
  }
});

test('a change of address counts a letter to both, or to none', async (t) => {
  const { clock, one, ask } = await budget(t);
  assert.equal(await ask('old@mailbox.test'), undefined);
  await one.used('old@mailbox.test');
  const change = () => one.spend(['old@mailbox.test', 'new@mailbox.test'], HERE);
  assert.deepEqual(await change(), letters(60));
  clock.advance(MINUTE);
  assert.equal(await change(), undefined, 'the new address was not counted before');
  assert.deepEqual(await ask('old@mailbox.test'), letters(60));
  assert.deepEqual(await ask('new@mailbox.test'), letters(DAY / SECOND));
  clock.advance(MINUTE);
  const tag = ['old@mailbox.test', 'old+tag@mailbox.test'];
  assert.equal(await one.spend(tag, HERE), undefined, 'one mailbox is counted once');
});

test('the new address of a change: three letters in the hour of its session’s first one, which are one letter of the address', async (t) => {
  const { clock, one, ask } = await budget(t);
  const to = 'new@mailbox.test';
  const change = (session: string) => ask(to, { ...HERE, change: { session, to } });
  assert.equal(await change('s'), undefined);
  assert.deepEqual(await change('s'), letters(60));
  for (let n = 1; n < 3; n++) {
    clock.advance(MINUTE);
    assert.equal(await change('s'), undefined);
  }
  clock.advance(MINUTE);
  assert.deepEqual(await change('s'), letters(57 * 60));
  assert.deepEqual(await change('another session'), letters((DAY - 3 * MINUTE) / SECOND));
  clock.advance(57 * MINUTE);
  assert.deepEqual(
    await change('s'),
    letters((DAY - HOUR) / SECOND),
    'nobody is written to for ever',
  );
  clock.advance(DAY - HOUR);
  assert.equal(await change('s'), undefined);
  clock.advance(MINUTE);
  assert.equal(await change('s'), undefined);
  const pair = { change: { session: 's', to: 'other@mailbox.test' } };
  assert.equal(await one.spend(['old@mailbox.test', 'other@mailbox.test'], pair), undefined);
  clock.advance(MINUTE);
  const again = await one.spend(['old@mailbox.test', 'other@mailbox.test'], pair);
  assert.deepEqual(again, letters((DAY - MINUTE) / SECOND), 'the old address has its own limit');
});

test('the try-out has only the pause of a minute, or of a second with auto-confirm', async (t) => {
  for (const [autoConfirm, pause] of [
    [false, MINUTE],
    [true, SECOND],
  ] as const) {
    const { clock, ask } = await budget(t, tryOutLimits(autoConfirm));
    for (let i = 0; i < 32; i++) {
      assert.equal(await ask(numbered(i, 'small.test')), undefined);
    }
    for (let i = 0; i < 8; i++) {
      assert.equal(await ask(), undefined);
      clock.advance(pause - 1);
      assert.deepEqual(await ask(), letters(1));
      clock.advance(1);
    }
  }
});

test('U06 a report stops letters to the address for 30 days', async (t) => {
  const { clock, one, ask } = await budget(t);
  await one.stops.returned(one.stops.reportName('Jane.Doe@mailbox.test'));
  assert.deepEqual(await ask(), letters((30 * DAY) / SECOND));
  assert.ok(await one.stops.holdsNotices(JANE));
  clock.advance(30 * DAY - 1);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  assert.ok(!(await one.stops.holdsNotices(JANE)));
  assert.equal(await ask(), undefined);
});

test('U08 what comes back from a tag, and who declines a letter to it, stop that spelling alone', async (t) => {
  const { clock, one, ask } = await budget(t);
  const [returned, declined] = ['jane.doe+x@mailbox.test', 'jane.doe+me@mailbox.test'];
  await one.stops.returned(one.stops.reportName(returned));
  await one.stops.declined(declined, false);
  assert.deepEqual(await ask(returned), letters((30 * DAY) / SECOND));
  assert.deepEqual(await ask(declined), letters((180 * DAY) / SECOND));
  assert.equal(await ask(JANE), undefined);
  assert.ok(!(await one.stops.holdsNotices(JANE)));
  clock.advance(DAY);
  assert.deepEqual(await one.spend([JANE, returned], HERE), letters((29 * DAY) / SECOND));
});

test('a stop that was kept under all spellings before holds for an address that never used a letter', async (t) => {
  const { store, one, ask } = await budget(t);
  const count = t.mock.method(store, 'count');
  await ask();
  const key = count.mock.calls[0]?.arguments[0].key ?? '';
  await store.stop(key, Date.UTC(2100, 0));
  assert.ok(((await ask())?.seconds ?? 0) > DAY / SECOND);
  await one.used(JANE);
  assert.deepEqual(await ask(), letters(60));
});

test("an unavailable database uses up nothing of the node's budget", async (t) => {
  const limits = { ...LETTER_LIMITS, node: [{ most: 1, ms: HOUR }] };
  const { store, one, ask } = await budget(t, limits);
  const count = t.mock.method(store, 'count', () => Promise.reject(new Error('silent')));
  await assert.rejects(ask());
  count.mock.restore();
  assert.equal(await ask(), undefined);
  assert.deepEqual(await one.spend([numbered(1)], {}), letters(3600));
});

test('a letter refused by a full node frees no room in it', async (t) => {
  const limits = { ...LETTER_LIMITS, node: [{ most: 1, ms: HOUR }] };
  const { ask } = await budget(t, limits);
  assert.equal(await ask(), undefined);
  for (let i = 0; i < 3; i++) assert.deepEqual(await ask(numbered(i)), letters(3600));
});

test('after a clock that was ahead, no wait exceeds the limit', async (t) => {
  const { clock, one, ask } = await budget(t);
  clock.jump(10 * DAY);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  clock.jump(-10 * DAY);
  assert.deepEqual(await ask(), letters(60));
});

test('the store receives no address', async (t) => {
  const { store, ask } = await budget(t);
  const count = t.mock.method(store, 'count');
  await ask();
  const keys = count.mock.calls.map(({ arguments: [next] }) => next.key);
  assert.equal(keys.length, 4, 'address, block, network and domain');
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});
