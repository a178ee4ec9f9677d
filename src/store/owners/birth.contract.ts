/** The store's promises about a new alias's owner, and about the right to switch it, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AliasRequester, isTheirs } from '#rules/ownership.ts';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
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

  test('only the callers that the rule allows may switch an alias, for every cell', async () => {
    const ticket = ticketOf('made it');
    const births = [
      { ticket, confirmedAt: null },
      { ticket: null, confirmedAt: clock.time },
      { ticket: null, confirmedAt: null },
    ];
    const modes = [
      ['open', undefined],
      ['confirmed', clock.time],
      ['confirmed', clock.time + 1],
    ] as const;
    for (const birth of births) {
      const alias = await made(opened, birth);
      const askers: AliasRequester[] = [
        {},
        { ticket },
        { ticket: ticketOf('another') },
        { email: alias.real_email },
        { email: 'joe@mailbox.test' },
        { email: 'joe@mailbox.test', ticket },
      ];
      const found = await store().aliasById(alias.id);
      assert.ok(found);
      let active = true;
      for (const [mode, since] of modes) {
        for (const asker of askers) {
          const open = mode === 'open';
          const theirs = isTheirs({ mode, since }, found.alias, found.state, asker);
          const switched = await store().setActive(alias.id, !active, { ...asker, open, since });
          if (theirs) active = !active;
          const cell = JSON.stringify({ birth, mode, since, asker });
          assert.deepEqual(switched, theirs ? { ...alias, active } : undefined, cell);
          assert.equal((await store().aliasById(alias.id))?.alias.active, active, cell);
        }
      }
    }
  });

  test('the operator may switch any alias', async () => {
    const alias = await made(opened, { confirmedAt: clock.time });
    assert.equal((await store().setActive(alias.id, false, 'anybody'))?.active, false);
    assert.equal((await store().setActive(alias.id, true, 'anybody'))?.active, true);
  });
}
