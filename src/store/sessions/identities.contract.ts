/** The store's promises about identities at providers, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NOW, inserted, type OpenedStore, session } from './auth-rows.fixture.ts';

export function identitiesContract(opened: OpenedStore): void {
  const { store } = opened;

  test('an address that a provider proves makes an unconfirmed user confirmed, once', async () => {
    const { users, identities } = store();
    const one = await inserted(opened);
    await users.update(one.id, { password: 'a', meta: '{"planted":1}' }, NOW);
    const account = identity(one.id, 'corp', randomUUID());
    assert.ok(await identities.claim(account, '{"name":"Jane"}', NOW + 1));
    const claimed = await users.byId(one.id);
    assert.deepEqual(
      [claimed?.confirmedAt, claimed?.password, claimed?.meta],
      [NOW + 1, null, '{"name":"Jane"}'],
    );
    assert.deepEqual(await identities.of(one.id), [account]);
    assert.ok(!(await identities.claim(identity(one.id, 'corp', 'x'), '{}', NOW + 2)));
    assert.deepEqual(await identities.of(one.id), [account]);
    const other = await inserted(opened);
    const theirs = { ...account, id: randomUUID(), userId: other.id };
    assert.ok(!(await identities.claim(theirs, '{}', NOW + 1)), 'an account of someone else');
    assert.deepEqual(await users.byId(other.id), other);
  });

  test('when a letter and a provider prove an address at the same moment the provider joins only if it is first', async () => {
    const { users, identities } = store();
    for (let round = 0; round < 20; round++) {
      const one = await inserted(opened);
      const account = identity(one.id, 'corp', randomUUID());
      const letter = () => users.signedIn(one.id, NOW + 1, true);
      const provider = () => identities.claim(account, '{}', NOW + 2);
      const both = round % 2 === 0 ? [letter(), provider()] : [provider(), letter()];
      const claimed = (await Promise.all(both)).includes(true);
      const times = [(await users.byId(one.id))?.confirmedAt, (await identities.of(one.id)).length];
      assert.deepEqual(times, claimed ? [NOW + 2, 1] : [NOW + 1, 0], `round ${round}`);
    }
  });

  test('a proven address replaces the earlier one, unless another user has it', async () => {
    const { users } = store();
    const [one, other] = [await inserted(opened), await inserted(opened)];
    const free = `${randomUUID()}@mailbox.test`;
    assert.equal(await users.setEmail(one.id, 'wrong@mailbox.test', free, NOW), undefined);
    assert.equal(await users.setEmail(one.id, one.email, other.email ?? '', NOW), undefined);
    assert.equal((await users.setEmail(one.id, one.email, free, NOW))?.email, free);
    const nobody = { ...one, id: randomUUID(), email: null, anonymous: true };
    await users.insert(nobody);
    const address = `${randomUUID()}@mailbox.test`;
    const somebody = await users.setEmail(nobody.id, null, address, NOW);
    assert.deepEqual(
      [somebody?.email, somebody?.anonymous, somebody?.confirmedAt],
      [address, false, NOW],
    );
  });

  test('an identity belongs to one person, and the last one stays', async () => {
    const [one, other] = [await inserted(opened), await inserted(opened)];
    const { identities, sessions } = store();
    const [hers, theirs] = [session(one.id), session(other.id)];
    for (const each of [hers, theirs]) await sessions.insert(each);
    const first = identity(one.id, 'email', one.id);
    const second = identity(one.id, 'corp', 'subject-1');
    assert.ok(await identities.insert(first));
    assert.equal(await identities.link(second, hers.id), 'linked');
    const same = identity(other.id, 'corp', 'subject-1');
    assert.equal(await identities.link(same, theirs.id), 'taken');
    await identities.signedIn(second.id, '{"a":1}', NOW + 1);
    const signedIn = { ...second, data: '{"a":1}', lastSignInAt: NOW + 1 };
    assert.deepEqual(await identities.find('corp', 'subject-1'), signedIn);
    assert.ok(await identities.delete(second.id, one.id));
    assert.ok(!(await identities.delete(first.id, one.id)));
    assert.deepEqual(await identities.of(one.id), [first]);
  });

  test('two removals at the same moment leave one identity', async () => {
    const { identities } = store();
    for (let round = 0; round < 20; round++) {
      const { id: userId } = await inserted(opened);
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of ids) await identities.insert({ ...identity(userId, id, id), id });
      const removed = await Promise.all(ids.map((id) => identities.delete(id, userId)));
      assert.equal(removed.filter(Boolean).length, 2, `round ${round}`);
      assert.equal((await identities.of(userId)).length, 1);
    }
  });
}

const identity = (userId: string, provider: string, subject: string) => ({
  id: randomUUID(),
  userId,
  provider,
  subject,
  data: '{}',
  createdAt: NOW,
  lastSignInAt: null,
});
