/** The store's promises about an address that is deleted or changed, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { clock, fresh, made, type OpenedStores, ticketOf } from './owned-rows.fixture.ts';

export function removalContract(opened: OpenedStores): void {
  const { store, other } = opened;

  test('of a deleted address only the name is left: no alias, state or history', async () => {
    const { owners, history, senders } = store();
    const forget = (realEmail: string) => owners.forget(realEmail, clock.time, 0);
    for (const confirmedAt of [clock.time, null]) {
      const alias = await made(opened, { confirmedAt, ticket: ticketOf('a') });
      const { id, real_email, alias_email } = alias;
      await history.addDelivered([{ aliasId: id, day: 0, delivered: 3 }]);
      await senders.note([{ aliasId: id, sender: 'a', at: clock.time }]);
      assert.deepEqual([await forget(real_email), await forget(real_email)], [[alias], []]);
      assert.deepEqual(await other().aliasesOf(real_email), []);
      assert.deepEqual(await history.of(id), { events: [], days: [] });
      assert.deepEqual(await senders.of(id), []);
      assert.equal(await store().isRetired(alias_email), confirmedAt !== null);
    }
    assert.deepEqual(await forget('\0'), []);
  });

  test('an alias follows its owner to another address, with its settings and its link', async () => {
    const alias = await made(opened, { confirmedAt: clock.time });
    const { owners } = store();
    const settings = { pausedUntil: clock.time + 5, replyBody: 'refuse', knownOnly: true } as const;
    for (const [name, value] of Object.entries(settings)) {
      await owners.change(alias.id, { [name]: value }, alias.real_email);
    }
    await owners.renewLink(alias.id, alias.real_email);
    const { state } = (await store().aliasById(alias.id)) ?? {};
    const confirmed = { ...UNCONFIRMED, confirmedAt: clock.time };
    assert.deepEqual(state, { ...confirmed, ...settings, linkEpoch: 1 });
    const { real_email: to } = fresh();
    const moved = { ...alias, real_email: to };
    const outcome = await owners.moveAddress(alias.real_email, to, clock.time, 0);
    assert.deepEqual(outcome, { kind: 'moved', moved: [moved], gone: [] });
    assert.deepEqual(await other().aliasByAddress(alias.alias_email), { alias: moved, state });
    assert.deepEqual(await other().aliasesOf(alias.real_email), []);
  });

  test('an unconfirmed alias of the new address is deleted for it, a confirmed one stays', async () => {
    const { owners } = store();
    const mine = await made(opened, { confirmedAt: clock.time });
    const [inTheWay, carried] = [await made(opened), await made(opened)];
    const theirs = await made(opened, { confirmedAt: clock.time });
    assert.deepEqual(await owners.moveAddress(mine.real_email, theirs.real_email, clock.time, 0), {
      kind: 'taken',
    });
    assert.equal((await store().aliasById(mine.id))?.alias.real_email, mine.real_email);
    let from = mine.real_email;
    for (const [row, carriedBefore] of [
      [inTheWay, 0],
      [carried, clock.time + 1],
    ] as const) {
      const to = row.real_email;
      assert.deepEqual(await owners.moveAddress(from, to, clock.time, carriedBefore), {
        kind: 'moved',
        moved: [{ ...mine, real_email: to }],
        gone: [row],
      });
      assert.equal(await store().aliasById(row.id), undefined);
      assert.equal(await store().isRetired(row.alias_email), carriedBefore > 0);
      from = to;
    }
  });

  test('without a confirmed alias nothing moves, and the other address loses nothing', async () => {
    const { owners } = store();
    const [unconfirmed, inTheWay] = [await made(opened), await made(opened)];
    const { real_email: nobody } = fresh();
    for (const [from, to] of [
      [unconfirmed.real_email, inTheWay.real_email],
      [nobody, inTheWay.real_email],
      ['\0', inTheWay.real_email],
    ] as const) {
      assert.deepEqual(await owners.moveAddress(from, to, clock.time, 0), { kind: 'none' });
    }
    const mine = await made(opened, { confirmedAt: clock.time });
    const itself = await owners.moveAddress(mine.real_email, mine.real_email, clock.time, 0);
    assert.deepEqual(itself, { kind: 'none' });
    assert.ok(await store().aliasById(inTheWay.id));
  });

  test('an address that gets a new alias while another’s moves there has one alias in the end', async () => {
    const moves = Array.from({ length: 20 }, async () => {
      const mine = await made(opened, { confirmedAt: clock.time });
      const target = fresh();
      const [outcome, insertion] = await Promise.all([
        store().owners.moveAddress(mine.real_email, target.real_email, clock.time, 0),
        other().insertAlias(target),
      ]);
      assert.equal(outcome.kind, 'moved');
      const [there, more] = await store().aliasesOf(target.real_email);
      assert.deepEqual([there?.alias.id, more], [mine.id, undefined]);
      assert.ok(insertion.kind !== 'refused');
    });
    await Promise.all(moves);
  });
}
