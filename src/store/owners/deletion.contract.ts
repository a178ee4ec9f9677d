/** The store's promises about a deleted alias's name, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '#support/seeded-random.ts';
import { clock, fresh, made, type OpenedStores, ticketOf } from './owned-rows.fixture.ts';

/** Simultaneous tries. */
const BATCH = 100;
/** Tries for a name that is retired; the nightly run has 4,000. */
const INSERTS = BATCH * rounds(4);

export function deletionContract(opened: OpenedStores): void {
  const { store, other } = opened;
  const counted = async (domain: string) =>
    (await store().countByDomain()).find((count) => count.domain === domain);

  test('an owner deletes an alias: state and history are deleted, the name stays in use', async () => {
    const alias = await made(opened, { confirmedAt: clock.time }, 'deleted.test');
    const mail = {
      kind: 'refused',
      domain: 'b.test',
      reason: 'full',
      code: 550,
      host: 'mx.b.test',
    };
    await store().history.add([{ aliasId: alias.id, at: clock.time, ...mail }]);
    await store().history.addDelivered([{ aliasId: alias.id, day: 0, delivered: 1 }]);
    const deleted = () => store().owners.deleteAlias(alias.id, alias.real_email, clock.time);
    assert.deepEqual(await deleted(), alias);
    assert.equal(await other().aliasById(alias.id), undefined);
    assert.equal(await other().aliasByAddress(alias.alias_email), undefined);
    assert.deepEqual(await other().aliasesOf(alias.real_email), []);
    assert.deepEqual(await other().history.of(alias.id), { events: [], days: [] });
    const retired = { domain: 'deleted.test', active: 0, inactive: 0, retired: 1 };
    assert.deepEqual(await counted('deleted.test'), retired);
    assert.equal(await other().isRetired(alias.alias_email), true);
    assert.equal(await other().isRetired('alias-1@nowhere.test'), false);
    for (const text of ['', '\0', '\ud800']) assert.equal(await store().isRetired(text), false);
    assert.equal(await deleted(), undefined);
  });

  test('after a deletion hundreds of inserts never get the name again, not even those at the same moment', async () => {
    const alias = await made(opened, { confirmedAt: clock.time }, 'retired.test');
    const { alias_email, real_email } = alias;
    const attempt = (i: number) =>
      (i % 2 ? store() : other()).insertAlias({ ...fresh(), alias_email });
    const taken = { kind: 'taken', column: 'alias_email' };
    let deleted: Promise<unknown> = Promise.resolve();
    for (let from = 0; from < INSERTS; from += BATCH) {
      const inserts = Array.from({ length: BATCH }, (_, i) => attempt(from + i));
      if (from === BATCH) deleted = store().owners.deleteAlias(alias.id, real_email, clock.time);
      for (const insertion of await Promise.all(inserts)) assert.deepEqual(insertion, taken);
    }
    assert.deepEqual(await deleted, alias);
    assert.equal(await store().isRetired(alias_email), true);
    const holder = await store().insertAlias({ ...fresh('retired.test'), real_email });
    assert.equal(holder.kind, 'created', 'its owner may have another');
  });

  test('of 20 aliases that are deleted while their names are requested, no name is used again', async () => {
    const aliases = await Promise.all(
      Array.from({ length: 20 }, () => made(opened, { confirmedAt: clock.time }, 'race.test')),
    );
    const outcomes = await Promise.all(
      aliases.flatMap(({ id, real_email, alias_email }) => [
        store().owners.deleteAlias(id, real_email, clock.time),
        ...Array.from({ length: 5 }, () => other().insertAlias({ ...fresh(), alias_email })),
      ]),
    );
    const kinds = new Set(outcomes.map((one) => (one && 'kind' in one ? one.kind : 'deleted')));
    assert.deepEqual(kinds, new Set(['deleted', 'taken']));
    assert.equal((await counted('race.test'))?.retired, 20);
  });

  test('an unconfirmed alias is deleted at a stranger’s request; its name is free unless it carried mail', async () => {
    const ticket = ticketOf('a stranger');
    const carried = await made(opened, { ticket });
    const since = clock.time + 10;
    clock.time = since;
    const silent = await made(opened, { ticket });
    const { owners } = store();
    assert.deepEqual(await owners.deleteUnconfirmed(carried.real_email, since, since), [carried]);
    assert.deepEqual(await owners.deleteUnconfirmed(silent.real_email, since, since), [silent]);
    assert.equal(await store().isRetired(carried.alias_email), true);
    assert.equal(await store().isRetired(silent.alias_email), false);
    const next = await store().insertAlias({ ...fresh(), alias_email: silent.alias_email });
    assert.equal(next.kind, 'created');
    assert.deepEqual(await owners.deleteUnconfirmed('\0', since, since), []);
  });

  test('a blocked name is never used, whether or not it was an alias', async () => {
    const { owners } = store();
    const confirmed = await made(opened, { confirmedAt: clock.time }, 'block.test');
    const unconfirmed = await made(opened, {}, 'block.test');
    const { alias_email: free } = fresh('block.test');
    const before = (await owners.confirmedByDomain()).find(({ domain }) => domain === 'block.test');
    assert.equal(before?.confirmed, 1);
    for (const alias of [confirmed, unconfirmed]) {
      assert.deepEqual(await owners.block(alias.alias_email, clock.time), alias);
      assert.equal(await other().aliasById(alias.id), undefined);
    }
    assert.equal(await owners.block(free, clock.time), undefined);
    assert.equal(await owners.block(free, clock.time), undefined, 'as often as one likes');
    for (const alias_email of [confirmed.alias_email, unconfirmed.alias_email, free]) {
      const insertion = await other().insertAlias({ ...fresh(), alias_email });
      assert.deepEqual(insertion, { kind: 'taken', column: 'alias_email' });
    }
    assert.equal((await counted('block.test'))?.retired, 3);
  });

  test('a report of an unwanted alias deletes no confirmed one, even at the moment of the confirmation', async () => {
    const { owners } = store();
    const confirmed = await made(opened, { confirmedAt: clock.time });
    assert.deepEqual(await owners.deleteUnconfirmed(confirmed.real_email, clock.time, 0), []);
    assert.ok(await store().aliasById(confirmed.id));
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { id, real_email } = await made(opened, { ticket: ticketOf('a') });
        const [stayed, gone] = await Promise.all([
          owners.confirm(real_email, clock.time),
          other().owners.deleteUnconfirmed(real_email, clock.time, 0),
        ]);
        assert.equal(stayed.length + gone.length, 1, 'one of the two, and the other knows');
        assert.equal((await store().aliasById(id)) !== undefined, stayed.length === 1);
      }),
    );
  });
}
