import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Letter } from '#rules/letter.ts';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { factor } from '#store/auth/auth-rows.fixture.ts';
import type { OneTimeKind } from '#store/auth/one-time.ts';
import type { User } from '#store/auth/users.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { SILENT } from '#support/silent-log.ts';
import { forgetFactorsOf } from './forgetting-factors.ts';
import { LetterBudget } from './letter-budget.ts';
import type { LetterVerdict } from './letter-port.ts';
import { Letters } from './letters.ts';
import { OneTimeCodes } from './one-time-codes.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const JANE = 'jane@mailbox.test';
const USER: User = {
  id: 'a user',
  email: JANE,
  confirmedAt: null,
  newEmail: 'new@mailbox.test',
  newEmailStep: 0,
  app: '{}',
  meta: '{}',
  password: null,
  anonymous: false,
  createdAt: 0,
  updatedAt: 0,
  lastSignInAt: null,
};

/** Letters, and a far side that says what the test wants. @param waiting the alias that waits for Jane's address, where there is one */
async function letters(t: TestContext, { isConfirming = false, waiting = '' } = {}) {
  const clock = new FakeClock();
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const whole = await openStore(database, { now: clock.date, log: SILENT });
  t.after(() => whole.close());
  const store = whole.auth;
  await store.users.insert(USER);
  const key = createSecretKey('a key for tests', 'utf8');
  const now = clock.date;
  const budget = new LetterBudget({ store: store.letterBudget, key, limits: LETTER_LIMITS, now });
  const codes = new OneTimeCodes({ store: store.oneTime, keys: [key], now });
  const posted: { letter: Letter; key: string; at: number }[] = [];
  const faults: unknown[] = [];
  const far: { says: LetterVerdict } = { says: 'accepted' };
  const begun = now();
  const all = new Letters({
    store,
    budget,
    codes,
    aliases: {
      isConfirming,
      waitingFor: async (email) => (email === JANE && waiting !== '' ? waiting : undefined),
    },
    site: () => 'https://veilpost.test',
    post: async (letter, of) => {
      posted.push({ letter, key: of, at: (now() - begun) / MINUTE });
      return { kind: far.says };
    },
    now,
    after: (ms, run) => void clock.after(ms, run),
    onFault: (error) => faults.push(error),
  });
  /** The steps of a call that asks for a letter. */
  const ask = async (kind: OneTimeKind = 'magiclink', to = JANE, elsewhere = true) => {
    const destination = elsewhere
      ? { redirectTo: '/x', challenge: 'c' }
      : { redirectTo: null, challenge: null };
    const issued = await codes.issue(USER.id, kind, destination);
    return all.send({ ...issued, kind, to, elsewhere });
  };
  /** Minute by minute, as the service's timer does. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(MINUTE);
      await all.sendAgain();
      await all.settled();
    }
  };
  return { clock, store, budget, codes, all, posted, faults, far, ask, pass };
}

function tokenOf({ letter }: { letter: Letter }): string {
  return 'link' in letter ? (/token=([\w-]{43})$/.exec(letter.link)?.[1] ?? '') : '';
}

test('a letter is sent to its address, with its link on our site and its code', async (t) => {
  const { ask, posted, budget, codes } = await letters(t);
  assert.equal(await ask(), 'accepted');
  const [sent] = posted;
  assert.ok(sent !== undefined && 'link' in sent.letter);
  assert.deepEqual([sent.letter.kind, sent.letter.to], ['magiclink', JANE]);
  assert.match(
    sent.letter.link,
    /^https:\/\/veilpost\.test\/auth\/v1\/verify\?type=magiclink&token=[\w-]{43}$/,
  );
  assert.equal(sent.key, budget.keyOf(JANE));
  assert.ok(await codes.redeemCode(USER.id, sent.letter.code, ['magiclink']));
});

test('where addresses are confirmed a link without another front end leads to the dialog of the screen, also when it comes again', async (t) => {
  const { ask, posted, far, pass, codes } = await letters(t, { isConfirming: true });
  far.says = 'deferred';
  await ask('magiclink', JANE, false);
  await pass(5);
  const links = posted.map(({ letter }) => ('link' in letter ? letter.link : ''));
  assert.equal(links.length, 2);
  for (const link of links) assert.match(link, /^https:\/\/veilpost\.test\/#confirm=[\w-]{43}$/);
  assert.equal(posted[1]?.letter.kind, 'magiclink');
  assert.ok(await codes.redeemLink(links[1]?.slice(-43) ?? '', ['magiclink']));
  await ask('magiclink', JANE, true);
  await ask('recovery', JANE, false);
  for (const { letter } of posted.slice(2)) {
    assert.match('link' in letter ? letter.link : '', /\/auth\/v1\/verify\?type=/);
  }
});

test('a letter that would confirm an alias names it, whoever asked for the letter', async (t) => {
  const { ask, posted } = await letters(t, { isConfirming: true, waiting: 'alias-1@a.test' });
  await ask('magiclink', JANE, false);
  await ask('magiclink', JANE, true);
  await ask('signup');
  await ask('recovery');
  await ask('email_change_current');
  await ask('email_change_new', 'new@mailbox.test');
  const told = posted.map(({ letter }) => [
    letter.kind,
    'alias' in letter && letter.alias,
    'link' in letter && letter.link.replace(/[\w-]{43}$/, ''),
  ]);
  const verify = 'https://veilpost.test/auth/v1/verify?type=';
  assert.deepEqual(told, [
    ['confirm', 'alias-1@a.test', 'https://veilpost.test/#confirm='],
    ['confirm', 'alias-1@a.test', `${verify}magiclink&token=`],
    ['confirm', 'alias-1@a.test', `${verify}signup&token=`],
    ['confirm', 'alias-1@a.test', `${verify}recovery&token=`],
    ['email_change_current', false, `${verify}email_change&token=`],
    ['email_change_new', false, `${verify}email_change&token=`],
  ]);
});

test('the two letters of an address change say so in their links; a code alone has none', async (t) => {
  const { ask, posted } = await letters(t);
  await ask('email_change_current');
  await ask('email_change_new', 'new@mailbox.test');
  await ask('reauthentication');
  for (const { letter } of posted.slice(0, 2)) {
    assert.match('link' in letter ? letter.link : '', /verify\?type=email_change&token=/);
  }
  assert.ok(posted[2] && !('link' in posted[2].letter) && 'code' in posted[2].letter);
});

test('U05 a letter that is deferred comes again after 5, 15 and 60 minutes, each time with a fresh link', async (t) => {
  const { ask, posted, far, pass, codes, store } = await letters(t);
  far.says = 'deferred';
  assert.equal(await ask(), 'deferred');
  await pass(200);
  assert.deepEqual(
    posted.map(({ at }) => at),
    [0, 5, 15, 60],
  );
  assert.equal(new Set(posted.map(tokenOf)).size, 4);
  const [last, ...earlier] = posted.map(tokenOf).toReversed();
  for (const token of earlier)
    assert.equal(await codes.redeemLink(token, ['magiclink']), undefined);
  assert.ok(await store.oneTime.find(USER.id, 'magiclink'));
  const redeemed = await codes.redeemLink(last ?? '', ['magiclink']);
  assert.deepEqual([redeemed?.redirectTo, redeemed?.challenge], ['/x', 'c']);
});

test('a letter that has arrived, or was refused, does not come again', async (t) => {
  for (const verdict of ['accepted', 'refused'] as const) {
    const { ask, posted, far, pass } = await letters(t);
    far.says = 'deferred';
    await ask();
    far.says = verdict;
    await pass(200);
    assert.deepEqual(
      posted.map(({ at }) => at),
      [0, 5],
      verdict,
    );
  }
});

test('of two nodes one sends the letter again', async (t) => {
  const { clock, ask, posted, far, all } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(5 * MINUTE);
  await Promise.all([all.sendAgain(), all.sendAgain()]);
  assert.equal(posted.length, 2);
});

test('a letter comes again to the address it was for, unless the change was called off', async (t) => {
  const { ask, posted, far, pass, store, clock } = await letters(t);
  far.says = 'deferred';
  await ask('email_change_new', 'new@mailbox.test');
  await ask('email_change_current');
  await pass(5);
  assert.deepEqual(
    posted
      .slice(2)
      .map(({ letter }) => letter.to)
      .toSorted(),
    [JANE, 'new@mailbox.test'],
  );
  await store.users.update(USER.id, { newEmail: null }, clock.date());
  await pass(10);
  assert.deepEqual(
    posted.slice(4).map(({ letter }) => letter.to),
    [JANE],
  );
});

test('a letter whose user is gone, or whose address is stopped, does not come again', async (t) => {
  const { ask, posted, far, pass, store, budget } = await letters(t);
  far.says = 'deferred';
  await ask();
  await budget.bounced(budget.keyOf(JANE));
  await pass(5);
  assert.equal(posted.length, 1);
  await ask();
  await budget.declined(JANE, true);
  await store.users.delete(USER.id);
  await pass(200);
  assert.equal(posted.length, 2);
});

test('a younger letter, and one that was used, are not made void by an older one', async (t) => {
  const { clock, ask, posted, far, all, store, codes } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(5 * MINUTE);
  // While it is looked up for its next try a younger one is asked for.
  const byId = t.mock.method(store.users, 'byId', async () => {
    far.says = 'accepted';
    await ask();
    return USER;
  });
  await all.sendAgain();
  assert.equal(byId.mock.callCount(), 1);
  assert.equal(posted.length, 2);
  assert.ok(await codes.redeemLink(posted.map(tokenOf)[1] ?? '', ['magiclink']));
});

test('a letter that was due while the service stood still for a day is not sent any more', async (t) => {
  const { clock, ask, posted, far, all } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(DAY);
  await all.sendAgain();
  assert.equal(posted.length, 1);
});

test('a notice leaves at any time and as often as there is something to tell; it costs nothing', async (t) => {
  const { all, posted, budget } = await letters(t);
  for (let i = 0; i < 10; i++) all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 10);
  assert.deepEqual(posted[0]?.letter, {
    kind: 'factor-added',
    to: JANE,
    site: 'https://veilpost.test',
  });
  assert.equal(await budget.spend([JANE], undefined), undefined);
});

test('a notice that is deferred comes again as a letter does', async (t) => {
  const { all, posted, far, pass } = await letters(t);
  far.says = 'deferred';
  all.notify('session-misused', JANE);
  await all.settled();
  await pass(200);
  assert.deepEqual(
    posted.map(({ at }) => at),
    [0, 5, 15, 60],
  );
});

test('a user whose second factors an operator has taken is told once, also where the far side wants to see the letter again', async (t) => {
  const { store, posted, far, pass, clock } = await letters(t);
  await store.factors.insert({ ...factor(USER.id), verified: true });
  assert.equal(await forgetFactorsOf(store, USER.id, clock.date()), 1);
  far.says = 'deferred';
  await pass(5);
  far.says = 'accepted';
  await pass(200);
  assert.deepEqual(
    posted.map(({ letter, at }) => [letter.kind, letter.to, at]),
    [1, 6].map((at) => ['factors-forgotten', JANE, at]),
  );
  assert.equal(await store.oneTime.find(USER.id, 'factors-forgotten'), undefined);
});

test('a service that is killed while it tells of forgotten factors tells of them after its start', async (t) => {
  const { store, all, posted, pass, clock } = await letters(t);
  await store.factors.insert({ ...factor(USER.id), verified: true });
  await forgetFactorsOf(store, USER.id, clock.date());
  // Nothing behind the letter is written any more.
  const removed = t.mock.method(store.oneTime, 'delete', () => Promise.reject(new Error('killed')));
  await all.sendAgain();
  removed.mock.restore();
  await pass(200);
  assert.equal(posted.length, 2);
});

test('the letter about forgotten factors can be redeemed by nobody', async (t) => {
  const { store, codes, clock } = await letters(t);
  await store.factors.insert({ ...factor(USER.id), verified: true });
  await forgetFactorsOf(store, USER.id, clock.date());
  const row = (await store.oneTime.find(USER.id, 'factors-forgotten')) ?? assert.fail('no row');
  assert.equal(await codes.findLink(row.link), undefined);
  assert.equal(await codes.redeemLink(row.link, ['factors-forgotten']), undefined);
  assert.equal(await codes.redeemCode(USER.id, '000000', ['factors-forgotten']), undefined);
});

test('a thousand notices wait for another try and no more; who has had it makes room', async (t) => {
  const { all, posted, far, pass } = await letters(t);
  const tell = async (notices: number) => {
    far.says = 'deferred';
    for (let i = 0; i < notices; i++) all.notify('factor-added', JANE);
    await all.settled();
    far.says = 'accepted';
    posted.length = 0;
    await pass(5);
  };
  await tell(1001);
  assert.equal(posted.length, 1000);
  await tell(2);
  assert.equal(posted.length, 2);
});

test('U06 behind a report not even a notice leaves, for 30 days', async (t) => {
  const { clock, all, posted, budget } = await letters(t);
  await budget.bounced(budget.keyOf(JANE));
  clock.advance(30 * DAY - 1);
  all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 0);
  clock.advance(1);
  all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 1);
});

test('a database that is silent is a fault that is told, and the next round goes on', async (t) => {
  const { ask, posted, far, faults, store, pass, clock, all } = await letters(t);
  far.says = 'deferred';
  await ask();
  const take = t.mock.method(store.oneTime, 'takeRetries', () =>
    Promise.reject(new Error('silent')),
  );
  clock.advance(5 * MINUTE);
  await all.sendAgain();
  assert.equal(faults.length, 1);
  take.mock.restore();
  await pass(1);
  assert.equal(posted.length, 2);
});

test('the end waits for a letter that is being sent again, from the look at what is due on', async (t) => {
  const { clock, ask, posted, far, all, store } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(5 * MINUTE);
  const looked = Promise.withResolvers<void>();
  const take = store.oneTime.takeRetries.bind(store.oneTime);
  t.mock.method(store.oneTime, 'takeRetries', async (now: number, most: number) => {
    await looked.promise;
    return take(now, most);
  });
  void all.sendAgain();
  const settled = all.settled();
  looked.resolve();
  await settled;
  assert.equal(posted.length, 2);
  assert.ok((await store.oneTime.find(USER.id, 'magiclink'))?.retryAt, 'its next try is written');
});
