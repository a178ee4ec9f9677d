import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { deriveAuthKeys } from '../tokens/keys.ts';
import { LetterBudget } from './letter-budget.ts';
import {
  block,
  budget,
  DAY,
  HERE,
  HOUR,
  JANE,
  letters,
  MINUTE,
  numbered,
  SECOND,
} from './letter-budget.fixture.ts';

test('a recipient domain: thirty in any hour, on all nodes together; large providers have no limit', async () => {
  const { clock, node } = budget();
  const [one, other] = [node(), node()];
  for (let i = 0; i < 30; i++) {
    const by = i % 2 === 0 ? one : other;
    assert.equal(await by.spend([numbered(i, 'Small.test')], {}), undefined);
  }
  for (const by of [one, other]) {
    assert.deepEqual(await by.spend([numbered(30, 'small.test')], {}), letters(3600));
  }
  assert.equal(await one.spend([numbered(30, 'other.test')], {}), undefined);
  const owner = numbered(0, 'small.test');
  await one.used(owner);
  clock.advance(MINUTE);
  assert.equal(await one.spend([owner], {}), undefined, 'its owners are not kept out');
  clock.advance(HOUR);
  assert.equal(await one.spend([numbered(30, 'small.test')], {}), undefined);
  for (let i = 0; i < 31; i++) {
    assert.equal(await one.spend([numbered(i)], {}), undefined);
  }
});

test('a node: so many to strangers in any hour; another node has its own, owners’ letters are sent, and a rejected one frees no room', async () => {
  const { clock, one, node, ask } = budget({ ...LETTER_LIMITS, node: [{ most: 2, ms: HOUR }] });
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  clock.advance(HOUR / 2);
  assert.equal(await one.spend([numbered(1)], {}), undefined);
  for (let i = 2; i < 5; i++) assert.deepEqual(await one.spend([numbered(i)], {}), letters(1800));
  assert.equal(await ask(), undefined);
  assert.deepEqual(await ask(), letters(60));
  assert.deepEqual(await one.spend([numbered(2)], {}), letters(1800));
  assert.equal(await node().spend([numbered(2)], {}), undefined);
  clock.advance(HOUR / 2);
  assert.equal(await one.spend([numbered(3)], {}), undefined);
});

test('an address block: five new addresses in any hour, twenty in any day', async () => {
  const { clock, ask } = budget();
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
  test(`many blocks of ${wider} the new addresses of a block`, async () => {
    const { ask } = budget();
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

test('an address that had a letter is not new: it costs its block nothing', async () => {
  const { clock, one, ask } = budget();
  for (let i = 0; i < 5; i++) assert.equal(await ask(numbered(i)), undefined);
  clock.advance(MINUTE);
  await one.used(numbered(0));
  assert.equal(await ask(numbered(0)), undefined);
  clock.advance(HOUR - MINUTE);
  for (let i = 5; i < 10; i++) assert.equal(await ask(numbered(i)), undefined);
});

test('of two reached limits the longer wait is returned, and no letter is counted', async () => {
  const { clock, one, ask } = budget();
  for (let i = 0; i < 5; i++) assert.equal(await ask(numbered(i)), undefined);
  clock.advance(HOUR / 2);
  const rest = letters((DAY - HOUR / 2) / SECOND);
  assert.deepEqual(await ask(numbered(0)), rest, 'of an hour of the block and a day');
  for (let i = 0; i < 30; i++) {
    assert.equal(await one.spend([numbered(i, 'small.test')], {}), undefined);
  }
  // A new address of a full domain, requested by a block that already had five.
  assert.deepEqual(await ask(numbered(30, 'small.test')), letters(3600));
  clock.advance(HOUR);
  assert.equal(await ask(numbered(30, 'small.test')), undefined);
});

test('many letters to one domain at the same moment are counted one by one', async () => {
  const { one } = budget();
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, i) => one.spend([numbered(i, 'small.test')], {})),
  );
  assert.equal(waits.filter((wait) => wait === undefined).length, 30);
});

test('a hundred requests for one address use up nothing of its domain and its block', async () => {
  const { one } = budget();
  await Promise.all(Array.from({ length: 100 }, () => one.spend(['jane@small.test'], HERE)));
  for (let i = 0; i < 4; i++) {
    assert.equal(await one.spend([numbered(i, 'small.test')], HERE), undefined);
  }
});

test("an unavailable database uses up nothing of the node's budget", async (t) => {
  const limits = { ...LETTER_LIMITS, node: [{ most: 1, ms: HOUR }] };
  const { store, one, ask } = budget(limits);
  const count = t.mock.method(store, 'count', () => Promise.reject(new Error('silent')));
  await assert.rejects(ask());
  count.mock.restore();
  assert.equal(await ask(), undefined);
  assert.deepEqual(await one.spend([numbered(1)], {}), letters(3600));
});

test('letters that were counted, used, declined and not delivered stay so under a new first secret', async () => {
  const clock = new FakeClock();
  const store = countsInMemory();
  const budgetOf = (...secrets: string[]) =>
    new LetterBudget({
      store,
      keys: deriveAuthKeys(secrets).address,
      limits: LETTER_LIMITS,
      now: clock.date,
    });
  const [john, before] = ['john@mailbox.test', budgetOf('old')];
  for (const address of [JANE, john, 'no@mailbox.test', 'gone@mailbox.test']) {
    assert.equal(await before.spend([address], HERE), undefined);
  }
  await before.used(JANE);
  await before.stops.declined('no@mailbox.test', false);
  clock.advance(MINUTE);
  const now = budgetOf('new', 'old');
  const ask = (address: string) => now.spend([address], HERE);
  assert.equal(await ask('fifth@mailbox.test'), undefined);
  assert.equal((await ask('sixth@mailbox.test'))?.limit, 'block', 'five new addresses an hour');
  assert.equal(await ask(JANE), undefined, 'her letter was used: three an hour');
  assert.equal((await ask(JANE))?.seconds, 60);
  assert.equal((await ask(john))?.seconds, (DAY - MINUTE) / SECOND, 'one a day');
  clock.advance(DAY);
  assert.equal(await ask(john), undefined);
  clock.advance(MINUTE);
  assert.equal((await ask(john))?.seconds, (30 * DAY - MINUTE) / SECOND, 'two, then one a month');
  await now.used(john);
  assert.equal(await ask(john), undefined);
  assert.ok((await now.stops.waitOf('no@mailbox.test')) > 0);
  // A report names the key under which its letter was sent.
  await now.stops.returned(before.stops.reportName('gone@mailbox.test'));
  assert.ok(await now.stops.holdsNotices('gone@mailbox.test'));
  const last = clock.date() - DAY - MINUTE;
  assert.ok(await now.hasHadSince(JANE, last));
  assert.ok(!(await now.hasHadSince(JANE, last + 1)));
});
