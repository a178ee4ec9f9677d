/** The store's promises about a confirmation, about expiries and about links, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../store.ts';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { rounds } from '#support/seeded-random.ts';
import { clock, made, type OpenedStores, ticketOf } from './owned-rows.fixture.ts';

const NOBODY = '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11';

export function confirmationContract(opened: OpenedStores): void {
  const { store, other } = opened;

  test('a confirmation voids the ticket, is visible to every node, and is reported once', async () => {
    const ticket = ticketOf('made it');
    const alias = await made(opened, { ticket });
    assert.deepEqual(await store().owners.confirm(alias.real_email, clock.time + 5), [alias]);
    assert.deepEqual((await other().aliasById(alias.id))?.state, {
      ...UNCONFIRMED,
      confirmedAt: clock.time + 5,
    });
    assert.deepEqual(await store().owners.confirm(alias.real_email, clock.time + 9), []);
    assert.equal((await other().aliasById(alias.id))?.state.confirmedAt, clock.time + 5);
    const switched = await store().setActive(alias.id, false, { ticket, open: false });
    assert.equal(switched, undefined);
  });

  test('a confirmation of one alias confirms no other of its address, and none under another or an invalid address', async () => {
    const alias = await made(opened);
    const long = `alias-48291077${alias.alias_email.slice(8)}`;
    const second = await store().insertAlias({ ...alias, alias_email: long });
    assert.ok(second.kind === 'created');
    const confirm: Store['owners']['confirm'] = (...given) => store().owners.confirm(...given);
    assert.deepEqual(await confirm('joe@mailbox.test', clock.time, alias.id), []);
    assert.deepEqual(await confirm(alias.real_email, clock.time, 'no UUID'), []);
    for (const nobody of ['nobody@mailbox.test', '', '\0', '\ud800', "' OR 1=1 --"]) {
      assert.deepEqual(await confirm(nobody, clock.time), []);
    }
    assert.deepEqual(await confirm(alias.real_email, clock.time, second.alias.id), [second.alias]);
    assert.equal((await other().aliasById(alias.id))?.state.confirmedAt, null);
  });

  test('when a confirmation and the ticket’s switch happen at the same moment, no switch comes after the confirmation', async () => {
    const ticket = ticketOf('waits for the click');
    const asker = { ticket, open: false };
    let switchedFirst = 0;
    /** One after the other; several such sequences run in parallel. */
    const sequence = async () => {
      for (let i = 0; i < rounds(5); i += 1) {
        const { id, real_email } = await made(opened, { ticket });
        const asConfirmed = store()
          .owners.confirm(real_email, clock.time)
          .then(() => store().aliasById(id));
        const [found, switched] = await Promise.all([
          asConfirmed,
          other().setActive(id, false, asker),
        ]);
        const active = found?.alias.active;
        assert.notEqual(found?.state.confirmedAt, null);
        assert.equal(active, switched === undefined, 'a switch that was told came before');
        assert.equal((await other().aliasById(id))?.alias.active, active, 'and none after');
        assert.equal(await other().setActive(id, !active, asker), undefined);
        if (switched) switchedFirst += 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, sequence));
    assert.ok(switchedFirst < 10 * rounds(5), 'some confirmations were first');
  });

  test('an alias that ends by itself is off from that moment on, and a switch by hand is the last word', async () => {
    const alias = await made(opened, { confirmedAt: clock.time });
    const { id, real_email } = alias;
    const begun = clock.time;
    const endsAt = begun + 60_000;
    const seen = async () => {
      const found = await other().aliasById(id);
      const [listed] = await other().aliasesOf(real_email);
      assert.deepEqual(found, listed);
      return [found?.alias.active, found?.state.endsAt];
    };
    const end = () => store().owners.change(id, { endsAt }, real_email);
    await end();
    clock.time = endsAt - 1;
    assert.deepEqual(await seen(), [true, endsAt]);
    clock.time = endsAt;
    assert.deepEqual(await seen(), [false, endsAt]);
    assert.ok((await store().owners.switchOffEnded(endsAt - 1)) === 0);
    assert.ok((await store().owners.switchOffEnded(endsAt)) > 0);
    assert.equal(await store().owners.switchOffEnded(endsAt), 0, 'it is written down once');
    clock.time = begun;
    assert.deepEqual(await seen(), [false, endsAt], 'a clock that goes back changes nothing then');
    // Back on, without an expiry; off before the expiry, also without one.
    for (const active of [true, false]) {
      clock.time = endsAt + 5;
      await end();
      const owner = { email: real_email, open: false };
      assert.equal((await store().setActive(id, active, owner))?.active, active);
      assert.deepEqual(await seen(), [active, null]);
    }
    // A choice after the expiry does not switch it on again, whether or not the expiry has been recorded.
    for (const writtenDown of [true, false]) {
      for (const next of [null, endsAt + 60_000]) {
        clock.time = begun;
        await store().setActive(id, true, 'anybody');
        await end();
        clock.time = endsAt;
        if (writtenDown) await store().owners.switchOffEnded(endsAt);
        await store().owners.change(id, { endsAt: next }, real_email);
        assert.deepEqual(await seen(), [false, next]);
      }
    }
    clock.time = endsAt + 5;
    const stranger = { email: 'stranger@mailbox.test', open: false };
    await store().setActive(id, false, 'anybody');
    await end();
    assert.equal(await store().setActive(id, true, stranger), undefined);
    assert.deepEqual(await seen(), [false, endsAt], "a stranger's switch leaves the end");
    clock.time = begun;
  });

  test('a new link voids the older ones, and after 65,535 the count begins again', async () => {
    const alias = await made(opened, { confirmedAt: clock.time });
    const renew = () => store().owners.renewLink(alias.id, alias.real_email);
    assert.deepEqual([await renew(), await renew()], [1, 2]);
    assert.equal((await other().aliasById(alias.id))?.state.linkEpoch, 2);
  });

  test('only the owner of a confirmed alias may change it', async () => {
    const confirmed = await made(opened, { confirmedAt: clock.time });
    const unconfirmed = await made(opened, { ticket: ticketOf('a') });
    const both = () => Promise.all([confirmed, unconfirmed].map(({ id }) => store().aliasById(id)));
    const before = await both();
    for (const [id, owner] of [
      [confirmed.id, unconfirmed.real_email],
      [confirmed.id, ''],
      [confirmed.id, '\0'],
      [unconfirmed.id, unconfirmed.real_email],
      [NOBODY, confirmed.real_email],
      ['no UUID', confirmed.real_email],
    ] as const) {
      assert.equal(await store().owners.change(id, { pausedUntil: 1 }, owner), undefined);
      assert.equal(await store().owners.change(id, { replyBody: 'refuse' }, owner), undefined);
      assert.equal(await store().owners.renewLink(id, owner), undefined);
      assert.equal(await store().owners.deleteAlias(id, owner, clock.time), undefined);
    }
    assert.deepEqual(await both(), before);
  });
}
