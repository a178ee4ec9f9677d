/** The store's promises about API keys and signing keys, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ApiKey } from './api-keys.ts';
import { factor, inserted, NOW, oneTime, type OpenedStore, session } from './auth-rows.fixture.ts';

const apiKey = (userId: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: randomUUID(),
  userId,
  hash: randomUUID(),
  name: 'Bitwarden',
  scope: 'create',
  madeAt: NOW,
  usedAt: null,
  ...changes,
});

export function keysContract(opened: OpenedStore): void {
  const { store } = opened;

  /** A session of the user, and a limit. */
  async function madeBy(userId: string, most = 10) {
    const one = session(userId);
    await store().sessions.insert(one);
    return { sessionId: one.id, most };
  }

  test('an API key is found by its hash with its user, and no longer once it is deleted', async () => {
    const user = await inserted(opened);
    const { apiKeys } = store();
    const key = apiKey(user.id, { scope: 'manage' });
    assert.equal(await apiKeys.insert(key, await madeBy(user.id)), 'made');
    assert.deepEqual(await apiKeys.byHash(key.hash), { key, user });
    await apiKeys.used(key.id, NOW + 1);
    assert.deepEqual(await apiKeys.of(user.id), [{ ...key, usedAt: NOW + 1 }]);
    const other = await inserted(opened);
    assert.ok(!(await apiKeys.delete(key.id, other.id)));
    assert.ok(await apiKeys.any());
    assert.ok(await apiKeys.delete(key.id, user.id));
    assert.equal(await apiKeys.byHash(key.hash), undefined);
  });

  test('all API keys of a user end with a change of address, and with the user', async () => {
    const ends = [
      (id: string) => store().users.delete(id),
      (id: string, email: string) => store().users.setEmail(id, email, `new-${email}`, NOW),
      (id: string) => store().apiKeys.deleteOf(id),
      (id: string) => store().sessions.deleteAllOf(id),
    ];
    for (const end of ends) {
      const user = await inserted(opened);
      const keys = [apiKey(user.id), apiKey(user.id, { madeAt: NOW + 1 })];
      for (const key of keys) await store().apiKeys.insert(key, await madeBy(user.id));
      assert.deepEqual(await store().apiKeys.of(user.id), keys);
      await end(user.id, user.email ?? '');
      assert.deepEqual(await store().apiKeys.of(user.id), []);
      for (const { hash } of keys) assert.equal(await store().apiKeys.byHash(hash), undefined);
    }
  });

  test('of twelve API keys made at the same moment a user gets ten', async () => {
    const { id } = await inserted(opened);
    const by = await madeBy(id);
    const twelve = Array.from({ length: 12 }, () => store().apiKeys.insert(apiKey(id), by));
    const made = (await Promise.all(twelve)).filter((one) => one === 'made');
    assert.deepEqual([made.length, (await store().apiKeys.of(id)).length], [10, 10]);
  });

  test('no key and no code of a session is left after it has ended, whichever is first', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await inserted(opened);
      const { sessions, apiKeys, oneTime: codes } = store();
      const by = await madeBy(id);
      const shown = oneTime(id, { kind: 'device', challenge: by.sessionId });
      assert.ok(await codes.putShown(shown, by.sessionId));
      assert.deepEqual(await codes.find(id, 'device'), shown);
      await Promise.all([
        sessions.deleteAllOf(id),
        apiKeys.insert(apiKey(id), by),
        codes.putShown(shown, by.sessionId),
      ]);
      assert.deepEqual([await apiKeys.of(id), await codes.find(id, 'device')], [[], undefined]);
      assert.equal(await apiKeys.insert(apiKey(id), by), 'session_ended');
      assert.ok(!(await codes.putShown(shown, by.sessionId)));
    }
  });

  test('one session ends with the code that it shows, whichever is first, and not with that of another', async () => {
    const { sessions, oneTime: codes } = store();
    for (let round = 0; round < 20; round += 1) {
      const { id } = await inserted(opened);
      const [{ sessionId: first }, { sessionId: second }] = [await madeBy(id), await madeBy(id)];
      const shownBy = (challenge: string) => oneTime(id, { kind: 'device', challenge });
      const show = () => codes.putShown(shownBy(first), first);
      const end = () => sessions.delete(first);
      await Promise.all(round % 2 === 0 ? [show(), end()] : [end(), show()]);
      assert.equal(await codes.find(id, 'device'), undefined, `round ${round}`);
      const other = shownBy(second);
      assert.ok(await codes.putShown(other, second));
      assert.ok(!(await sessions.delete(first)));
      assert.deepEqual(await codes.find(id, 'device'), other);
    }
  });

  test('a session that begins by the code of another one ends with it, or does not begin, whichever is first', async () => {
    const { sessions } = store();
    for (let round = 0; round < 20; round += 1) {
      const { id } = await inserted(opened);
      const { sessionId } = await madeBy(id);
      const begin = () => sessions.insertOn(session(id), { session: sessionId });
      const end = () => sessions.deleteAllOf(id);
      await Promise.all(round % 2 === 0 ? [begin(), end()] : [end(), begin()]);
      assert.deepEqual(await sessions.of(id), [], `round ${round}`);
      assert.ok(!(await begin()));
    }
  });

  test('a sign-in by an address or a passkey that ends with all sessions is left by neither, whichever is first', async () => {
    const { sessions, users, passkeys } = store();
    for (let round = 0; round < 20; round += 1) {
      const { id, email } = await inserted(opened);
      const dates = { createdAt: NOW, lastUsedAt: null };
      const key = { userId: id, publicKey: 'k', counter: 0, name: null, ...dates };
      const passkey = { ...key, id: randomUUID(), credential: randomUUID() };
      const { sessionId } = await madeBy(id);
      assert.equal(await passkeys.insert(passkey, sessionId), 'made');
      const begin = [
        () => sessions.insertOn(session(id), { address: email ?? '' }),
        () => sessions.insertOn(session(id), { passkey: passkey.id }),
      ];
      const way = oneTime(id, { kind: 'not_me_old' });
      const to = `${randomUUID()}@mailbox.test`;
      const end = () => users.returnEmail(id, email, to, NOW, { way, since: NOW - 1 });
      const all = round % 2 === 0 ? [...begin, end] : [end, ...begin];
      await Promise.all(all.map((one) => one()));
      assert.deepEqual(await sessions.of(id), [], `round ${round}`);
      assert.deepEqual(await Promise.all(begin.map((one) => one())), [false, false]);
      assert.ok(await sessions.insertOn(session(id), { address: to }));
    }
  });

  test('nothing that a session adds to an account is left after the account is given back, whichever is first', async () => {
    const { users, passkeys, identities, factors } = store();
    for (let round = 0; round < 20; round += 1) {
      const { id: userId, email } = await inserted(opened);
      const { sessionId } = await madeBy(userId);
      const dates = { createdAt: NOW, lastUsedAt: null, lastSignInAt: null };
      const added = () => ({ id: randomUUID(), userId, ...dates });
      const key = { ...added(), credential: randomUUID(), publicKey: 'k', counter: 0, name: null };
      const account = { ...added(), provider: 'corp', subject: randomUUID(), data: '{}' };
      const app = factor(userId);
      await factors.insert(app);
      const add = [
        () => passkeys.insert(key, sessionId),
        () => identities.link(account, sessionId),
        () => factors.accept(app.id, 1, sessionId),
      ];
      const way = oneTime(userId, { kind: 'not_me_old' });
      const to = `${randomUUID()}@mailbox.test`;
      const giveBack = () => users.returnEmail(userId, email, to, NOW, { way, since: NOW - 1 });
      const all = round % 2 === 0 ? [...add, giveBack] : [giveBack, ...add];
      await Promise.all(all.map((one) => one()));
      const left = [passkeys, identities, factors].map((rows) => rows.of(userId));
      assert.deepEqual(await Promise.all(left), [[], [], []], `round ${round}`);
      const late = await Promise.all(add.map((one) => one()));
      assert.deepEqual(late, ['session_ended', 'session_ended', false]);
    }
  });

  test('a signing key is made once in its period, sealed again and deleted', async () => {
    const { signingKeys } = store();
    const key = { kid: randomUUID(), sealed: 'a', createdAt: NOW };
    assert.ok(await signingKeys.insert(key, NOW - 1));
    assert.ok(!(await signingKeys.insert({ ...key, kid: randomUUID() }, NOW - 1)));
    await signingKeys.reseal(key.kid, 'b');
    assert.deepEqual(await signingKeys.all(), [{ ...key, sealed: 'b' }]);
    await signingKeys.delete(key.kid);
    assert.deepEqual(await signingKeys.all(), []);
  });
}
