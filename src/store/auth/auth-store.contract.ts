/** What the store of the session facility promises on either database, as tests. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Store } from '../store.ts';
import type { Factor } from './factors.ts';
import type { OneTime } from './one-time.ts';
import type { AuthSession } from './sessions.ts';
import type { User } from './users.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;

function user(email: string | null = `${randomUUID()}@mailbox.test`): User {
  return {
    id: randomUUID(),
    email,
    confirmedAt: null,
    newEmail: null,
    newEmailStep: 0,
    app: '{}',
    meta: '{}',
    password: null,
    anonymous: false,
    createdAt: NOW,
    updatedAt: NOW,
    lastSignInAt: null,
  };
}

function session(userId: string, changes: Partial<AuthSession> = {}): AuthSession {
  return {
    id: randomUUID(),
    userId,
    counter: 1,
    late: 0,
    lateSince: 0,
    aal: 1,
    amr: '[]',
    createdAt: NOW,
    refreshedAt: NOW,
    ...changes,
  };
}

function oneTime(userId: string, changes: Partial<OneTime> = {}): OneTime {
  return {
    userId,
    kind: 'magiclink',
    link: randomUUID(),
    code: 'right',
    tries: 0,
    linkUntil: NOW + DAY,
    codeUntil: NOW + 900_000,
    redirectTo: null,
    challenge: null,
    retryAt: null,
    retries: 0,
    ...changes,
  };
}

function factor(userId: string, name: string | null = null): Factor {
  return {
    id: randomUUID(),
    userId,
    name,
    type: 'totp',
    verified: false,
    sealed: 'sealed',
    lastStep: 0,
    tries: 0,
    lockedUntil: 0,
    credential: null,
    createdAt: NOW,
  };
}

/** @param open a Store on a database of its own */
export function authStoreContract(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let whole: Store;
    const store = () => whole.auth;
    const inserted = async (email?: string | null) => {
      const one = user(email);
      assert.ok(await store().users.insert(one));
      return one;
    };
    before(async () => {
      whole = await open();
    });
    after(() => whole.close());

    test('a user is found by id and by address, as it was stored', async () => {
      const one = await inserted();
      assert.deepEqual(await store().users.byId(one.id), one);
      assert.deepEqual(await store().users.byEmail(one.email ?? ''), one);
      assert.equal(await store().users.byId('nobody'), undefined);
    });

    test('an address has one user, also when fifty ask at once; anonymous users have none', async () => {
      const email = 'one@mailbox.test';
      const tries = await Promise.all(
        Array.from({ length: 50 }, () => store().users.insert(user(email))),
      );
      assert.equal(tries.filter(Boolean).length, 1);
      assert.ok(await store().users.insert(user(null)));
      assert.ok(await store().users.insert(user(null)));
    });

    test('a sign-in by letter confirms the address once', async () => {
      const { id } = await inserted();
      assert.equal((await store().users.signedIn(id, NOW, false))?.confirmedAt, null);
      assert.equal((await store().users.signedIn(id, NOW + 1, true))?.confirmedAt, NOW + 1);
      const later = await store().users.signedIn(id, NOW + 2, true);
      assert.deepEqual([later?.confirmedAt, later?.lastSignInAt], [NOW + 1, NOW + 2]);
    });

    test('only what is named changes of a user', async () => {
      const one = await inserted();
      const changed = await store().users.update(one.id, { meta: '{"a":1}' }, NOW + 5);
      assert.deepEqual(changed, { ...one, meta: '{"a":1}', updatedAt: NOW + 5 });
    });

    test('an address changes after both letters, unless somebody has it by then', async () => {
      const one = await inserted();
      const { users } = store();
      await users.update(one.id, { newEmail: 'new@mailbox.test', newEmailStep: 0 }, NOW);
      assert.equal((await users.byNewEmail('new@mailbox.test'))?.id, one.id);
      assert.equal(await users.confirmStep(one.id, 'other@mailbox.test', NOW), undefined);
      assert.equal((await users.confirmStep(one.id, 'new@mailbox.test', NOW))?.newEmailStep, 1);
      assert.equal(await users.confirmStep(one.id, 'new@mailbox.test', NOW), undefined);
      const changed = await users.adoptEmail(one.id, 'new@mailbox.test', NOW + 1);
      assert.deepEqual(
        [changed?.email, changed?.newEmail, changed?.newEmailStep],
        ['new@mailbox.test', null, 0],
      );
      const other = await inserted();
      await users.update(other.id, { newEmail: 'new@mailbox.test' }, NOW);
      assert.equal(await users.adoptEmail(other.id, 'new@mailbox.test', NOW), undefined);
      assert.equal((await users.byId(other.id))?.email, other.email);
    });

    test('a refresh advances the counter for one of ten at once', async () => {
      const { id: userId } = await inserted();
      const one = session(userId);
      await store().sessions.insert(one);
      const advanced = await Promise.all(
        Array.from({ length: 10 }, () => store().sessions.advance(one.id, 1, NOW + 1)),
      );
      assert.equal(advanced.filter((result) => result !== undefined).length, 1);
      const now = await store().sessions.find(one.id);
      assert.deepEqual([now?.counter, now?.refreshedAt], [2, NOW + 1]);
    });

    test('late uses are counted within their window', async () => {
      const { id: userId } = await inserted();
      const one = session(userId);
      await store().sessions.insert(one);
      const { sessions } = store();
      assert.equal(await sessions.countLate(one.id, NOW, NOW - DAY), 1);
      assert.equal(await sessions.countLate(one.id, NOW + 1, NOW + 1 - DAY), 2);
      assert.equal(await sessions.countLate(one.id, NOW + DAY + 1, NOW + 1), 1);
    });

    test('sessions end one by one, all but one, or all without a second factor', async () => {
      const { id: userId } = await inserted();
      const { sessions } = store();
      const [first, second, third] = [
        session(userId),
        session(userId),
        session(userId, { aal: 2 }),
      ];
      for (const one of [first, second, third]) await sessions.insert(one);
      assert.equal(await sessions.deleteBelowAal2(userId, second.id), 1);
      assert.equal((await sessions.of(userId)).length, 2);
      assert.equal(await sessions.deleteOf(userId, second.id), 1);
      assert.ok(await sessions.delete(second.id));
      assert.ok(!(await sessions.delete(second.id)));
      assert.equal(await sessions.find(first.id), undefined);
    });

    test('a verified factor changes the methods of a session and advances its counter', async () => {
      const { id: userId } = await inserted();
      const one = session(userId);
      await store().sessions.insert(one);
      const changed = await store().sessions.setMethods(one.id, { aal: 2, amr: '[1]' }, NOW + 9);
      assert.deepEqual(changed, { ...one, aal: 2, amr: '[1]', counter: 2, refreshedAt: NOW + 9 });
    });

    test('a link works once and takes its code with it', async () => {
      const { id } = await inserted();
      const entry = oneTime(id);
      const store1 = store().oneTime;
      await store1.put(entry);
      assert.equal(await store1.redeemLink([entry.link], ['recovery'], NOW), undefined);
      assert.equal(await store1.redeemLink([entry.link], ['magiclink'], NOW + DAY), undefined);
      const redeemed = await Promise.all(
        Array.from({ length: 5 }, () => store1.redeemLink([entry.link], ['magiclink'], NOW)),
      );
      assert.deepEqual(
        redeemed.filter((one) => one !== undefined),
        [entry],
      );
      assert.equal(await store1.redeemCode(id, ['right'], ['magiclink'], NOW, 5), undefined);
    });

    test('of a hundred codes tried at the same moment five count, and the link lives on', async () => {
      const { id } = await inserted();
      const entry = oneTime(id);
      await store().oneTime.put(entry);
      const tries = Array.from({ length: 99 }, () =>
        store().oneTime.redeemCode(id, ['wrong'], ['magiclink'], NOW, 5),
      );
      assert.ok((await Promise.all(tries)).every((one) => one === undefined));
      const { oneTime: codes } = store();
      assert.equal(await codes.redeemCode(id, ['right'], ['magiclink'], NOW, 5), undefined);
      assert.equal((await codes.find(id, 'magiclink'))?.tries, 5);
      assert.ok(await codes.redeemLink([entry.link], ['magiclink'], NOW));
    });

    test('the fifth code may be the right one; a new letter begins anew', async () => {
      const { id } = await inserted();
      const { oneTime: codes } = store();
      await codes.put(oneTime(id, { tries: 5 }));
      await codes.put(oneTime(id));
      for (let wrong = 0; wrong < 4; wrong++) {
        assert.equal(await codes.redeemCode(id, ['wrong'], ['magiclink'], NOW, 5), undefined);
      }
      assert.equal((await codes.redeemCode(id, ['right'], ['magiclink'], NOW, 5))?.userId, id);
    });

    test('a letter to be tried again is given to one of two nodes', async () => {
      const { id } = await inserted();
      const { oneTime: letters } = store();
      await letters.put(oneTime(id, { retryAt: NOW + 5 }));
      assert.deepEqual(await letters.takeRetries(NOW + 4, 10), []);
      const taken = await Promise.all([
        letters.takeRetries(NOW + 5, 10),
        letters.takeRetries(NOW + 5, 10),
      ]);
      assert.deepEqual(
        taken.flat().map(({ userId, retries, retryAt }) => [userId, retries, retryAt]),
        [[id, 1, null]],
      );
      await letters.delete(id, 'magiclink');
    });

    test('a flow is answered once, and its code is exchanged once', async () => {
      const { id: userId } = await inserted();
      const flow = {
        id: randomUUID(),
        provider: 'p',
        challenge: null,
        authCode: null,
        userId: null,
        linking: null,
        redirectTo: '/x',
        sealed: 's',
        used: false,
        until: NOW + 300_000,
      };
      const { flows } = store();
      await flows.insert(flow);
      assert.equal(await flows.use(flow.id, NOW + 300_000), undefined);
      assert.deepEqual(await flows.use(flow.id, NOW), { ...flow, used: true });
      assert.equal(await flows.use(flow.id, NOW), undefined);
      assert.ok((await flows.find(flow.id))?.used);
      const code = { authCode: randomUUID(), userId, until: NOW + 1 };
      await flows.setCode(flow.id, code);
      assert.deepEqual(await flows.takeCode(code.authCode), { ...flow, ...code, used: true });
      assert.equal(await flows.takeCode(code.authCode), undefined);
    });

    test('a factor has a name of its own, and a step counts once', async () => {
      const { id } = await inserted();
      const { factors } = store();
      const one = factor(id, 'phone');
      assert.ok(await factors.insert(one));
      assert.ok(!(await factors.insert(factor(id, 'phone'))));
      assert.ok(await factors.insert(factor(id)));
      assert.ok(await factors.insert(factor(id)));
      assert.ok(await factors.accept(one.id, 7));
      assert.ok(!(await factors.accept(one.id, 7)));
      assert.ok(!(await factors.accept(one.id, 6)));
      assert.equal((await factors.find(one.id))?.verified, true);
      assert.equal((await factors.of(id)).length, 3);
      assert.ok(!(await factors.delete(one.id, 'somebody else')));
      assert.ok(await factors.delete(one.id, id));
    });

    test('the fifth wrong code locks a factor, also when a hundred come at once; behind the lock the count begins anew', async () => {
      const { id } = await inserted();
      const { factors } = store();
      const one = factor(id);
      await factors.insert(one);
      const attempt = (now: number) => factors.attempt(one.id, now, 5, now + 900_000);
      const allowed = await Promise.all(Array.from({ length: 100 }, () => attempt(NOW)));
      assert.equal(allowed.filter((result) => result !== undefined).length, 5);
      assert.equal(await attempt(NOW + 899_999), undefined);
      assert.equal((await attempt(NOW + 900_000))?.tries, 1);
      assert.ok(await factors.accept(one.id, 1));
      assert.equal((await factors.find(one.id))?.tries, 0);
    });

    test('a right fifth code opens the factor again', async () => {
      const { id } = await inserted();
      const { factors } = store();
      const one = factor(id);
      await factors.insert(one);
      for (let tries = 0; tries < 5; tries++) await factors.attempt(one.id, NOW, 5, NOW + DAY);
      assert.ok(await factors.accept(one.id, 1));
      assert.ok(await factors.attempt(one.id, NOW, 5, NOW + DAY));
    });

    test('a credential is written by one of two that read it at the same moment', async () => {
      const { id } = await inserted();
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

    test('of the factors of a user those that were never verified can go alone', async () => {
      const { id } = await inserted();
      const { factors } = store();
      const [verified, old] = [factor(id), factor(id)];
      const young = { ...factor(id), createdAt: NOW + 1 };
      for (const one of [verified, old, young]) await factors.insert(one);
      await factors.accept(verified.id, 1);
      await factors.deleteUnverified(id, NOW);
      const left = (await factors.of(id)).map((one) => one.id);
      assert.deepEqual(left, [verified.id, young.id]);
      assert.equal(await factors.deleteOf(id), 1);
      assert.deepEqual(await factors.of(id), []);
    });

    test('a challenge is answered once', async () => {
      const challenge = {
        id: randomUUID(),
        sessionId: null,
        factorId: null,
        value: 'v',
        until: NOW,
      };
      const { factors } = store();
      await factors.insertChallenge(challenge);
      assert.deepEqual(await factors.findChallenge(challenge.id), challenge);
      assert.deepEqual(await factors.takeChallenge(challenge.id), challenge);
      assert.equal(await factors.takeChallenge(challenge.id), undefined);
    });

    test('a passkey whose counter goes back is refused; one without a counter is not', async () => {
      const { id: userId } = await inserted();
      const { passkeys } = store();
      const one = {
        id: randomUUID(),
        userId,
        credential: randomUUID(),
        publicKey: 'k',
        counter: 0,
        name: null,
        createdAt: NOW,
        lastUsedAt: null,
      };
      assert.ok(await passkeys.insert(one));
      assert.ok(!(await passkeys.insert({ ...one, id: randomUUID() })));
      assert.ok(await passkeys.used(one.id, 0, NOW));
      assert.ok(await passkeys.used(one.id, 5, NOW));
      assert.ok(!(await passkeys.used(one.id, 5, NOW)));
      assert.ok(!(await passkeys.used(one.id, 0, NOW)));
      assert.equal((await passkeys.rename(one.id, userId, 'key'))?.name, 'key');
      assert.equal((await passkeys.byCredential(one.credential))?.counter, 5);
      assert.ok(await passkeys.delete(one.id, userId));
    });

    test('an address that a provider proves makes an unconfirmed user confirmed, once', async () => {
      const { users } = store();
      const one = await inserted();
      await users.update(one.id, { password: 'a', meta: '{"planted":1}' }, NOW);
      const claimed = await users.claim(one.id, '{"name":"Jane"}', NOW + 1);
      assert.deepEqual(
        [claimed?.confirmedAt, claimed?.password, claimed?.meta],
        [NOW + 1, null, '{"name":"Jane"}'],
      );
      assert.equal(await users.claim(one.id, '{}', NOW + 2), undefined);
    });

    test('a proven address takes the place of the one that was known, unless somebody has it', async () => {
      const { users } = store();
      const [one, other] = [await inserted(), await inserted()];
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
      const [one, other] = [await inserted(), await inserted()];
      const { identities } = store();
      const identity = (userId: string, provider: string, subject: string) => ({
        id: randomUUID(),
        userId,
        provider,
        subject,
        data: '{}',
        createdAt: NOW,
        lastSignInAt: null,
      });
      const first = identity(one.id, 'email', one.id);
      const second = identity(one.id, 'corp', 'subject-1');
      assert.ok(await identities.insert(first));
      assert.ok(await identities.insert(second));
      assert.ok(!(await identities.insert(identity(other.id, 'corp', 'subject-1'))));
      await identities.signedIn(second.id, '{"a":1}', NOW + 1);
      assert.deepEqual(await identities.find('corp', 'subject-1'), {
        ...second,
        data: '{"a":1}',
        lastSignInAt: NOW + 1,
      });
      assert.ok(await identities.delete(second.id, one.id));
      assert.ok(!(await identities.delete(first.id, one.id)));
      assert.deepEqual(await identities.of(one.id), [first]);
    });

    test('a signing key is made once in its time, sealed anew and deleted', async () => {
      const { signingKeys } = store();
      const key = { kid: randomUUID(), sealed: 'a', createdAt: NOW };
      assert.ok(await signingKeys.insert(key, NOW - 1));
      assert.ok(!(await signingKeys.insert({ ...key, kid: randomUUID() }, NOW - 1)));
      await signingKeys.reseal(key.kid, 'b');
      assert.deepEqual(await signingKeys.all(), [{ ...key, sealed: 'b' }]);
      await signingKeys.delete(key.kid);
      assert.deepEqual(await signingKeys.all(), []);
    });

    test('a letter is counted by one of two that looked at the same moment', async () => {
      const { letterBudget } = store();
      const key = randomUUID();
      const first = { key, times: [NOW], forgetAt: NOW + DAY };
      const second = { key, times: [NOW, NOW + 1], forgetAt: NOW + DAY };
      const both = await Promise.all([
        letterBudget.count(first, undefined),
        letterBudget.count(first, undefined),
      ]);
      assert.deepEqual(both.toSorted(), [false, true]);
      const seen = await letterBudget.find(key);
      assert.deepEqual(seen, { key, times: [NOW], used: false, stoppedUntil: 0 });
      assert.ok(await letterBudget.count(second, seen));
      assert.ok(!(await letterBudget.count(second, seen)));
    });

    test('a used letter, and a stop, stay with the count of letters; the longer stop holds', async () => {
      const { letterBudget } = store();
      const key = randomUUID();
      await letterBudget.used(key);
      await letterBudget.stop(key, NOW + DAY);
      await letterBudget.stop(key, NOW + 1);
      const stopped = { key, times: [], used: false, stoppedUntil: NOW + DAY };
      assert.deepEqual(await letterBudget.find(key), stopped);
      await letterBudget.used(key);
      assert.ok(await letterBudget.count({ key, times: [NOW], forgetAt: NOW }, stopped));
      assert.deepEqual(await letterBudget.find(key), { ...stopped, times: [NOW], used: true });
    });

    test('the sweeper forgets letters when they count no more, and a stop when it has ended', async () => {
      const { letterBudget } = store();
      const [old, young, stopped] = [randomUUID(), randomUUID(), randomUUID()];
      await letterBudget.count({ key: old, times: [1], forgetAt: NOW }, undefined);
      await letterBudget.count({ key: young, times: [1], forgetAt: NOW + 1 }, undefined);
      await letterBudget.count({ key: stopped, times: [1], forgetAt: NOW }, undefined);
      await letterBudget.stop(stopped, NOW + 1);
      await store().sweep(NOW);
      const found = await Promise.all([old, young, stopped].map((key) => letterBudget.find(key)));
      assert.deepEqual(
        found.map((count) => count?.key),
        [undefined, young, stopped],
      );
    });

    test('a retry of a letter is set only while its link is the latest one', async () => {
      const { id } = await inserted();
      const { oneTime: letters } = store();
      const entry = oneTime(id);
      await letters.put(entry);
      assert.ok(!(await letters.retryAt('an earlier link', NOW)));
      assert.ok(await letters.retryAt(entry.link, NOW));
      assert.equal((await letters.find(id, 'magiclink'))?.retryAt, NOW);
      await letters.delete(id, 'magiclink');
    });

    test('a deleted user leaves no row, and what is left of a broken-off deletion is not found', async () => {
      const one = await inserted();
      const kept = session(one.id);
      await store().sessions.insert(kept);
      await store().factors.insert(factor(one.id));
      await store().oneTime.put(oneTime(one.id));
      const orphan = session('nobody');
      await store().sessions.insert(orphan);
      assert.ok(await store().users.delete(one.id));
      assert.ok(!(await store().users.delete(one.id)));
      assert.equal(await store().sessions.find(kept.id), undefined);
      assert.deepEqual(await store().factors.of(one.id), []);
      assert.equal(await store().oneTime.find(one.id, 'magiclink'), undefined);
      assert.equal(await store().sessions.find(orphan.id), undefined);
    });

    test('the sweeper takes what has expired, and nothing else', async () => {
      const [confirmed, waiting, late] = [await inserted(), await inserted(), await inserted()];
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
  });
}
