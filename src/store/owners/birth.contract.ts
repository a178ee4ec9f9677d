/** The store's promises about a new alias's owner, and about the right to switch it, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AliasRequester, isTheirs, type Ownership } from '#rules/ownership.ts';
import {
  OWNERSHIP_CASES,
  type OwnershipAction,
  type OwnershipCase,
  UNCONFIRMED,
} from '#rules/ownership.fixture.ts';
import { clock, fresh, made, type OpenedStores, ticketOf } from './owned-rows.fixture.ts';

export function birthContract(opened: OpenedStores): void {
  const { store } = opened;

  test('a new alias keeps its browser’s ticket, or is confirmed from the start, and every look-up returns that', async () => {
    const [ticket, confirmedAt] = [ticketOf('a'), clock.time];
    for (const birth of [
      { ticket, confirmedAt: null },
      { ticket: null, confirmedAt },
      { ticket: null, confirmedAt: null },
    ]) {
      const alias = await made(opened, birth);
      const found = { alias, state: { ...UNCONFIRMED, ...birth } };
      assert.deepEqual(await store().aliasById(alias.id), found);
      assert.deepEqual(await store().aliasByAddress(alias.alias_email), found);
      assert.deepEqual(await store().aliasesOf(alias.real_email), [found]);
    }
  });

  test('a refused insert leaves no state without an alias', async () => {
    const alias = await made(opened, { ticket: ticketOf('first') });
    const birth = { ticket: ticketOf('second'), confirmedAt: null };
    const again = { ...fresh(), real_email: alias.real_email };
    const insertion = await store().insertAlias(again, birth);
    assert.deepEqual(insertion, { kind: 'taken', column: 'real_email' });
    assert.equal((await store().aliasById(alias.id))?.state.ticket, ticketOf('first'));
  });

  /** An alias of the table, the state of the mode, and the caller. */
  const prepared = async ({ mode, alias: which, caller }: OwnershipCase) => {
    const ticket = ticketOf('made it');
    const alias = await made(opened, {
      confirmedAt: which.isConfirmed ? clock.time : null,
      ticket: which.hasTicket && !which.isConfirmed ? ticket : null,
    });
    if (!which.hasState) await opened.deleteState(alias.id);
    const since = clock.time + Number(which.isOld);
    const tickets = { own: ticket, another: ticketOf('another') };
    const emails = { own: alias.real_email, another: 'joe@mailbox.test' };
    const asker: AliasRequester = {
      email: caller.session && emails[caller.session],
      ticket: caller.ticket && tickets[caller.ticket],
    };
    const ownership: Ownership =
      mode === 'open' ? { mode, since: undefined } : { mode: 'confirmed', since };
    return { alias, asker, ownership };
  };

  for (const one of OWNERSHIP_CASES) {
    test(`the statements follow the rule: ${one.name}`, async () => {
      const { alias, asker, ownership } = await prepared(one);
      const may = (action: OwnershipAction) => one.may.includes(action);
      const { id, real_email } = alias;
      const found = await store().aliasById(id);
      assert.ok(found);
      assert.equal(isTheirs(ownership, alias, found.state, asker), may('see'));

      const { since } = ownership;
      const open = since === undefined;
      const switcher = open ? { ...asker, open } : { ...asker, open, since };
      const switched = { ...alias, active: !may('switch') };
      for (let often = 0; often < 2; often += 1) {
        const row = await store().setActive(id, false, switcher);
        assert.deepEqual(row, may('switch') ? switched : undefined);
        assert.deepEqual((await store().aliasById(id))?.alias, switched);
      }
      const { email } = asker;
      if (email === undefined) return;
      const paused = await store().owners.change(id, { pausedUntil: clock.time + 1 }, email);
      assert.equal(paused !== undefined, may('pause'));
      const deleted = await store().owners.deleteAlias(id, email, clock.time);
      assert.deepEqual(deleted, may('delete') ? switched : undefined);
      if (deleted || email !== real_email) return;
      // Its new alias is born confirmed, except in `open`.
      const own = { ...fresh(), real_email };
      const birth = { ticket: null, confirmedAt: open ? null : clock.time };
      const insertion = await store().insertAlias(own, birth, since);
      assert.equal(insertion.kind, may('replace') ? 'created' : 'taken');
      assert.equal((await store().aliasById(id)) === undefined, may('replace'));
    });
  }
}
