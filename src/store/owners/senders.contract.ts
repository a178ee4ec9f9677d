/** The store's promises about the senders of an alias, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, DAY, made, type OpenedStores } from './owned-rows.fixture.ts';

const LIMITS = { waiting: 100, seen: 500, rules: 200 };
const NOBODY = '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11';

export function sendersContract(opened: OpenedStores): void {
  const { store, other } = opened;
  const rules = async (aliasId: string) =>
    (await other().senders.of(aliasId)).map(({ sender, rule }) => `${sender} ${rule}`).toSorted();

  test('a sender is recorded once its mail has arrived, and its later mail changes the row once a month', async () => {
    const { id: aliasId } = await made(opened, { confirmedAt: clock.time });
    const { id: another } = await made(opened, { confirmedAt: clock.time });
    const { senders } = store();
    const at = clock.time;
    await senders.note([
      { aliasId, sender: 'a', at: at - 1 },
      { aliasId, sender: 'a', at },
      { aliasId, sender: 'b', at },
      { aliasId: another, sender: 'a', at },
    ]);
    const row = { rule: 'seen', at, seenAt: at, name: null };
    const [a] = await other().senders.find(aliasId, ['a', 'unknown']);
    assert.deepEqual(a, { sender: 'a', ...row });
    await senders.note([{ aliasId, sender: 'a', at: at + 30 * DAY }]);
    assert.deepEqual((await senders.find(aliasId, ['a']))[0], { sender: 'a', ...row });
    const later = at + 30 * DAY + 1;
    await senders.note([{ aliasId, sender: 'a', at: later }]);
    assert.equal((await senders.find(aliasId, ['a']))[0]?.seenAt, later);
    await senders.note([{ aliasId: NOBODY, sender: 'a', at }]);
    await senders.note([]);
    assert.deepEqual(await rules(NOBODY), []);
    assert.deepEqual(await senders.of('no UUID'), []);
  });

  test('a hundred new senders wait for an alias, and of the seen ones the newest 500 are kept', async () => {
    const { id: aliasId } = await made(opened, { confirmedAt: clock.time });
    const { senders } = store();
    for (let i = 0; i < LIMITS.waiting + 20; i += 1) {
      await senders.wait(aliasId, `new ${i}`, clock.time, 'sealed');
    }
    assert.equal((await senders.of(aliasId)).length, LIMITS.waiting);
    assert.deepEqual(await senders.find(aliasId, ['new 100']), []);
    // A second attempt does not start the day again.
    await senders.wait(aliasId, 'new 0', clock.time + 5, 'sealed');
    assert.equal((await senders.find(aliasId, ['new 0']))[0]?.at, clock.time);
    const seen = (_: unknown, i: number) => ({ aliasId, sender: `seen ${i}`, at: clock.time + i });
    await senders.note(Array.from({ length: LIMITS.seen + 30 }, seen));
    assert.equal((await senders.of(aliasId)).length, LIMITS.waiting + LIMITS.seen);
    assert.deepEqual(await senders.find(aliasId, ['seen 29']), []);
    assert.equal((await senders.find(aliasId, ['seen 30'])).length, 1);
  });

  test('a rule of the owner lasts until it is undone; then the sender is as before', async () => {
    const { id: aliasId, alias_email } = await made(opened, { confirmedAt: clock.time });
    const { senders } = store();
    const state = async () => (await other().aliasByAddress(alias_email))?.state;
    const set = (sender: string, rule: 'let' | 'blocked' | 'none') => {
      const word = rule === 'none' ? rule : { rule, name: 'sealed' };
      return senders.setRule(aliasId, [sender], word, clock.time);
    };
    await senders.note([{ aliasId, sender: 'shop', at: clock.time - 5 }]);
    await senders.wait(aliasId, 'new', clock.time, 'sealed');
    assert.equal((await state())?.hasBlocked, false);
    assert.ok((await set('shop', 'blocked')) && (await set('new', 'let')));
    assert.equal((await state())?.hasBlocked, true);
    assert.deepEqual(await rules(aliasId), ['new let', 'shop blocked']);
    // Mail that is seen changes no rule of the owner.
    await senders.note(['new', 'shop'].map((sender) => ({ aliasId, sender, at: clock.time + 9 })));
    assert.deepEqual(await rules(aliasId), ['new let', 'shop blocked']);
    assert.ok((await set('shop', 'none')) && (await set('new', 'none')));
    assert.equal((await state())?.hasBlocked, false);
    assert.deepEqual(await rules(aliasId), ['new seen', 'shop seen']);
    assert.ok((await set('nobody', 'let')) && (await set('nobody', 'none')));
    assert.deepEqual(await rules(aliasId), ['new seen', 'shop seen']);
    const many = Array.from({ length: LIMITS.rules }, (_, i) => set(`rule ${i}`, 'let'));
    assert.ok((await Promise.all(many)).every(Boolean));
    assert.equal(await set('one more', 'blocked'), false);
    assert.equal(await set('rule 7', 'blocked'), true, 'a rule that is there can be changed');
  });

  test('a row under an earlier secret is written again, and the strongest of two counts', async () => {
    const { id: aliasId } = await made(opened, { confirmedAt: clock.time });
    const { senders } = store();
    await senders.setRule(aliasId, ['old'], { rule: 'blocked', name: 'old name' }, clock.time);
    await senders.note([{ aliasId, sender: 'new', at: clock.time }]);
    const [first] = await senders.find(aliasId, ['new', 'old']);
    assert.deepEqual([first?.sender, first?.rule], ['old', 'blocked']);
    await senders.renew(aliasId, 'old', 'new', 'new name');
    assert.deepEqual(await senders.of(aliasId), [
      { sender: 'new', rule: 'blocked', at: clock.time, seenAt: clock.time, name: 'new name' },
    ]);
    await senders.setRule(aliasId, ['newer', 'new'], { rule: 'let', name: 'n' }, clock.time + 1);
    assert.deepEqual(await rules(aliasId), ['newer let']);
  });

  test('no sender of a deleted alias is left, and old ones are forgotten', async () => {
    const alias = await made(opened, { confirmedAt: clock.time });
    const { senders, owners } = store();
    const { id: aliasId } = alias;
    await senders.wait(aliasId, 'a', clock.time - 7 * DAY, 'sealed');
    await senders.wait(aliasId, 'b', clock.time - 7 * DAY + 1, 'sealed');
    await senders.note([
      { aliasId, sender: 'c', at: clock.time - 400 * DAY },
      { aliasId, sender: 'd', at: clock.time - 400 * DAY + 1 },
    ]);
    const rule = { rule: 'blocked', name: 'sealed' } as const;
    await senders.setRule(aliasId, ['e'], rule, clock.time - 900 * DAY);
    assert.equal(await senders.forgetExpired(clock.time), 2);
    assert.deepEqual(await rules(aliasId), ['b waiting', 'd seen', 'e blocked']);
    assert.ok(await owners.deleteAlias(aliasId, alias.real_email, clock.time));
    await senders.note([{ aliasId, sender: 'f', at: clock.time }]);
    await senders.wait(aliasId, 'f', clock.time, 'sealed');
    assert.deepEqual(await rules(aliasId), []);
  });
}
