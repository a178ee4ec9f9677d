import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCONFIRMED } from '#rules/ownership.ts';
import type { Alias } from '#store/store.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { ReturnPaths } from '../return-path/return-paths.ts';
import { Directory } from './directory.ts';
import { deriveKeys } from './keys.ts';

const ADDRESS = 'alias-1000@alias.test';
const mailbox = { address: ADDRESS, local: 'alias-1000', domain: 'alias.test' };

/** A directory over one alias that a test can change, as another node would. */
function directory(cacheMs: number) {
  const clock = new FakeClock();
  const alias: Alias = {
    id: 'id',
    real_email: 'jane@mailbox.test',
    alias_email: ADDRESS,
    active: true,
    created_at: '',
  };
  const asked = { times: 0, holding: 0 };
  const stored = { aliases: true, silence: Promise.resolve() };
  const found = new Directory({
    space: { domains: ['alias.test'], numbers: { first: 1000, last: 19_999 } },
    store: {
      aliasByAddress: async () => {
        asked.times += 1;
        const seen = stored.aliases ? { alias: { ...alias }, state: UNCONFIRMED } : undefined;
        await stored.silence;
        return seen;
      },
      hasAliases: () => {
        asked.holding += 1;
        return Promise.resolve(stored.aliases);
      },
    },
    replyAddresses: undefined,
    returnPaths: new ReturnPaths({
      domain: 'b.alias.test',
      keys: deriveKeys(['secret']).returnPath,
      aliasDomains: ['alias.test'],
      now: clock.now,
    }),
    operator: undefined,
    operatorDomains: [],
    ownership: { mode: 'open', since: undefined },
    cacheMs,
    now: clock.now,
    date: clock.date,
    onFault: (error) => {
      throw error;
    },
  });
  const answer = async (to = mailbox) => {
    const one = await found.find(to);
    return 'code' in one ? `${one.code} ${one.enhanced}` : one.kind;
  };
  const taken = async () => (await answer()) === 'alias';
  return { alias, asked, stored, clock, answer, taken, forget: () => found.forget(ADDRESS) };
}

test('an alias that another node has switched off passes no longer than the cache may hold it', async () => {
  const { alias, asked, clock, taken } = directory(1000);
  assert.ok(await taken());
  alias.active = false;
  clock.advance(999);
  assert.ok(await taken());
  assert.equal(asked.times, 1, 'the look-up was used again');
  clock.advance(1);
  assert.ok(!(await taken()));
});

test('a look-up is as old as its question, however late the store has answered', async () => {
  const { alias, stored, clock, taken } = directory(1000);
  const answer = Promise.withResolvers<void>();
  stored.silence = answer.promise;
  const asked = taken();
  alias.active = false;
  clock.advance(600);
  answer.resolve();
  assert.ok(await asked);
  clock.advance(399);
  assert.ok(await taken());
  clock.advance(1);
  assert.ok(!(await taken()));
});

test('no more than ten thousand look-ups are remembered, and the oldest is forgotten', async () => {
  const { asked, answer } = directory(1000);
  const number = (i: number) => ({
    address: `alias-${i}@alias.test`,
    local: `alias-${i}`,
    domain: 'alias.test',
  });
  for (let i = 0; i < 10_000; i += 1) await answer(number(i + 1000));
  await answer(number(1000));
  assert.equal(asked.times, 10_000, 'all are remembered');
  await answer(number(11_000));
  await answer(number(1001));
  assert.equal(asked.times, 10_001, 'the second is still there');
  await answer(number(1000));
  assert.equal(asked.times, 10_002, 'the first is not');
});

test('an alias that was switched off on this node is refused at once', async () => {
  const { alias, taken, forget } = directory(1000);
  assert.ok(await taken());
  alias.active = false;
  forget();
  assert.ok(!(await taken()));
});

test('an alias that was switched on again serves at once', async () => {
  const { alias, taken } = directory(1000);
  alias.active = false;
  assert.ok(!(await taken()));
  alias.active = true;
  assert.ok(await taken());
});

test('with the store in the process every mail asks it', async () => {
  const { alias, asked, taken } = directory(0);
  assert.ok(await taken());
  alias.active = false;
  assert.ok(!(await taken()));
  assert.equal(asked.times, 2);
});

test('a store without a single alias refuses no alias for good: it may be another one than it should be', async () => {
  const { answer, stored } = directory(0);
  stored.aliases = false;
  assert.equal(await answer(), '451 4.3.0');
  const returned = { address: 'x', local: 'x', domain: 'b.alias.test' };
  assert.equal(await answer(returned), '451 4.3.0', 'nor a report, whose secret it has not');
  const other = { address: 'bob@alias.test', local: 'bob', domain: 'alias.test' };
  assert.equal(await answer(other), '550 5.1.1', 'what is no alias never was one');
  stored.aliases = true;
  assert.equal(await answer(), 'alias');
});

test('a store that was seen to hold an alias is not asked again whether it does', async () => {
  const { answer, alias, asked, stored } = directory(0);
  alias.active = false;
  assert.equal(await answer(), '550 5.1.1');
  stored.aliases = false;
  assert.equal(await answer(), '550 5.1.1', 'what was there is deleted, not lost');
  assert.equal(asked.holding, 0);
});
