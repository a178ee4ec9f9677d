/** The store's promises about the users, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUUID } from 'node:crypto';
import {
  NOW,
  code,
  user,
  inserted,
  oneTime,
  type OpenedStore,
  session,
} from './auth-rows.fixture.ts';
import type { AlongWith } from './users.ts';
import type { StatementSteps } from '../statements.ts';

export function usersContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a user is found by id and by address, as it was stored, and an update changes only the named columns', async () => {
    const one = await inserted(opened);
    assert.deepEqual(await store().users.byId(one.id), one);
    assert.deepEqual(await store().users.byEmail(one.email ?? ''), one);
    assert.equal(await store().users.byId('nobody'), undefined);
    const changed = await store().users.update(one.id, { meta: '{"a":1}' }, NOW + 5);
    assert.deepEqual(changed, { ...one, meta: '{"a":1}', updatedAt: NOW + 5 });
  });

  test('an address has one user, also after fifty requests at once; anonymous users have none', async () => {
    const email = 'one@mailbox.test';
    const tries = Array.from({ length: 50 }, () => store().users.insert(user(email)));
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
    assert.ok(await store().users.insert(user(null)));
    assert.ok(await store().users.insert(user(null)));
  });

  test('a sign-in by letter confirms the address once', async () => {
    const { id } = await inserted(opened);
    assert.equal((await store().users.signedIn(id, NOW, false))?.confirmedAt, null);
    assert.equal((await store().users.signedIn(id, NOW + 1, true))?.confirmedAt, NOW + 1);
    const later = await store().users.signedIn(id, NOW + 2, true);
    assert.deepEqual([later?.confirmedAt, later?.lastSignInAt], [NOW + 1, NOW + 2]);
  });

  test('the first letter voids password and metadata, unless it is that of the sign-up; later ones do not', async () => {
    const { users } = store();
    for (const proof of [true, 'of-sign-up'] as const) {
      const { id } = await inserted(opened);
      await users.update(id, { password: 'unproven', meta: '{"a":1}' }, NOW);
      assert.equal((await users.signedIn(id, NOW, false))?.password, 'unproven');
      const first = await users.signedIn(id, NOW, proof);
      assert.equal(first?.password, proof === true ? null : 'unproven');
      assert.equal(first?.meta, proof === true ? '{}' : '{"a":1}');
      await users.update(id, { password: 'mine', meta: '{"b":2}' }, NOW);
      const later = await users.signedIn(id, NOW, true);
      assert.deepEqual([later?.password, later?.meta], ['mine', '{"b":2}']);
    }
  });

  test('an address changes after both letters, unless another user has it by then', async () => {
    const one = await inserted(opened);
    const { users } = store();
    await users.update(one.id, { newEmail: 'new@mailbox.test', newEmailStep: 0 }, NOW);
    assert.equal((await users.byNewEmail('new@mailbox.test'))[0]?.id, one.id);
    assert.equal(await users.confirmStep(one.id, 'other@mailbox.test', 1, NOW), undefined);
    for (const time of [NOW, NOW + 1]) {
      const first = await users.confirmStep(one.id, 'new@mailbox.test', 1, time);
      assert.equal(first?.newEmailStep, 1, 'two letters to one address are one consent');
    }
    assert.equal(await users.confirmStep(one.id, 'new@mailbox.test', 2, NOW), undefined);
    assert.equal(await users.adoptEmail(one.id, 'new@mailbox.test', 2, NOW, null), undefined);
    const changed = await users.adoptEmail(one.id, 'new@mailbox.test', 1, NOW + 1, null);
    const { email, newEmail, newEmailStep } = changed ?? {};
    assert.deepEqual([email, newEmail, newEmailStep], ['new@mailbox.test', null, 0]);
    const guest = user(null, { anonymous: true, newEmail: 'guest@mailbox.test' });
    await users.insert(guest);
    const known = await users.adoptEmail(guest.id, 'guest@mailbox.test', 0, NOW, null);
    assert.deepEqual([known?.email, known?.anonymous], ['guest@mailbox.test', false]);
    const other = await inserted(opened);
    await users.update(other.id, { newEmail: 'new@mailbox.test' }, NOW);
    assert.equal(await users.adoptEmail(other.id, 'new@mailbox.test', 0, NOW, null), undefined);
    assert.equal((await users.byId(other.id))?.email, other.email);
  });

  test('with a change of address, letters and codes are void in the same moment; a failed one leaves them', async () => {
    const { users, oneTime: letters, flows } = store();
    const [one, other] = [await inserted(opened), await inserted(opened)];
    const kinds = ['magiclink', 'factors-forgotten', 'not_me_old'] as const;
    const left = async () => {
      const found = await Promise.all(kinds.map((kind) => letters.find(one.id, kind)));
      return [...found, await flows.takeCode('exchange')].map((row) => row !== undefined);
    };
    const [taken, free] = [other.email ?? '', `${randomUUID()}@mailbox.test`];
    const changes = (to: string) => [
      () => users.adoptEmail(one.id, to, 0, NOW, null),
      () => users.setEmail(one.id, one.email, to, NOW),
    ];
    const prepare = async (to: string) => {
      for (const kind of kinds) await letters.put(oneTime(one.id, { kind }));
      await flows.insert(code(one.id, 'exchange'));
      await users.update(one.id, { newEmail: to, newEmailStep: 0 }, NOW);
    };
    for (const change of changes(taken)) {
      await prepare(taken);
      assert.equal(await change(), undefined);
      assert.deepEqual(await left(), [true, true, true, true]);
    }
    for (const change of changes(free)) {
      await users.setEmail(one.id, free, one.email ?? '', NOW);
      await prepare(free);
      assert.equal((await change())?.email, free);
      assert.deepEqual(await left(), [false, true, true, false]);
    }
  });

  test('with a change of address all sessions but the staying one end at the same moment; a failed one ends none', async () => {
    const { users, sessions } = store();
    const one = await inserted(opened);
    const [staying, other] = [session(one.id), session(one.id)];
    for (const each of [staying, other]) await sessions.insert(each);
    const to = `${randomUUID()}@mailbox.test`;
    await users.update(one.id, { newEmail: to }, NOW);
    assert.equal(await users.adoptEmail(one.id, to, 1, NOW, staying.id), undefined);
    assert.equal((await sessions.of(one.id)).length, 2);
    assert.ok(await users.adoptEmail(one.id, to, 0, NOW, staying.id));
    const [left, more] = await sessions.of(one.id);
    assert.deepEqual([left?.id, more], [staying.id, undefined]);
    await users.update(one.id, { newEmail: one.email }, NOW);
    assert.ok(await users.adoptEmail(one.id, one.email ?? '', 0, NOW, null));
    assert.deepEqual(await sessions.of(one.id), []);
  });

  test('a newer user of an address that is given back is deleted in the same moment; a failed return leaves both', async () => {
    const { users, sessions } = store();
    const one = await inserted(opened);
    const [way, to] = [oneTime(one.id, { kind: 'not_me_old' }), `${randomUUID()}@mailbox.test`];
    const newer = await inserted(opened, to);
    await sessions.insert(session(newer.id));
    const places = async () => [
      (await users.byId(one.id))?.email,
      (await users.byEmail(to))?.id,
      (await sessions.of(newer.id)).length,
    ];
    const returned = (from: string | null, aliases?: AlongWith) =>
      users.returnEmail(one.id, from, to, NOW, { way, since: NOW, aliases });
    const move = () => {
      throw new Error('in between');
    };
    await assert.rejects(() => returned(one.email, { move }));
    const isFree = function* (): ReturnType<StatementSteps<boolean>> {
      return (yield ['SELECT 1 AS one', []]).length === 0;
    };
    assert.equal(await returned(one.email, { isFree, move }), undefined);
    assert.equal(await returned('another@mailbox.test'), undefined);
    assert.deepEqual(await places(), [one.email, newer.id, 1]);
    assert.equal((await returned(one.email))?.email, to);
    assert.deepEqual(await places(), [to, one.id, 0]);
  });

  test('a user with an unproven address is deleted with all rows; one with a proven address stays', async () => {
    const { users, sessions } = store();
    const typed = await inserted(opened);
    await sessions.insert(session(typed.id));
    assert.ok(await users.deleteUnconfirmed(typed.email ?? ''));
    assert.equal(await users.byId(typed.id), undefined);
    assert.deepEqual(await sessions.of(typed.id), []);
    assert.ok(!(await users.deleteUnconfirmed(typed.email ?? '')));
    const proven = await inserted(opened);
    await users.signedIn(proven.id, NOW, true);
    assert.ok(!(await users.deleteUnconfirmed(proven.email ?? '')));
    assert.ok(await users.byId(proven.id));
  });
}
