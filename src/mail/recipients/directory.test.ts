import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRACE_MS, LATER_MS, type Ownership } from '#rules/ownership.ts';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import type { Alias } from '#store/store.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { ReturnPaths } from '../return-path/return-paths.ts';
import { Directory } from './directory.ts';
import { deriveKeys } from '../keys.ts';

const ADDRESS = 'alias-1000@alias.test';
const mailbox = { address: ADDRESS, local: 'alias-1000', domain: 'alias.test' };

/** A directory over one alias that a test can change, as another node would. */
function directory(cacheMs: number, ownership: Ownership = { mode: 'open', since: undefined }) {
  const clock = new FakeClock();
  const alias: Alias = {
    id: 'id',
    real_email: 'jane@mailbox.test',
    alias_email: ADDRESS,
    active: true,
    created_at: '2026-01-01T00:00:00Z',
  };
  const asked = { times: 0, holding: 0 };
  const stored = { aliases: true, missing: false, silence: Promise.resolve(), state: UNCONFIRMED };
  const returnPaths = new ReturnPaths({
    domain: 'b.alias.test',
    keys: deriveKeys(['secret']).returnPath,
    aliasDomains: ['alias.test'],
    now: clock.date,
  });
  const found = new Directory({
    space: { domains: ['alias.test'], numbers: { first: 1000, last: 19_999 } },
    store: {
      aliasByAddress: async () => {
        asked.times += 1;
        const { aliases, missing, state } = stored;
        const seen = aliases && !missing ? { alias: { ...alias }, state } : undefined;
        await stored.silence;
        return seen;
      },
      hasAliases: () => {
        asked.holding += 1;
        return Promise.resolve(stored.aliases);
      },
    },
    replyAddresses: { kindOf: () => undefined },
    returnPaths,
    operator: undefined,
    operatorDomains: [],
    ownership,
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
  /** The recipient of a report on a reply, or the rejection. */
  const reported = async () => {
    const path = returnPaths.forReply(ADDRESS);
    const local = path.slice(0, path.indexOf('@'));
    const one = await found.find({ address: path, local, domain: 'b.alias.test' });
    if ('code' in one) return `${one.code} ${one.enhanced}`;
    return one.kind === 'bounce' ? `${one.about} ${one.forwardPath} ${one.alias}` : one.kind;
  };
  const taken = async () => (await answer()) === 'alias';
  return {
    alias,
    asked,
    stored,
    clock,
    answer,
    reported,
    taken,
    forget: () => found.forget(ADDRESS),
  };
}

test('an alias switched off by another node is accepted only for the lifetime of its cache entry', async () => {
  const { alias, asked, clock, taken } = directory(1000);
  assert.ok(await taken());
  alias.active = false;
  clock.advance(999);
  assert.ok(await taken());
  assert.equal(asked.times, 1, 'the look-up was used again');
  clock.advance(1);
  assert.ok(!(await taken()));
});

test('the age of a lookup counts from its query, however late the store answers', async () => {
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

test('at most ten thousand lookups are cached, and the oldest is dropped', async () => {
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

test('an alias switched off on this node is rejected immediately', async () => {
  const { alias, taken, forget } = directory(1000);
  assert.ok(await taken());
  alias.active = false;
  forget();
  assert.ok(!(await taken()));
});

test('an alias switched off on this node during a lookup is rejected after that', async () => {
  const { alias, stored, taken, forget } = directory(1000);
  const answer = Promise.withResolvers<void>();
  stored.silence = answer.promise;
  const asked = taken();
  alias.active = false;
  forget();
  answer.resolve();
  // The query was made before the switch.
  assert.ok(await asked);
  assert.ok(!(await taken()));
});

test('an alias that was switched on again works immediately', async () => {
  const { alias, taken } = directory(1000);
  alias.active = false;
  assert.ok(!(await taken()));
  alias.active = true;
  assert.ok(await taken());
});

test('with an in-process store every message queries it', async () => {
  const { alias, asked, taken } = directory(0);
  assert.ok(await taken());
  alias.active = false;
  assert.ok(!(await taken()));
  assert.equal(asked.times, 2);
});

test('a store without any alias never rejects an alias permanently: it may be the wrong store', async () => {
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

test('a store once seen to contain an alias is not checked again', async () => {
  const { answer, alias, asked, stored } = directory(0);
  alias.active = false;
  assert.equal(await answer(), '550 5.1.1');
  stored.aliases = false;
  assert.equal(await answer(), '550 5.1.1', 'what was there is deleted, not lost');
  assert.equal(asked.holding, 0);
});

const OWNER = `reply jane@mailbox.test ${ADDRESS}`;

test('a late report on a reply goes to the owner, also while the alias is off or paused', async () => {
  const { alias, stored, clock, reported } = directory(1000);
  assert.equal(await reported(), OWNER);
  alias.active = false;
  clock.advance(1000);
  assert.equal(await reported(), OWNER);
  stored.state = { ...UNCONFIRMED, pausedUntil: clock.date() + 1 };
  assert.equal(await reported(), OWNER);
});

test('a report on a reply through a deleted alias is rejected, unless the store is new', async () => {
  const { stored, reported } = directory(0);
  stored.missing = true;
  assert.equal(await reported(), '550 5.1.1');
  const empty = directory(0);
  empty.stored.aliases = false;
  assert.equal(await empty.reported(), '451 4.3.0');
});

test('with confirmed addresses a report on a reply goes to a confirmed one, or to one in its grace period', async () => {
  const since = Date.UTC(2026, 10, 1);
  const { alias, stored, clock, reported } = directory(0, { mode: 'confirmed', since });
  const at = (date: number) => clock.advance(date - clock.date());
  at(since + GRACE_MS - 1);
  assert.equal(await reported(), OWNER);
  at(since + GRACE_MS);
  assert.equal(await reported(), '450 4.2.1');
  at(since + GRACE_MS + LATER_MS);
  assert.equal(await reported(), '550 5.1.1');
  stored.state = { ...UNCONFIRMED, confirmedAt: clock.date() };
  alias.active = false;
  assert.equal(await reported(), OWNER);
  stored.state = UNCONFIRMED;
  alias.created_at = new Date(clock.date()).toISOString();
  assert.equal(await reported(), '450 4.2.1', 'of a row that no one has ever confirmed');
});
