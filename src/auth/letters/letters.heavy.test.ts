import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, JANE, letters, MINUTE, tokenOf, USER } from './letters.fixture.ts';

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
  assert.equal(sent.key, budget.stops.reportName(JANE));
  assert.ok('code' in sent.letter);
  assert.ok(await codes.redeemCode(USER.id, sent.letter.code, ['magiclink']));
});

test('with confirmed addresses a link without another front end opens the dialog of the screen, also after a retry', async (t) => {
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

test('a letter that would confirm an alias names it, whoever requested the letter; a letter with only a code has no link', async (t) => {
  const { ask, posted } = await letters(t, { isConfirming: true, waiting: 'alias-1@a.test' });
  await ask('magiclink', JANE, false);
  await ask('magiclink', JANE, true);
  await ask('signup');
  await ask('recovery');
  await ask('email_change_current');
  await ask('email_change_new', 'new@mailbox.test');
  await ask('reauthentication');
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
    ['email_change_new', false, false],
    ['reauthentication', false, false],
  ]);
  assert.ok(posted.every(({ letter }) => 'code' in letter));
  const asker = posted.map(({ letter }) => 'asker' in letter && letter.asker);
  assert.equal(asker.at(-2), 'j***@mailbox.test', 'a new address is told who asks');
});

test('a deferred letter is retried after 5, 15 and 60 minutes, each time with a fresh link', async (t) => {
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

test('a letter that was delivered or rejected is not retried', async (t) => {
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

test('a retry goes to the letter’s first address, unless the change was canceled', async (t) => {
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

test('a letter whose user is gone, or whose address is stopped, is not retried', async (t) => {
  const { ask, posted, far, pass, store, budget } = await letters(t);
  far.says = 'deferred';
  await ask();
  await budget.stops.returned(budget.stops.reportName(JANE));
  await pass(5);
  assert.equal(posted.length, 1);
  await ask();
  await budget.stops.declined(JANE, true);
  await store.users.delete(USER.id);
  await pass(200);
  assert.equal(posted.length, 2);
});

test('a retry of an older letter does not void a newer one, nor revive a used one', async (t) => {
  const { clock, ask, posted, far, all, store, codes } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(5 * MINUTE);
  // A newer letter is requested during the lookup for the retry.
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

test('a letter whose retry fell due while the service was down for a day is dropped', async (t) => {
  const { clock, ask, posted, far, all } = await letters(t);
  far.says = 'deferred';
  await ask();
  clock.advance(DAY);
  await all.sendAgain();
  assert.equal(posted.length, 1);
});

test('an unavailable database is reported as a fault, and the next round continues', async (t) => {
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

test('the shutdown waits for a letter’s retry, from the lookup of due letters on', async (t) => {
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

test('a deferred letter that a known browser requested is retried beside that of a stranger, and both work', async (t) => {
  const { store, codes, posted, far, ask, pass } = await letters(t);
  far.says = 'deferred';
  await ask('magiclink_own');
  far.says = 'accepted';
  await ask();
  await pass(6);
  assert.deepEqual(
    posted.map(({ letter, at }) => [letter.kind, at]),
    [0, 0, 5].map((at) => ['magiclink', at]),
  );
  const [, strangers = '', own = ''] = posted.map(tokenOf);
  assert.equal((await codes.findLink(own))?.kind, 'magiclink_own');
  assert.equal((await codes.findLink(strangers))?.kind, 'magiclink');
  assert.equal((await store.oneTime.find(USER.id, 'magiclink_own'))?.retryAt, null);
});
