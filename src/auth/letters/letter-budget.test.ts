import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryOutLimits } from '#rules/letter-budget.ts';
import {
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

test('any address: one a minute, with the wait in whole seconds', async () => {
  const { clock, one, ask } = budget();
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  assert.deepEqual(await ask(), letters(60));
  assert.deepEqual(await ask('"Jane.Doe+a"@mailbox.test'), letters(60), 'in every spelling');
  clock.advance(58_500);
  assert.deepEqual(await ask(), letters(2));
  clock.advance(1499);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  assert.equal(await ask(), undefined);
});

test('an address that never used a letter: one a day, two in 30 days, then one a month forever', async () => {
  const { clock, ask } = budget();
  assert.equal(await ask(), undefined);
  clock.advance(MINUTE);
  assert.deepEqual(await ask(), letters((DAY - MINUTE) / SECOND));
  clock.advance(DAY - MINUTE - 1);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  for (let month = 0; month < 8; month++) {
    assert.equal(await ask(), undefined);
    clock.advance(MINUTE);
    assert.deepEqual(await ask(), letters((30 * DAY - MINUTE) / SECOND));
    clock.advance(30 * DAY - MINUTE - 1);
    assert.deepEqual(await ask(), letters(1));
    clock.advance(1);
  }
});

test('within the minute the wait does not reveal whether an address ever used a letter', async () => {
  const { clock, one, ask } = budget();
  const [owner, nobody] = ['owner@mailbox.test', 'nobody@mailbox.test'];
  assert.equal(await ask(owner), undefined);
  await one.used(owner);
  clock.advance(DAY);
  for (const address of [owner, nobody]) assert.equal(await ask(address), undefined);
  for (let second = 0; second < 60; second++) {
    for (const address of [owner, nobody])
      assert.deepEqual(await ask(address), letters(60 - second));
    clock.advance(SECOND);
  }
  const told = await one.state(nobody);
  assert.equal(told?.waitMs, DAY - MINUTE, 'the operator sees the whole wait');
});

test('an address that never used a letter starts again after 180 quiet days', async () => {
  const { clock, ask } = budget();
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

test('the new address of a change gets one letter in a day and two in thirty days, whoever requests them', async () => {
  const { clock, one, ask } = budget();
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  const to = 'new@mailbox.test';
  let sessions = 0;
  const change = () => {
    sessions += 1;
    return one.spend([JANE, to], { ...HERE, change: { session: String(sessions), to } });
  };
  clock.advance(DAY);
  assert.equal(await change(), undefined);
  clock.advance(HOUR);
  assert.deepEqual(await change(), letters((DAY - HOUR) / SECOND));
  clock.advance(DAY - HOUR);
  assert.equal(await change(), undefined);
  clock.advance(DAY);
  assert.deepEqual(await change(), letters((28 * DAY) / SECOND));
  const again = await one.spend([JANE, to], { change: { to } });
  assert.deepEqual(again, letters((28 * DAY) / SECOND), 'nor does anybody without a session');
  clock.advance(28 * DAY);
  assert.equal(await change(), undefined);
});

test('strangers’ changes to an address do not keep its reader from sign-in letters, and change none of its limits', async () => {
  const { clock, one, ask } = budget();
  const change = (session: string) =>
    one.spend(['s@evil.test', JANE], { ...HERE, change: { session, to: JANE } });
  assert.equal(await change('first'), undefined);
  clock.advance(DAY);
  assert.equal(await change('second'), undefined);
  assert.equal(await ask(), undefined, 'the first letter of a newcomer');
  clock.advance(DAY);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  clock.advance(29 * DAY);
  assert.equal(await ask(), undefined);
  assert.equal(await change('third'), undefined, 'a sign-in letter does not count for a change');
});

test('an address whose owner has typed the code of a change gets the letters of an address that used one', async () => {
  const { clock, one, ask } = budget();
  const to = 'new@mailbox.test';
  assert.equal(await one.spend([JANE, to], { ...HERE, change: { session: 's', to } }), undefined);
  await one.used(to);
  for (let n = 0; n < 3; n++) {
    clock.advance(MINUTE);
    assert.equal(await ask(to), undefined);
  }
});

test('an address that has used one: three in any hour, six in any day', async () => {
  const { clock, one, ask } = budget();
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

test('a change of address counts a letter to both, or to none', async () => {
  const { clock, one, ask } = budget();
  assert.equal(await ask('old@mailbox.test'), undefined);
  await one.used('old@mailbox.test');
  const to = 'new@mailbox.test';
  const change = () => one.spend(['old@mailbox.test', to], { ...HERE, change: { to } });
  assert.deepEqual(await change(), letters(60));
  clock.advance(MINUTE);
  assert.equal(await change(), undefined, 'the new address was not counted before');
  assert.deepEqual(await ask('old@mailbox.test'), letters(60));
  assert.deepEqual(await change(), letters(DAY / SECOND));
  clock.advance(MINUTE);
  const tag = ['old@mailbox.test', 'old+tag@mailbox.test'];
  assert.equal(await one.spend(tag, HERE), undefined, 'one mailbox is counted once');
});

test('the new address of a change: three letters in the hour of its session’s first one, which count as one letter of the address', async () => {
  const { clock, one, ask } = budget();
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

test('the try-out has only the pause of a minute, or of a second with auto-confirm', async () => {
  for (const [autoConfirm, pause] of [
    [false, MINUTE],
    [true, SECOND],
  ] as const) {
    const { clock, ask } = budget(tryOutLimits(autoConfirm));
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

test('a report stops letters to the address for 30 days', async () => {
  const { clock, one, ask } = budget();
  await one.stops.returned(one.stops.reportName('Jane.Doe@mailbox.test'));
  assert.deepEqual(await ask(), letters((30 * DAY) / SECOND));
  assert.ok(await one.stops.holdsNotices(JANE));
  clock.advance(30 * DAY - 1);
  assert.deepEqual(await ask(), letters(1));
  clock.advance(1);
  assert.ok(!(await one.stops.holdsNotices(JANE)));
  assert.equal(await ask(), undefined);
});

test('a bounce for a tagged address, or a declined letter, stops only that spelling', async () => {
  const { clock, one, ask } = budget();
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

test('a stop that was stored under all spellings holds for an address that never used a letter', async (t) => {
  const { clock, store, one, ask } = budget();
  const count = t.mock.method(store, 'count');
  await ask();
  const key = count.mock.calls[0]?.arguments[0].key ?? '';
  await store.stop(key, Date.UTC(2100, 0));
  clock.advance(MINUTE);
  assert.ok(((await ask())?.seconds ?? 0) > DAY / SECOND);
  await one.used(JANE);
  assert.equal(await ask(), undefined);
});

test('after a clock that was ahead, no wait exceeds the limit', async () => {
  const { clock, one, ask } = budget();
  clock.jump(10 * DAY);
  assert.equal(await ask(), undefined);
  await one.used(JANE);
  clock.jump(-10 * DAY);
  assert.deepEqual(await ask(), letters(60));
});

test('the store receives no address', async (t) => {
  const { store, ask } = budget();
  const count = t.mock.method(store, 'count');
  await ask();
  const keys = count.mock.calls.map(({ arguments: [next] }) => next.key);
  assert.equal(keys.length, 4, 'address, block, network and domain');
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});
