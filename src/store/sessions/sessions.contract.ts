/** The store's promises about the sessions, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  NOW,
  DAY,
  code,
  factor,
  inserted,
  oneTime,
  type OpenedStore,
  session,
} from './auth-rows.fixture.ts';

export function sessionsContract(opened: OpenedStore): void {
  const { store } = opened;

  test('of ten refreshes at once one advances the counter', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const tries = Array.from({ length: 10 }, () =>
      store().sessions.advance(one.id, 1, NOW + 1, NOW - DAY),
    );
    const advanced = (await Promise.all(tries)).filter((result) => result !== undefined);
    assert.equal(advanced.length, 1);
    const now = await store().sessions.find(one.id);
    assert.deepEqual([now?.counter, now?.refreshedAt], [2, NOW + 1]);
  });

  test("a refresh gives the session's user with all identities and factors, oldest first", async () => {
    const person = await inserted(opened);
    const one = session(person.id);
    const meta = JSON.stringify({ name: 'J\u00e4ne "\\ \u{1f600}' });
    const changed = await store().users.update(person.id, { meta }, NOW + 1);
    const account = (provider: string, subject: string, createdAt: number) => {
      const data = JSON.stringify({ email: person.email });
      const id = randomUUID();
      return { id, userId: person.id, provider, subject, data, createdAt, lastSignInAt: null };
    };
    const identities = [account('email', person.id, NOW), account('corp', person.id, NOW + 1)];
    const factors = [NOW, NOW + 1].map((createdAt) =>
      factor(person.id, { name: `${createdAt}`, createdAt }),
    );
    await store().sessions.insert(one);
    for (const identity of identities.toReversed()) await store().identities.insert(identity);
    for (const each of factors.toReversed()) await store().factors.insert(each);
    // Another user's are left out.
    const other = await inserted(opened);
    await store().factors.insert(factor(other.id));

    const whole = { user: changed, identities, factors };
    const advanced = await store().sessions.advance(one.id, 1, NOW + 2, NOW - DAY);
    assert.deepEqual(advanced?.session, { ...one, counter: 2, refreshedAt: NOW + 2 });
    assert.deepEqual(advanced?.person, whole);
    assert.deepEqual(await store().people.byId(person.id), whole);
    assert.deepEqual(await store().people.byId(randomUUID()), undefined);
    const bare = await inserted(opened, null);
    const empty = { user: bare, identities: [], factors: [] };
    assert.deepEqual(await store().people.byId(bare.id), empty);
  });

  test('an idle session, or one without its user, does not advance', async () => {
    const { sessions } = store();
    const one = session((await inserted(opened)).id);
    const orphan = session(randomUUID());
    await sessions.insert(one);
    await sessions.insert(orphan);
    assert.equal(await sessions.advance(one.id, 1, NOW + 1, one.refreshedAt), undefined);
    assert.deepEqual(await sessions.find(one.id), one);
    assert.equal(await sessions.advance(orphan.id, 1, NOW + 1, NOW - DAY), undefined);
  });

  test('late uses are counted within their window', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const { sessions } = store();
    assert.equal(await sessions.countLate(one.id, NOW, NOW - DAY), 1);
    assert.equal(await sessions.countLate(one.id, NOW + 1, NOW + 1 - DAY), 2);
    assert.equal(await sessions.countLate(one.id, NOW + DAY + 1, NOW + 1), 1);
    assert.equal(await sessions.countLate(randomUUID(), NOW, NOW - DAY), 0, 'deleted meanwhile');
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

  test('of too many sessions those stay that were refreshed last, and those of others', async () => {
    const [{ id: userId }, { id: otherId }] = [await inserted(opened), await inserted(opened)];
    const { sessions } = store();
    const mine = Array.from({ length: 5 }, (_, i) => session(userId, { refreshedAt: NOW + i }));
    for (const one of [...mine, session(otherId, { refreshedAt: NOW })]) await sessions.insert(one);
    assert.equal(await sessions.deleteOldest(userId, 5), 0);
    assert.equal(await sessions.deleteOldest(userId, 3), 2);
    const left = (await sessions.of(userId)).map(({ refreshedAt }) => refreshedAt - NOW);
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      [2, 3, 4],
    );
    assert.equal((await sessions.of(otherId)).length, 1);
  });

  test('ending the other sessions ends the codes that begin others, shown or not exchanged yet, but no letter', async () => {
    const [{ id: userId }, { id: otherId }] = [await inserted(opened), await inserted(opened)];
    const { sessions, oneTime: codes, flows } = store();
    const kept = session(userId);
    await sessions.insert(kept);
    const letter = oneTime(userId);
    await codes.put(letter);
    const ends: [end: () => Promise<number>, left: string[]][] = [
      [() => sessions.deleteOf(userId), ['other']],
      [() => sessions.deleteOf(userId, kept.id), ['linking', 'other']],
      [() => sessions.deleteBelowAal2(userId, kept.id), ['linking', 'other']],
    ];
    for (const [end, left] of ends) {
      await codes.put(oneTime(userId, { kind: 'device' }));
      await flows.insert(code(userId, 'mine'));
      await flows.insert(code(userId, 'linking', { linking: kept.id }));
      await flows.insert(code(otherId, 'other'));
      await end();
      assert.equal(await codes.find(userId, 'device'), undefined);
      const taken = ['mine', 'linking', 'other'].map((name) => flows.takeCode(name));
      const found = (await Promise.all(taken)).flatMap((flow) => flow?.authCode ?? []);
      assert.deepEqual(found, left);
    }
    assert.deepEqual(await codes.find(userId, 'magiclink'), letter);
  });

  test('a verified factor changes the methods of a session and advances its counter', async () => {
    const { id: userId } = await inserted(opened);
    const one = session(userId);
    await store().sessions.insert(one);
    const changed = await store().sessions.setMethods(one.id, { aal: 2, amr: '[1]' }, NOW + 9);
    assert.deepEqual(changed, { ...one, aal: 2, amr: '[1]', counter: 2, refreshedAt: NOW + 9 });
  });
}
