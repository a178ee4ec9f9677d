import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { forgetFactorsOf } from '../factors/forgetting-factors.ts';
import { DAY, EARLIER, JANE, letters, tokenOf, USER } from './letters.fixture.ts';

test('a notice is sent at any time, however often; it costs no budget', async (t) => {
  const { all, posted, budget } = await letters(t);
  for (let i = 0; i < 10; i++) all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 10);
  assert.deepEqual(posted[0]?.letter, {
    kind: 'factor-added',
    to: JANE,
    site: 'https://veilpost.test',
  });
  assert.equal(await budget.spend([JANE], {}), undefined);
});

test('a deferred notice is retried like a letter', async (t) => {
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

test('a user whose second factors an operator has removed gets one notice, even from a remote server that greylists', async (t) => {
  const { store, posted, far, pass, clock } = await letters(t);
  await store.factors.insert(factor(USER.id, { verified: true }));
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

test('a service that is killed during a notice of removed factors sends it after its start', async (t) => {
  const { store, all, posted, pass, clock } = await letters(t);
  await store.factors.insert(factor(USER.id, { verified: true }));
  await forgetFactorsOf(store, USER.id, clock.date());
  // Every write after the letter is lost.
  const removed = t.mock.method(store.oneTime, 'delete', () => Promise.reject(new Error('killed')));
  await all.sendAgain();
  removed.mock.restore();
  await pass(200);
  assert.equal(posted.length, 2);
});

test('a notice of removed factors waits thirty days for a service that does not run, and no longer', async (t) => {
  for (const [days, letterCount] of [
    [30 * DAY - 1, 1],
    [30 * DAY, 0],
  ] as const) {
    const { store, all, posted, clock } = await letters(t);
    await store.factors.insert(factor(USER.id, { verified: true }));
    await forgetFactorsOf(store, USER.id, clock.date());
    clock.advance(days);
    await all.sendAgain();
    assert.equal(posted.length, letterCount);
  }
});

test('no one can redeem the letter about removed factors', async (t) => {
  const { store, codes, clock } = await letters(t);
  await store.factors.insert(factor(USER.id, { verified: true }));
  await forgetFactorsOf(store, USER.id, clock.date());
  const row = (await store.oneTime.find(USER.id, 'factors-forgotten')) ?? assert.fail('no row');
  assert.equal(await codes.findLink(row.link), undefined);
  assert.equal(await codes.redeemLink(row.link, ['factors-forgotten']), undefined);
  assert.equal(await codes.redeemCode(USER.id, '000000', ['factors-forgotten']), undefined);
});

for (const [address, kind, to, notice] of [
  ['new', 'not_me', JANE, 'not_me'],
  ['earlier', 'not_me_old', EARLIER, 'way_back'],
] as const) {
  test(`the notice to the ${address} address of a change has its own link in each try, and does not wait for consent`, async (t) => {
    const { store, codes, budget, posted, far, pass, clock } = await letters(t);
    await budget.stops.declined(to, false);
    const now = clock.date();
    const row = { userId: USER.id, link: 'a', code: 'b', tries: 0, codeUntil: 0 };
    const until = { linkUntil: now + 7 * DAY, redirectTo: null, challenge: 'sealed' };
    await store.oneTime.put({ ...row, ...until, kind, retryAt: now, retries: 0 });
    far.says = 'deferred';
    await pass(5);
    const [first] = posted;
    assert.ok(first);
    far.says = 'accepted';
    await pass(200);
    assert.deepEqual(
      posted.map(({ letter, at }) => [letter.kind, letter.to, at]),
      [1, 6].map((at) => [notice, to, at]),
    );
    const tokens = posted.map(tokenOf);
    const found = await Promise.all(tokens.map((token) => codes.findLink(token)));
    assert.deepEqual(
      found.map((one) => one?.challenge),
      [undefined, 'sealed'],
    );
  });
}

test('a thousand notices at most wait for a retry; one that has been retried makes room', async (t) => {
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

test('after a bounce not even a notice is sent, for 30 days', async (t) => {
  const { clock, all, posted, budget } = await letters(t);
  await budget.stops.returned(budget.stops.reportName(JANE));
  clock.advance(30 * DAY - 1);
  all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 0);
  clock.advance(1);
  all.notify('factor-added', JANE);
  await all.settled();
  assert.equal(posted.length, 1);
});

test('a notice about security is sent even if its reader once declined a letter', async (t) => {
  const { all, posted, budget, store, clock, pass } = await letters(t);
  await budget.stops.declined(JANE, false);
  all.notify('passkey-added', JANE);
  await all.settled();
  await store.factors.insert(factor(USER.id, { verified: true }));
  await forgetFactorsOf(store, USER.id, clock.date());
  await pass(1);
  assert.deepEqual(
    posted.map(({ letter }) => letter.kind),
    ['passkey-added', 'factors-forgotten'],
  );
});
