import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MakingRate } from '#api/functions/making-rate.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { Sealing } from '#secrets/sealing.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { keptStore } from '#support/database.ts';
import { manyAliasesOf, SECRET } from '#support/owner.ts';
import { noteSealing } from './alias-label.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A store with a user whose address is proven, and the module over it. */
async function world(change: Parameters<typeof manyAliasesOf>[2] = {}) {
  const time = { now: Date.UTC(2026, 10, 28, 12) };
  const now = () => time.now;
  const store = await keptStore(now);
  after(() => store.close());
  const person = async (email: string) => {
    const one = user(email, { confirmedAt: 1 });
    await store.auth.users.insert(one);
    return { userId: one.id, email };
  };
  const jane = await person('jane@mailbox.test');
  const many = (more: typeof change = {}) => manyAliasesOf(store, now, { ...change, ...more });
  return { time, store, person, jane, many };
}

test('a name at the requested domain that is taken or was ever deleted is drawn again, ten times at most', async () => {
  const { jane, many, person } = await world({ perOwner: 500 });
  const drawn = (owner: typeof jane, ...numbers: number[]) =>
    many({ drawNumber: () => numbers.shift() ?? 1_000_000_009 }).make(owner, { domain: 'a.test' });
  const first = await drawn(jane, 1_000_000_000);
  assert.ok(first.kind === 'created');
  const second = await drawn(await person('joe@mailbox.test'), 1_000_000_000, 1_000_000_001);
  assert.ok(second.kind === 'created');
  assert.equal(second.alias.alias_email, 'alias-1000000001@a.test');
  await many().remove(jane, first.alias.id);
  const third = await drawn(jane, 1_000_000_000, 1_000_000_001, 1_000_000_002);
  assert.ok(third.kind === 'created');
  assert.equal(third.alias.alias_email, 'alias-1000000002@a.test');
  const never = Array.from({ length: 10 }, () => 1_000_000_000);
  assert.deepEqual(await drawn(jane, ...never), { kind: 'taken' });
  const asked = { alias_email: 'alias-1000000000@a.test' };
  assert.deepEqual(await many().make(jane, asked), { kind: 'taken' });
});

test('an owner sees each alias with its label, its pause and what arrived in the last week', async () => {
  const arrivals = new Map<string, { at: number }[]>();
  const lastArrivals = (id: string) => arrivals.get(id) ?? [];
  const { time, jane, many, store } = await world({ perOwner: 500, lastArrivals });
  const made = await many().make(jane, { label: 'Shoes', site: 'shop.test' });
  assert.ok(made.kind === 'created');
  const { id } = made.alias;
  const day = Date.UTC(2026, 10, 27);
  await store.history.addDelivered([{ aliasId: id, day, delivered: 12 }]);
  const pausedUntil = time.now + HOUR;
  await store.owners.change(id, { pausedUntil }, jane.email);
  const found = await many().find(jane, id.toUpperCase());
  assert.deepEqual(found, {
    ...made.alias,
    paused_until: new Date(pausedUntil).toISOString(),
    delivered: 12,
    last: '2026-11-27T00:00:00.000Z',
  });
  arrivals.set(id, [{ at: time.now }]);
  time.now = pausedUntil;
  const later = await many().find(jane, id);
  assert.deepEqual([later?.paused_until, later?.last], [null, '2026-11-28T12:00:00.000Z']);
});

test('an owner can neither find nor change an alias of someone else, or one that no one has confirmed', async () => {
  const { jane, many, person, store } = await world();
  const joe = await person('joe@mailbox.test');
  const theirs = await many().make(joe);
  assert.ok(theirs.kind === 'created');
  const squatted = await store.insertAlias({
    real_email: jane.email,
    alias_email: 'alias-1000@a.test',
  });
  assert.ok(squatted.kind === 'created');
  for (const id of [theirs.alias.id, squatted.alias.id, 'x', "' OR 1=1 --", '\0']) {
    assert.equal(await many().find(jane, id), undefined);
    assert.equal(await many().change(jane, id, { label: 'mine' }), undefined);
    assert.equal(await many().switch(jane, id, false), undefined);
    assert.equal(await many().remove(jane, id), false);
  }
  const { aliases } = await many().list(jane);
  assert.deepEqual(
    aliases.map(({ confirmed, active }) => [confirmed, active]),
    [[false, true]],
  );
});

test('a label that an earlier secret has sealed is read, and sealed under the present one', async () => {
  const { jane, many, store } = await world();
  const made = await many().make(jane, { label: 'Shoes', site: 'shop.test' });
  assert.ok(made.kind === 'created');
  const { id } = made.alias;
  const sealing = noteSealing(['a new secret', SECRET]);
  assert.equal((await many({ sealing }).find(jane, id))?.label, 'Shoes');
  const alone = many({ sealing: noteSealing(['a new secret']) });
  assert.equal((await alone.find(jane, id))?.label, 'Shoes');
  assert.equal((await alone.find(jane, id))?.site, 'shop.test');
  const lost = await many({ sealing: new Sealing([]) }).find(jane, id);
  assert.deepEqual([lost?.label, lost?.site], ['', '']);
  assert.equal((await store.notes.of(jane.email)).length, 1);
});

test('an owner makes ten a minute, thirty an hour and a hundred a day on all nodes together, whichever tag the address has', async () => {
  const time = { now: Date.UTC(2026, 10, 28, 12) };
  const [store, keys] = [countsInMemory(), deriveAuthKeys([SECRET]).address];
  const nodes = [0, 1].map(() => new MakingRate({ store, keys, now: () => time.now }));
  let turn = 0;
  const make = async (owner = 'jane@mailbox.test') => {
    turn += 1;
    return (nodes[turn % 2] ?? assert.fail()).spend(owner);
  };
  const makeTen = async () => {
    for (let i = 0; i < 10; i += 1) assert.equal(await make(), 0, `${turn}`);
  };
  await makeTen();
  assert.equal(await make(), 60, 'the eleventh in a minute');
  assert.equal(await make('jane+shop@mailbox.test'), 60, 'another tag of the same mailbox');
  assert.equal(await make('joe@mailbox.test'), 0);
  for (let i = 0; i < 2; i += 1) {
    time.now += MINUTE;
    await makeTen();
  }
  time.now += MINUTE;
  assert.equal(await make(), (HOUR - 3 * MINUTE) / 1000, 'the thirty-first in an hour');
  for (const count of [30, 30, 10]) {
    for (let made = 0; made < count; made += 10) {
      time.now += made === 0 ? HOUR : MINUTE;
      await makeTen();
    }
  }
  time.now += HOUR;
  const wait = await make();
  assert.ok(wait > 19 * 3600 && wait < DAY / 1000, `${wait}`);
  time.now += wait * 1000;
  assert.equal(await make(), 0);
});

test('owners who made none today can still make one while a few have used up half of the total limit', async () => {
  const keys = deriveAuthKeys([SECRET]).address;
  const rate = new MakingRate({ store: countsInMemory(), keys, now: () => HOUR });
  const makeAll = async (owner: string, count: number) => {
    for (let i = 0; i < count; i += 1) assert.equal(await rate.spend(`${owner}@b.test`), 0);
  };
  for (let owner = 0; owner < 111; owner += 1) await makeAll(`farm${owner}`, 9);
  await makeAll('last', 1);
  assert.equal(await rate.spend('farm0@b.test'), 3600);
  assert.equal(await rate.spend('jane@mailbox.test'), 0);
});
