/** The store's promises about second factors, challenges and passkeys, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NOW, factor, inserted, type OpenedStore, session } from './auth-rows.fixture.ts';
import { SHARED_COUNTER } from './passkeys.ts';

export function factorsContract(opened: OpenedStore): void {
  const { store } = opened;

  test("the names of a user's factors differ, and a step counts once", async () => {
    const { id } = await inserted(opened);
    const { factors, sessions } = store();
    const hers = session(id);
    await sessions.insert(hers);
    const one = factor(id, { name: 'phone' });
    assert.ok(await factors.insert(one));
    assert.ok(!(await factors.insert(factor(id, { name: 'phone' }))));
    assert.ok(await factors.insert(factor(id)));
    assert.ok(await factors.insert(factor(id)));
    assert.ok(!(await factors.accept(one.id, 7, null)), 'no session, or one that has ended');
    assert.ok(await factors.accept(one.id, 7, hers.id));
    assert.ok(!(await factors.accept(one.id, 7, null)));
    assert.ok(!(await factors.accept(one.id, 6, null)));
    assert.equal((await factors.find(one.id))?.verified, true);
    assert.equal((await factors.of(id)).length, 3);
    assert.ok(!(await factors.delete(one.id, 'somebody else')));
    assert.ok(await factors.delete(one.id, id));
  });

  test('of two that read a credential at the same moment one writes it', async () => {
    const { id } = await inserted(opened);
    const { factors } = store();
    const one = factor(id);
    await factors.insert(one);
    const first = await Promise.all(
      ['a', 'b'].map((credential) => factors.setCredential(one.id, credential, null)),
    );
    assert.equal(first.filter(Boolean).length, 1);
    const { credential = null } = (await factors.find(one.id)) ?? {};
    assert.ok(await factors.setCredential(one.id, 'c', credential));
    assert.ok(!(await factors.setCredential(one.id, 'd', credential)));
    await factors.reseal(one.id, 'sealed again');
    const now = await factors.find(one.id);
    assert.deepEqual([now?.credential, now?.sealed], ['c', 'sealed again']);
  });

  test('the unverified factors of a user can be deleted alone', async () => {
    const { id } = await inserted(opened);
    const { factors } = store();
    const [verified, old] = [factor(id, { verified: true }), factor(id)];
    const young = factor(id, { createdAt: NOW + 1 });
    for (const one of [verified, old, young]) await factors.insert(one);
    await factors.deleteUnverified(id, NOW);
    const left = (await factors.of(id)).map((one) => one.id);
    assert.deepEqual(left, [verified.id, young.id]);
    assert.equal(await factors.deleteOf(id), 1);
    assert.deepEqual(await factors.of(id), []);
  });

  test('of two first factors that are verified at the same moment one counts; a session that has shown it adds another', async () => {
    const { factors, sessions } = store();
    for (let round = 0; round < 20; round++) {
      const { id: userId } = await inserted(opened);
      const [below, also, raised] = [session(userId), session(userId), session(userId, { aal: 2 })];
      for (const one of [below, also, raised]) await sessions.insert(one);
      const [one, other] = [factor(userId), factor(userId, { name: 'other' })];
      for (const each of [one, other]) await factors.insert(each);
      const accepted = await Promise.all([
        factors.accept(one.id, 1, below.id),
        factors.accept(other.id, 1, also.id),
      ]);
      assert.deepEqual(accepted.toSorted(), [false, true], `round ${round}`);
      const [first, second] = accepted[0] ? [one, other] : [other, one];
      assert.ok(await factors.accept(first.id, 2, below.id));
      assert.ok(!(await factors.accept(second.id, 2, below.id)));
      assert.ok(await factors.accept(second.id, 2, raised.id));
    }
  });

  test('a deleted factor takes its method and, without another one, the level from all sessions of the user; their tokens stay', async () => {
    const { factors, sessions } = store();
    const [{ id: userId }, { id: otherId }] = [await inserted(opened), await inserted(opened)];
    const app = factor(userId, { verified: true });
    const key = factor(userId, { type: 'webauthn', verified: true });
    const open = factor(userId);
    for (const one of [app, key, open]) await factors.insert(one);
    const raised = (owner: string, ...methods: string[]) =>
      session(owner, { aal: 2, amr: JSON.stringify(methods.map((method) => ({ method }))) });
    const all = [
      raised(userId, 'totp', 'otp'),
      raised(userId, 'mfa/webauthn', 'totp', 'otp'),
      session(userId, { amr: '[{"method":"otp"}]' }),
      raised(otherId, 'totp', 'otp'),
    ];
    for (const one of all) await sessions.insert(one);
    const now = () => Promise.all(all.map(({ id }) => sessions.find(id)));
    assert.ok(await factors.delete(open.id, userId));
    assert.ok(!(await factors.delete(app.id, otherId)));
    assert.deepEqual(await now(), all);
    assert.ok(await factors.delete(app.id, userId));
    const otp = '[{"method":"otp"}]';
    const [only, both, below, others] = all;
    const lowered = { ...only, aal: 1, amr: otp };
    const left = { ...both, amr: '[{"method":"mfa/webauthn"},{"method":"otp"}]' };
    assert.deepEqual(await now(), [lowered, left, below, others]);
    assert.equal(await factors.deleteOf(userId), 1);
    assert.deepEqual(await now(), [lowered, { ...both, aal: 1, amr: otp }, below, others]);
  });

  test('a challenge is answered once', async () => {
    const challenge = { id: randomUUID(), sessionId: null, factorId: null, value: 'v', until: NOW };
    const { factors } = store();
    await factors.insertChallenge(challenge);
    assert.deepEqual(await factors.findChallenge(challenge.id), challenge);
    assert.deepEqual(await factors.takeChallenge(challenge.id), challenge);
    assert.equal(await factors.takeChallenge(challenge.id), undefined);
  });

  test('a passkey whose counter goes back is rejected; one without a counter, or with a shared one, is accepted', async () => {
    const { id: userId } = await inserted(opened);
    const { passkeys, sessions } = store();
    const hers = session(userId);
    await sessions.insert(hers);
    const credential = { credential: randomUUID(), publicKey: 'k', counter: 0, name: null };
    const one = { id: randomUUID(), userId, ...credential, createdAt: NOW, lastUsedAt: null };
    assert.equal(await passkeys.insert(one, hers.id), 'made');
    assert.equal(await passkeys.insert({ ...one, id: randomUUID() }, hers.id), 'known');
    for (const [counter, accepted] of [
      [0, true],
      [5, true],
      [5, false],
      [0, false],
    ] as const) {
      assert.equal(await passkeys.used(one.id, counter, NOW), accepted);
    }
    const shared = { ...one, id: randomUUID(), credential: randomUUID(), counter: SHARED_COUNTER };
    assert.equal(await passkeys.insert(shared, hers.id), 'made');
    for (let n = 0; n < 2; n++) assert.ok(await passkeys.used(shared.id, SHARED_COUNTER, NOW));
    assert.equal((await passkeys.byCredential(shared.credential))?.counter, SHARED_COUNTER);
    assert.equal((await passkeys.rename(one.id, userId, 'key'))?.name, 'key');
    assert.equal((await passkeys.byCredential(one.credential))?.counter, 5);
    assert.ok(await passkeys.delete(one.id, userId));
  });
}
