/** The store's promises about deleting a user and sweeping, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  code,
  flow,
  NOW,
  DAY,
  session,
  oneTime,
  factor,
  inserted,
  type OpenedStore,
  user,
} from './auth-rows.fixture.ts';

export function sweepContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a deleted user leaves no row, and the remains of an interrupted deletion are not found', async () => {
    const one = await inserted(opened);
    const { users, sessions, factors, flows, oneTime: letters } = store();
    const [kept, orphan] = [session(one.id), session('nobody')];
    for (const each of [kept, orphan]) await sessions.insert(each);
    await factors.insert(factor(one.id));
    await letters.put(oneTime(one.id));
    await flows.insert(code(one.id, 'exchanged'));
    assert.deepEqual([await users.delete(one.id), await users.delete(one.id)], [true, false]);
    for (const { id } of [kept, orphan]) assert.equal(await sessions.find(id), undefined);
    assert.deepEqual(await factors.of(one.id), []);
    assert.equal(await letters.find(one.id, 'magiclink'), undefined);
    assert.equal(await flows.takeCode('exchanged'), undefined);
  });

  test('the sweeper deletes the expired rows, and no others', async () => {
    const [confirmed, waiting] = [await inserted(opened), await inserted(opened)];
    const late = await inserted(opened);
    await store().users.signedIn(confirmed.id, NOW, true);
    const alive = session(confirmed.id, { refreshedAt: NOW + 7 * DAY });
    const dead = session(confirmed.id, { refreshedAt: NOW + 7 * DAY - 180 * DAY });
    for (const one of [alive, dead]) await store().sessions.insert(one);
    await store().oneTime.put(oneTime(confirmed.id));
    await store().oneTime.put(oneTime(late.id, { retryAt: NOW }));
    assert.ok((await store().sweep(NOW + 7 * DAY)) > 0);
    assert.ok(await store().users.byId(confirmed.id));
    assert.equal(await store().users.byId(waiting.id), undefined);
    assert.ok(await store().sessions.find(alive.id));
    assert.equal(await store().sessions.find(dead.id), undefined);
    assert.equal(await store().oneTime.find(confirmed.id, 'magiclink'), undefined);
    assert.equal(await store().sweep(NOW + 7 * DAY), 0);
  });

  test('a person who never confirmed stays while a link in their latest letter works', async () => {
    const waiting = await inserted(opened);
    const linkUntil = NOW + 7 * DAY + 3_600_000;
    const letter = oneTime(waiting.id, { linkUntil });
    await store().oneTime.put(letter);
    await store().sweep(NOW + 7 * DAY);
    assert.ok(await store().users.byId(waiting.id));
    const { oneTime: letters } = store();
    const used = await letters.redeemLink([letter.link], ['magiclink'], linkUntil - 1, 'void');
    assert.equal(used?.userId, waiting.id);
    await store().oneTime.put(letter);
    await store().sweep(linkUntil);
    assert.equal(await store().users.byId(waiting.id), undefined);
  });

  test('a sign-in that its provider answers in the last moment is not swept before its code is used', async () => {
    const one = await inserted(opened);
    const { flows } = store();
    const asked = flow(NOW);
    await flows.insert(asked);
    assert.ok(await flows.use(asked.id, NOW - 1));
    await store().sweep(NOW);
    const ended = { authCode: asked.id, userId: one.id, until: NOW + 300_000 };
    await flows.setCode(asked.id, ended);
    await store().sweep(NOW + 299_999);
    assert.equal((await flows.takeCode(ended.authCode))?.userId, one.id);
    await flows.insert(asked);
    await store().sweep(NOW + 300_000);
    assert.equal(await flows.find(asked.id), undefined);
  });

  test('a requested address is forgotten once the letters of its change have expired, and not before', async () => {
    const change = { confirmedAt: NOW, newEmail: 'new@mailbox.test', newEmailStep: 1 };
    const [one, other] = [user(undefined, change), user(undefined, change)];
    for (const each of [one, other]) await store().users.insert(each);
    const kind = 'email_change_new';
    await store().oneTime.put(oneTime(one.id, { kind, linkUntil: NOW + 2 * DAY }));
    const pending = async () =>
      Promise.all([one, other].map(async ({ id }) => (await store().users.byId(id))?.newEmail));
    await store().sweep(NOW + DAY - 1);
    assert.deepEqual(await pending(), [change.newEmail, change.newEmail]);
    await store().sweep(NOW + DAY);
    assert.deepEqual(await pending(), [change.newEmail, null]);
    await store().sweep(NOW + 2 * DAY);
    assert.deepEqual(await pending(), [null, null]);
    assert.equal((await store().users.byId(one.id))?.newEmailStep, 0);
  });
}
