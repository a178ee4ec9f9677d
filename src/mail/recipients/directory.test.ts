import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAddress } from '#rules/address.ts';
import { GRACE_MS, LATER_MS, type Ownership } from '#rules/ownership.ts';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import type { Alias } from '#store/store.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { ReturnPaths } from '../return-path/return-paths.ts';
import { Directory } from './directory.ts';
import { deriveKeys } from '../keys.ts';

const ADDRESS = 'alias-1000@alias.test';

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
  const answer = async (address = ADDRESS) => {
    const [local, domain] = splitAddress(address);
    const one = await found.find({ address, local, domain });
    if ('code' in one) return `${one.code} ${one.enhanced}`;
    return one.kind === 'bounce' ? `${one.about} ${one.forwardPath} ${one.alias}` : one.kind;
  };
  /** The recipient of a report on a reply, or the rejection. */
  const reported = () => answer(returnPaths.forReply(ADDRESS));
  const taken = async () => (await answer()) === 'alias';
  const forget = () => found.forget(ADDRESS);
  return { alias, asked, stored, clock, answer, reported, taken, forget };
}

test('an alias switched off by another node is accepted for a second after its query, however late the store answers', async () => {
  const { alias, asked, stored, clock, taken } = directory(1000);
  const answer = Promise.withResolvers<void>();
  stored.silence = answer.promise;
  const first = taken();
  alias.active = false;
  clock.advance(600);
  answer.resolve();
  assert.ok(await first);
  clock.advance(399);
  assert.ok(await taken());
  assert.equal(asked.times, 1, 'the look-up was used again');
  clock.advance(1);
  assert.ok(!(await taken()));
});

test('at most ten thousand lookups are cached, and the oldest is dropped', async () => {
  const { asked, answer } = directory(1000);
  const number = (i: number) => answer(`alias-${i}@alias.test`);
  for (let i = 0; i < 10_000; i += 1) await number(i + 1000);
  await number(1000);
  assert.equal(asked.times, 10_000, 'all are remembered');
  await number(11_000);
  await number(1001);
  assert.equal(asked.times, 10_001, 'the second is still there');
  await number(1000);
  assert.equal(asked.times, 10_002, 'the first is not');
});

test('an alias switched off here is rejected immediately, and after a lookup that was in progress', async () => {
  const { alias, stored, taken, forget } = directory(1000);
  const answer = Promise.withResolvers<void>();
  stored.silence = answer.promise;
  const asked = taken();
  forget();
  answer.resolve();
  // The query was made before the switch.
  assert.ok(await asked);
  alias.active = false;
  assert.ok(!(await taken()));
  alias.active = true;
  assert.ok(await taken(), 'and it works again immediately');
  alias.active = false;
  forget();
  assert.ok(!(await taken()));
});

test('a store without any alias never rejects an alias permanently: it may be the wrong store', async () => {
  const { alias, answer, asked, stored } = directory(0);
  stored.aliases = false;
  assert.equal(await answer(), '451 4.3.0');
  assert.equal(
    await answer('x@b.alias.test'),
    '451 4.3.0',
    'nor a report, whose secret it has not',
  );
  assert.equal(await answer('bob@alias.test'), '550 5.1.1', 'what is no alias never was one');
  stored.aliases = true;
  assert.equal(await answer(), 'alias');
  asked.holding = 0;
  alias.active = false;
  assert.equal(await answer(), '550 5.1.1');
  stored.aliases = false;
  assert.equal(await answer(), '550 5.1.1', 'what was there is deleted, not lost');
  assert.equal(asked.holding, 0, 'once seen to contain an alias, the store is not checked again');
});

const OWNER = `reply jane@mailbox.test ${ADDRESS}`;

test('a report on a reply goes to the owner, also while the alias is off or paused, but not once it is deleted', async () => {
  const { alias, stored, clock, reported } = directory(0);
  assert.equal(await reported(), OWNER);
  alias.active = false;
  assert.equal(await reported(), OWNER);
  stored.state = { ...UNCONFIRMED, pausedUntil: clock.date() + 1 };
  assert.equal(await reported(), OWNER);
  stored.missing = true;
  assert.equal(await reported(), '550 5.1.1');
  const empty = directory(0);
  empty.stored.aliases = false;
  assert.equal(await empty.reported(), '451 4.3.0', 'unless the store is new');
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
