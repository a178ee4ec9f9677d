/** What the store promises of the sessions, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW, DAY, session, inserted, type OpenedStore } from './auth-rows.fixture.ts';

export function sessionsContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a refresh advances the counter for one of ten at once', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const advanced = await Promise.all(
      Array.from({ length: 10 }, () => store().sessions.advance(one.id, 1, NOW + 1, NOW - DAY)),
    );
    assert.equal(advanced.filter((result) => result !== undefined).length, 1);
    const now = await store().sessions.find(one.id);
    assert.deepEqual([now?.counter, now?.refreshedAt], [2, NOW + 1]);
  });

  test('late uses are counted within their window', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const { sessions } = store();
    assert.equal(await sessions.countLate(one.id, NOW, NOW - DAY), 1);
    assert.equal(await sessions.countLate(one.id, NOW + 1, NOW + 1 - DAY), 2);
    assert.equal(await sessions.countLate(one.id, NOW + DAY + 1, NOW + 1), 1);
  });

  test('sessions end one by one, all but one, or all without a second factor', async () => {
    const { id: userId } = await inserted(opened);
    const { sessions } = store();
    const [first, second, third] = [session(userId), session(userId), session(userId, { aal: 2 })];
    for (const one of [first, second, third]) await sessions.insert(one);
    assert.equal(await sessions.deleteBelowAal2(userId, second.id), 1);
    assert.equal((await sessions.of(userId)).length, 2);
    assert.equal(await sessions.deleteOf(userId, second.id), 1);
    assert.ok(await sessions.delete(second.id));
    assert.ok(!(await sessions.delete(second.id)));
    assert.equal(await sessions.find(first.id), undefined);
  });

  test('a verified factor changes the methods of a session and advances its counter', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const changed = await store().sessions.setMethods(one.id, { aal: 2, amr: '[1]' }, NOW + 9);
    assert.deepEqual(changed, { ...one, aal: 2, amr: '[1]', counter: 2, refreshedAt: NOW + 9 });
  });
}
