/** The store's promises about the letters with a link and a code, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OneTimeKind } from './one-time.ts';
import { NOW, DAY, oneTime, inserted, type OpenedStore } from './auth-rows.fixture.ts';

export function oneTimeContract(opened: OpenedStore): void {
  const { store } = opened;

  for (const code of ['void', 'stays'] as const) {
    test(`a link works once, and its code ${code === 'void' ? 'is void with it' : 'stays for its time, once'}`, async () => {
      const { oneTime: codes } = store();
      for (const later of [0, 900_000 - 1, 900_000]) {
        const { id } = await inserted(opened);
        const entry = oneTime(id);
        await codes.put(entry);
        const used = (kind: OneTimeKind, now: number) =>
          codes.redeemLink([entry.link], [kind], now, code);
        assert.equal(await used('recovery', NOW), undefined);
        assert.equal(await used('magiclink', NOW + DAY), undefined);
        const redeemed = await Promise.all(Array.from({ length: 5 }, () => used('magiclink', NOW)));
        assert.deepEqual(
          redeemed.flatMap((one) => one?.userId ?? []),
          [id],
        );
        const typed = () => codes.redeemCode(id, ['right'], ['magiclink'], NOW + later, 5);
        const works = code === 'stays' && later < 900_000;
        assert.equal((await typed())?.userId, works ? id : undefined);
        assert.equal(await typed(), undefined);
      }
    });
  }

  test('of a hundred codes tried at the same moment five count, and the link stays valid', async () => {
    const { id } = await inserted(opened);
    const entry = oneTime(id);
    await store().oneTime.put(entry);
    const tries = Array.from({ length: 99 }, () =>
      store().oneTime.redeemCode(id, ['wrong'], ['magiclink'], NOW, 5),
    );
    assert.ok((await Promise.all(tries)).every((one) => one === undefined));
    const { oneTime: codes } = store();
    assert.equal(await codes.redeemCode(id, ['right'], ['magiclink'], NOW, 5), undefined);
    assert.equal((await codes.find(id, 'magiclink'))?.tries, 5);
    assert.ok(await codes.redeemLink([entry.link], ['magiclink'], NOW, 'void'));
  });

  test('the fifth code may be the correct one; a new letter begins again', async () => {
    const { id } = await inserted(opened);
    const { oneTime: codes } = store();
    await codes.put(oneTime(id, { tries: 5 }));
    await codes.put(oneTime(id));
    for (let wrong = 0; wrong < 4; wrong++) {
      assert.equal(await codes.redeemCode(id, ['wrong'], ['magiclink'], NOW, 5), undefined);
    }
    assert.equal((await codes.redeemCode(id, ['right'], ['magiclink'], NOW, 5))?.userId, id);
  });

  test('the letter to the old address of a change contains the staying session, as long as it works', async () => {
    const { id } = await inserted(opened);
    const { oneTime: letters } = store();
    await letters.noteStaying(id, 'session');
    const entry = oneTime(id, { kind: 'email_change_current' });
    await letters.put(entry);
    await letters.put(oneTime(id, { kind: 'magiclink' }));
    await letters.noteStaying(id, 'session');
    assert.equal((await letters.find(id, 'magiclink'))?.challenge, null);
    const used = await letters.redeemLink([entry.link], ['email_change_current'], NOW, 'void');
    assert.equal(used?.challenge, 'session');
  });

  test('a letter that is due for a retry is given to one of two nodes', async () => {
    const { id } = await inserted(opened);
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

  test('a retry of a letter is set only while its link is the latest one', async () => {
    const { id } = await inserted(opened);
    const { oneTime: letters } = store();
    const entry = oneTime(id);
    await letters.put(entry);
    assert.ok(!(await letters.retryAt('an earlier link', NOW)));
    assert.ok(await letters.retryAt(entry.link, NOW));
    assert.equal((await letters.find(id, 'magiclink'))?.retryAt, NOW);
    await letters.delete(id, 'magiclink');
  });
}
