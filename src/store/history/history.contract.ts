/** The store's promises about the history of messages, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, DAY, made, type OpenedStores } from '../owners/owned-rows.fixture.ts';

export function historyContract(opened: OpenedStores): void {
  const { store, other } = opened;
  const NOBODY = '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11';
  const mail = { kind: 'deferred', domain: 'b.test', reason: 'busy', code: 451, host: 'mx.b.test' };

  const times = async (id: string) => (await other().history.of(id)).events.map(({ at }) => at);

  test('failed messages are listed one by one, the newest first, separately for each alias', async () => {
    const [one, two] = [await made(opened), await made(opened)];
    const [at, kind] = [clock.time, 'paused'];
    const unasked = { at: at + 2, kind, domain: '', reason: 'pause', code: null, host: null };
    await store().history.add([
      { aliasId: one.id, at, ...mail },
      { aliasId: two.id, at, ...mail },
      { aliasId: one.id, ...unasked },
    ]);
    await other().history.add([{ aliasId: one.id, at: at + 1, ...mail }]);
    const events = [unasked, { at: at + 1, ...mail }, { at, ...mail }];
    assert.deepEqual(await store().history.of(one.id), { events, days: [] });
    assert.equal((await store().history.of(two.id)).events.length, 1);
    for (const nobody of ['', 'no UUID', NOBODY]) {
      assert.deepEqual(await store().history.of(nobody), { events: [], days: [] });
    }
  });

  test('of 60 lines, however they come, the newest 50 stay', async () => {
    const [burst, stream] = [await made(opened), await made(opened)];
    const lines = (aliasId: string) =>
      Array.from({ length: 60 }, (_, i) => ({ aliasId, at: clock.time + i, ...mail }));
    await store().history.add(lines(burst.id));
    for (const line of lines(stream.id)) await store().history.add([line]);
    const newest = Array.from({ length: 50 }, (_, i) => clock.time + 59 - i);
    for (const { id } of [burst, stream]) assert.deepEqual(await times(id), newest);
  });

  test('delivered messages are a count per day, to which every node adds', async () => {
    const { id: aliasId } = await made(opened);
    const day = Math.floor(clock.time / DAY) * DAY;
    await Promise.all([
      store().history.addDelivered([
        { aliasId, day, delivered: 2 },
        { aliasId, day: day - DAY, delivered: 7 },
        { aliasId, day, delivered: 3 },
      ]),
      other().history.addDelivered([{ aliasId, day, delivered: 5 }]),
    ]);
    const { days } = await store().history.of(aliasId);
    assert.deepEqual(days, [
      { day, delivered: 10 },
      { day: day - DAY, delivered: 7 },
    ]);
  });

  test('a thousand aliases at once are written, without deleted ones', async () => {
    const aliases = await Promise.all(Array.from({ length: 200 }, () => made(opened)));
    const events = aliases.flatMap(({ id: aliasId }) =>
      Array.from({ length: 5 }, (_, i) => ({ aliasId, at: clock.time + i, ...mail })),
    );
    const gone = { aliasId: NOBODY, at: clock.time, ...mail };
    await store().history.add([...events, gone, { ...gone, aliasId: 'no UUID' }]);
    const days = [...aliases.map(({ id }) => id), NOBODY, 'no UUID'];
    await store().history.addDelivered(days.map((aliasId) => ({ aliasId, day: 0, delivered: 1 })));
    for (const { id } of aliases) {
      const kept = await store().history.of(id);
      assert.equal(kept.events.length, 5);
      assert.deepEqual(kept.days, [{ day: 0, delivered: 1 }]);
    }
    assert.deepEqual(await store().history.of(NOBODY), { events: [], days: [] });
    await store().history.add([]);
    await store().history.addDelivered([]);
  });

  test('nodes that count the same aliases at once, in whatever order, lose nothing', async () => {
    const aliases = await Promise.all(Array.from({ length: 200 }, () => made(opened)));
    const ids = aliases.map(({ id }) => id);
    const counts = (order: readonly string[]) =>
      order.map((aliasId) => ({ aliasId, day: DAY, delivered: 1 }));
    const nodes = [store(), other(), store(), other()];
    await Promise.all(
      nodes.map((node, i) => node.history.addDelivered(counts(i < 2 ? ids : ids.toReversed()))),
    );
    for (const id of ids) {
      const { days } = await other().history.of(id);
      assert.deepEqual(days, [{ day: DAY, delivered: nodes.length }]);
    }
  });

  test('of a thousand lines no more than a hundred are kept', async () => {
    const { id: aliasId } = await made(opened);
    await store().history.forgetBefore(Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < 1000; i += 8) {
      const lines = Array.from({ length: 8 }, (_, j) => ({ aliasId, at: i + j, ...mail }));
      await store().history.add(lines);
    }
    const kept = await store().history.forgetBefore(Number.MAX_SAFE_INTEGER);
    assert.ok(kept >= 50 && kept <= 100, `${kept} lines`);
  });

  test("messages older than the limit are deleted, a day's count when the day has ended", async () => {
    clock.time += 100 * DAY;
    const now = clock.time;
    const { id: aliasId } = await made(opened);
    const day = Math.floor(now / DAY) * DAY;
    await store().history.forgetBefore(now - 7 * DAY);
    await store().history.add(
      [now - 7 * DAY - 1, now - 7 * DAY].map((at) => ({ aliasId, at, ...mail })),
    );
    await store().history.addDelivered(
      [day - 8 * DAY, day - 7 * DAY].map((one) => ({ aliasId, day: one, delivered: 1 })),
    );
    assert.equal(await store().history.forgetBefore(now - 7 * DAY), 2);
    assert.deepEqual(await times(aliasId), [now - 7 * DAY]);
    const { days } = await other().history.of(aliasId);
    assert.deepEqual(days, [{ day: day - 7 * DAY, delivered: 1 }]);
    assert.equal(await store().history.forgetBefore(now - 7 * DAY), 0);
  });

  test('complaints are counted for each alias and day, and the fifty aliases with the most are listed', async () => {
    const { complaints } = store();
    const aliases = await Promise.all(Array.from({ length: 51 }, () => made(opened)));
    const last = aliases.at(-1) ?? assert.fail();
    const day = Math.floor(clock.time / DAY) * DAY;
    for (const { alias_email } of aliases) await complaints.add(alias_email, day);
    await other().complaints.add(last.alias_email, day + DAY - 1);
    await complaints.add('alias-1@nowhere.test', day);
    const [first, ...others] = await complaints.most(day);
    assert.deepEqual(first, { alias: last.alias_email, complaints: 2 });
    assert.equal(others.length, 49);
    assert.deepEqual(await other().complaints.of(last.id), [{ day, complaints: 2 }]);
    assert.deepEqual(await complaints.of('no UUID'), []);
    const forgotten = [day + DAY - 1, day + DAY].map((at) => complaints.forgetBefore(at));
    assert.deepEqual(await Promise.all(forgotten), [0, 51]);
  });
}
