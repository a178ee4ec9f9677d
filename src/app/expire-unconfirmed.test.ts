import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { expireUnconfirmed } from './expire-unconfirmed.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = Date.UTC(2026, 10, 22);
/** Eight names in each domain: three are more than a quarter. */
const SPACE = {
  domains: ['a.test', 'b.test'] as [string, string],
  numbers: { first: 10, last: 17 },
};

/** An empty database, whose clock the test moves. */
async function installation(t: TestContext) {
  const time = { now: BEGIN };
  const now = () => time.now;
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now, log: SILENT });
  t.after(() => store.close());
  const switched: string[] = [];
  const make = async (name: string, confirmedAt: number | null = null) => {
    const row = { real_email: `${name}@real.test`, alias_email: name.replace('/', '@') };
    const birth = { confirmedAt, ticket: null };
    assert.equal((await store.insertAlias(row, birth)).kind, 'created', name);
  };
  const expire = async (
    ownership: Ownership = { mode: 'confirmed', since: BEGIN },
  ): Promise<string[]> => {
    switched.length = 0;
    await expireUnconfirmed({
      owners: store.owners,
      ownership,
      space: SPACE,
      switched: ({ alias_email }) => void switched.push(alias_email.replace('@', '/')),
      now,
    });
    return switched.toSorted();
  };
  return { time, store, make, expire };
}

test('O13 an alias that nobody confirms within seven days goes and its name is free; confirmed ones, and those of before, stay', async (t) => {
  const { time, store, make, expire } = await installation(t);
  time.now = BEGIN - 1;
  await make('alias-10/a.test');
  time.now = BEGIN;
  await make('alias-11/a.test');
  await make('alias-12/a.test', BEGIN);
  time.now += 7 * DAY;
  assert.deepEqual(await expire(), []);
  time.now += 1;
  assert.deepEqual(await expire({ mode: 'open', since: undefined }), []);
  assert.deepEqual(await expire(), ['alias-11/a.test']);
  assert.equal(await store.isRetired('alias-11@a.test'), false);
  await make('alias-11/a.test');
  time.now += 365 * DAY;
  assert.deepEqual(await expire(), ['alias-11/a.test']);
  for (const name of ['alias-10@a.test', 'alias-12@a.test']) {
    assert.ok(await store.aliasByAddress(name), name);
  }
});

test('O13 while they are more than a quarter of a domain’s names they go after a day, in that domain alone', async (t) => {
  const { time, make, expire } = await installation(t);
  for (const number of [10, 11]) await make(`alias-${number}/a.test`);
  for (const number of [10, 11]) await make(`alias-${number}/b.test`);
  await make('alias-12/a.test', BEGIN);
  time.now += DAY + 1;
  assert.deepEqual(await expire(), [], 'two of eight are a quarter, and no more');
  await make('alias-13/a.test');
  assert.deepEqual(await expire(), ['alias-10/a.test', 'alias-11/a.test']);
  time.now += DAY;
  assert.deepEqual(await expire(), [], 'the third one has its seven days again');
});

test('O13 a thousand go at once', async (t) => {
  const { time, store, expire } = await installation(t);
  await Promise.all(
    Array.from({ length: 1001 }, (_, i) =>
      store.insertAlias({ real_email: `r${i}@real.test`, alias_email: `alias-${1000 + i}@c.test` }),
    ),
  );
  time.now += 8 * DAY;
  assert.equal((await expire()).length, 1001);
});

test('O13 the service looks each hour', async (t) => {
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const long = await openStore(database, { now: () => Date.now() - 8 * DAY, log: SILENT });
  t.after(() => long.close());
  await long.setting('ownership', `confirmed ${Date.now() - 9 * DAY}`);
  await long.insertAlias({ real_email: 'r@real.test', alias_email: 'alias-1000@alias.localhost' });
  const { tick } = await serviceInProcess(t, { OWNERSHIP: 'confirmed', DATABASE_URL: database });
  assert.ok(await long.aliasByAddress('alias-1000@alias.localhost'));
  tick(HOUR);
  while (await long.aliasByAddress('alias-1000@alias.localhost')) await new Promise(setImmediate);
});
