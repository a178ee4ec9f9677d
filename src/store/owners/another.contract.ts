/** The store's promises about several aliases of one owner, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { NamesLeft } from '../names-left.ts';
import type { Alias } from '../store.ts';
import { user } from '../sessions/auth-rows.fixture.ts';
import type { AnotherAlias } from './another.ts';
import { rounds } from '#support/seeded-random.ts';
import { clock, DAY, fresh, made, type OpenedStores } from './owned-rows.fixture.ts';

let digits = 1_000_000_000;

export function anotherContract(opened: OpenedStores): void {
  const { store, other } = opened;

  /** A user with a proven address. */
  const owner = async (change = {}) => {
    const one = user(fresh().real_email, { confirmedAt: clock.time, ...change });
    await store().auth.users.insert(one);
    return { userId: one.id, owner: one.email ?? '' };
  };
  type Owner = Awaited<ReturnType<typeof owner>>;
  const wanted = (of: Owner, change: Partial<AnotherAlias> = {}): AnotherAlias => {
    digits += 1;
    return {
      id: randomUUID(),
      alias_email: `alias-${digits}@a.test`,
      most: 500,
      note: { note: null, site: null },
      at: clock.time,
      ...of,
      ...change,
    };
  };
  /** The outcome on the other node. */
  const attempt = async (of: Owner, change?: Partial<AnotherAlias>) =>
    (await other().owners.another(wanted(of, change))).kind;
  const another = async (of: Owner, change?: Partial<AnotherAlias>): Promise<Alias> => {
    const insertion = await store().owners.another(wanted(of, change));
    assert.ok(insertion.kind === 'created', insertion.kind);
    return insertion.alias;
  };

  test('one more alias is confirmed, active and its owner’s from the start, with its note', async () => {
    const of = await owner();
    const want = wanted(of, { note: { note: 'sealed label', site: null } });
    const insertion = await store().owners.another(want);
    assert.ok(insertion.kind === 'created');
    const { id, alias_email } = want;
    const created_at = new Date(clock.time).toISOString();
    const row = { id, real_email: of.owner, alias_email, active: true, created_at };
    assert.deepEqual(insertion.alias, row);
    const found = await other().aliasByAddress(alias_email);
    assert.deepEqual([found?.alias, found?.state.confirmedAt], [row, clock.time]);
    const note = { aliasId: id, note: 'sealed label', site: null, pinned: false };
    assert.deepEqual(await other().notes.of(of.owner), [{ ...note, changedAt: clock.time }]);
    const plain = await another(of);
    assert.equal((await store().notes.of(of.owner, plain.id)).length, 0);
  });

  test('of twenty at once on two nodes only the allowed number is made, in every round', async () => {
    for (let round = 0; round < rounds(8); round += 1) {
      const of = await owner();
      for (let i = 0; i < 2; i += 1) await another(of);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? store() : other()).owners.another(wanted(of, { most: 3 })),
        ),
      );
      const kinds = outcomes.map(({ kind }) => kind).toSorted();
      assert.deepEqual(kinds, ['created', ...Array.from({ length: 19 }, () => 'full')]);
      assert.equal((await store().aliasesOf(of.owner)).length, 3);
    }
  });

  test('the address’s own number counts before the setting’s, also downwards, and from the next call on', async () => {
    const of = await owner();
    const { plans } = store();
    assert.equal(await plans.of(of.owner), undefined);
    await plans.set(of.owner, 1);
    assert.equal(await other().plans.of(of.owner), 1);
    await another(of);
    assert.equal(await attempt(of), 'full');
    await plans.set(of.owner, 2);
    assert.equal(await plans.any(), true);
    assert.deepEqual([await attempt(of, { most: 1 }), await attempt(of)], ['created', 'full']);
    await other().plans.end(of.owner);
    assert.deepEqual([await attempt(of, { most: 2 }), await attempt(of)], ['full', 'created']);
  });

  test('aliases that are switched off count, but an unconfirmed one does not', async () => {
    const of = await owner();
    const short = { real_email: of.owner, alias_email: fresh().alias_email };
    assert.equal((await store().insertAlias(short)).kind, 'created');
    const off = await another(of, { most: 2 });
    await store().setActive(off.id, false, 'anybody');
    await another(of, { most: 2 });
    assert.equal(await attempt(of, { most: 2 }), 'full');
  });

  test('a user who was deleted, has another address or never proved it gets no alias', async () => {
    for (const change of [{ confirmedAt: null }, { anonymous: true }]) {
      assert.equal(await attempt(await owner(change)), 'not_owner');
    }
    const of = await owner();
    assert.equal(await attempt({ ...of, owner: fresh().real_email }), 'not_owner');
    await store().auth.users.delete(of.userId);
    assert.equal(await attempt(of), 'not_owner');
    assert.deepEqual(await store().aliasesOf(of.owner), []);
  });

  test('of twenty that are requested while their owner is deleted, none stays', async () => {
    const { auth, owners } = store();
    for (let round = 0; round < rounds(8); round += 1) {
      const of = await owner();
      const requests = Array.from({ length: 20 }, (_, i) => async () => {
        if (i !== 10) return attempt(of);
        const deleted = await auth.users.delete(of.userId, () =>
          owners.forgetting(of.owner, clock.time, 0),
        );
        return deleted ? 'deleted' : 'unknown';
      });
      const outcomes = await Promise.all(requests.map((request) => request()));
      // `taken`: made, and its name retired by the deletion before the request looked at it again.
      const ends = ['created', 'taken', 'not_owner'];
      assert.deepEqual(
        outcomes.filter((kind) => !ends.includes(kind)),
        ['deleted'],
      );
      assert.deepEqual(await store().aliasesOf(of.owner), []);
    }
  });

  test('a name of ten digits is used once: taken, deleted or blocked, no one gets it again', async () => {
    const of = await owner();
    const taken = { kind: 'taken', what: 'name' };
    const { alias_email, id } = await another(of);
    const again = () => other().owners.another(wanted(of, { alias_email }));
    assert.deepEqual(await again(), taken);
    await store().owners.deleteAlias(id, of.owner, clock.time);
    assert.deepEqual(await again(), taken);
    assert.deepEqual(await store().aliasesOf(of.owner), []);
    const blocked = wanted(of);
    await store().owners.block(blocked.alias_email, clock.time);
    assert.deepEqual(await other().owners.another(blocked), taken);
  });

  test('no two aliases of one owner have the same number of 31 bits, and none has 0', async () => {
    const of = await owner();
    await another(of, { id: '8f000000-0000-4000-8000-000000000001' });
    const taken = { kind: 'taken', what: 'number' };
    for (const id of [
      '8f000000-ffff-4000-8000-000000000002',
      '8f000001-0000-4000-8000-000000000003',
      '00000001-0000-4000-8000-000000000004',
    ]) {
      assert.deepEqual(await store().owners.another(wanted(of, { id })), taken, id);
    }
    const elsewhere = await owner();
    await another(elsewhere, { id: '8f000000-ffff-4000-8000-000000000002' });
  });

  test('only the owner can change a note, which is deleted with the alias', async () => {
    const [of, eve] = [await owner(), await owner()];
    const alias = await another(of);
    const { notes, owners } = store();
    const change = (email: string, note: object) => notes.change(alias.id, note, email, clock.time);
    assert.equal(await change(of.owner, { note: 'a' }), true);
    assert.equal(await change(of.owner, { site: 'b', pinned: true }), true);
    const kept = { aliasId: alias.id, note: 'a', site: 'b', pinned: true, changedAt: clock.time };
    assert.deepEqual(await other().notes.of(of.owner), [kept]);
    assert.equal(await change(eve.owner, { note: 'eve' }), false);
    assert.deepEqual(await notes.of(eve.owner, alias.id), []);
    const unconfirmed = await made(opened);
    assert.equal(await notes.change(unconfirmed.id, {}, unconfirmed.real_email, 1), false);
    await notes.reseal(alias.id, 'note', 'another text', 'late');
    await notes.reseal(alias.id, 'site', 'b', 'b again');
    assert.deepEqual(await notes.of(of.owner, alias.id), [{ ...kept, site: 'b again' }]);
    await owners.deleteAlias(alias.id, of.owner, clock.time);
    assert.equal(await change(of.owner, { note: 'late' }), false);
    assert.deepEqual(await notes.of(of.owner), []);
  });

  test('with a change of address all aliases move with their notes and the plan, or none of them', async () => {
    const of = await owner();
    const aliases = [await made(opened, { confirmedAt: 1 })];
    await store().owners.moveAddress(aliases[0]?.real_email ?? '', of.owner, 1, 0);
    for (let i = 0; i < 4; i += 1)
      aliases.push(await another(of, { note: { note: `${i}`, site: null } }));
    await store().plans.set(of.owner, 7);
    const { owners, plans, notes } = store();
    const left = async (email: string) => [
      (await store().aliasesOf(email)).length,
      (await notes.of(email)).length,
      await plans.of(email),
    ];
    const taken = await made(opened, { confirmedAt: 1 });
    assert.deepEqual(await owners.moveAddress(of.owner, taken.real_email, 2, 0), { kind: 'taken' });
    assert.deepEqual(await left(of.owner), [5, 4, 7]);
    assert.deepEqual(await left(taken.real_email), [1, 0, undefined]);
    const to = fresh().real_email;
    const moved = await owners.moveAddress(of.owner, to, 2, 0);
    assert.ok(moved.kind === 'moved');
    const ids = (rows: readonly Alias[]) => rows.map(({ id }) => id).toSorted();
    assert.deepEqual(ids(moved.moved), ids(aliases));
    assert.deepEqual(
      [await left(to), await left(of.owner)],
      [
        [5, 4, 7],
        [0, 0, undefined],
      ],
    );
  });

  test('a caller who does not own the address only sees its short name', async () => {
    const of = await owner();
    await another(of);
    assert.deepEqual(await store().shortAliasOf(of.owner), []);
    const short = { real_email: of.owner, alias_email: fresh().alias_email };
    await store().insertAlias(short);
    const [found, more] = await other().shortAliasOf(of.owner);
    assert.deepEqual([found?.alias.alias_email, more], [short.alias_email, undefined]);
    const all = (await store().aliasesOf(of.owner)).map(({ alias }) => alias.alias_email);
    assert.equal(all.length, 2);
    assert.deepEqual((await other().aliasNamesOf(of.owner)).toSorted(), all.toSorted());
    assert.deepEqual(await store().aliasNamesOf('nobody\0@b.test'), []);
  });

  test('long names use up none of the names that a domain has left, in use or retired', async () => {
    const [of, domain] = [await owner(), 'left.test'];
    const space = { domains: [domain], numbers: { first: 1000, last: 9999 } };
    const names = new NamesLeft({ store: store(), space, log: SILENT });
    await made(opened, {}, domain);
    await names.refresh();
    const counted = (counts: readonly { domain: string }[], key: string) =>
      counts.find((count) => count.domain === key);
    const before = [names.budget, counted(names.counts, domain)];
    for (let i = 0; i < 5; i += 1) {
      const { id } = await another(of, { alias_email: `alias-${2_000_000_000 + i}@${domain}` });
      if (i === 0) await store().owners.deleteAlias(id, of.owner, clock.time);
      if (i === 1) await store().setActive(id, false, 'anybody');
    }
    await names.refresh();
    assert.deepEqual([names.budget, counted(names.counts, domain)], before);
    assert.deepEqual(names.budget, { left: 8999, total: 9000 });
    const long = { domain: `+${domain}`, active: 3, inactive: 1, retired: 1 };
    assert.deepEqual(counted(names.counts, long.domain), long);
    const confirmed = await store().owners.confirmedByDomain();
    assert.deepEqual(counted(confirmed, long.domain), { domain: long.domain, confirmed: 4 });
  });

  test('the recorded messages of all aliases of an address are counted, separately for each alias', async () => {
    const of = await owner();
    const [busy, quiet, refusing] = [await another(of), await another(of), await another(of)];
    const day = clock.time - (clock.time % DAY);
    const { history } = store();
    await history.addDelivered([
      { aliasId: busy.id, day: day - DAY, delivered: 4 },
      { aliasId: busy.id, day, delivered: 8 },
    ]);
    const mail = { domain: 'b.test', reason: 'blocked', code: null, host: null };
    await history.add([
      { aliasId: busy.id, at: clock.time, kind: 'refused', ...mail },
      { aliasId: refusing.id, at: clock.time, kind: 'refused', ...mail },
      { aliasId: refusing.id, at: clock.time, kind: 'deferred', ...mail },
    ]);
    const ofBusy = { aliasId: busy.id, delivered: 12, lastDay: day, refused: 1 };
    const ofRefusing = { aliasId: refusing.id, delivered: 0, lastDay: null, refused: 1 };
    const counts = await other().history.countsOf(of.owner);
    assert.deepEqual(
      counts.toSorted((a, b) => b.delivered - a.delivered),
      [ofBusy, ofRefusing],
    );
    assert.deepEqual(await history.countsOf(of.owner, busy.id), [ofBusy]);
    assert.deepEqual(await history.countsOf(of.owner, quiet.id), []);
    for (const [email, id] of [
      [fresh().real_email, busy.id],
      ['nobody\0@b.test', busy.id],
      [of.owner, 'no UUID'],
    ] as const) {
      assert.deepEqual(await history.countsOf(email, id), []);
    }
  });
}
