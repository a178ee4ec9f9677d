/** The store's promises about the letters with a link and a code, and about the flows of PKCE and of providers, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { OneTimeKind } from './one-time.ts';
import { DAY, flow, inserted, NOW, oneTime, type OpenedStore } from './auth-rows.fixture.ts';

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

  test('of a hundred codes tried at the same moment five count, and the link stays valid; the fifth may be the correct one', async () => {
    const { id } = await inserted(opened);
    const entry = oneTime(id);
    const { oneTime: codes } = store();
    const typed = (code: string) => codes.redeemCode(id, [code], ['magiclink'], NOW, 5);
    await codes.put(entry);
    const tries = await Promise.all(Array.from({ length: 99 }, () => typed('wrong')));
    assert.deepEqual([...tries, await typed('right')], Array(100).fill(undefined));
    assert.equal((await codes.find(id, 'magiclink'))?.tries, 5);
    assert.ok(await codes.redeemLink([entry.link], ['magiclink'], NOW, 'void'));
    // The fifth code may be the correct one; a new letter begins again.
    await codes.put(oneTime(id, { tries: 5 }));
    await codes.put(oneTime(id));
    for (let wrong = 0; wrong < 4; wrong++) assert.equal(await typed('wrong'), undefined);
    assert.equal((await typed('right'))?.userId, id);
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
    const taken = await Promise.all([NOW + 5, NOW + 5].map((at) => letters.takeRetries(at, 10)));
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

  test('a flow is answered once, and its code is exchanged once', async () => {
    const { id: userId } = await inserted(opened);
    const asked = flow(NOW + 300_000);
    const { flows } = store();
    await flows.insert(asked);
    assert.equal(await flows.use(asked.id, NOW + 300_000), undefined);
    assert.deepEqual(await flows.use(asked.id, NOW), { ...asked, used: true });
    assert.equal(await flows.use(asked.id, NOW), undefined);
    assert.ok((await flows.find(asked.id))?.used);
    const code = { authCode: randomUUID(), userId, until: NOW + 1 };
    await flows.setCode(asked.id, code);
    const taken = Array.from({ length: 10 }, () => flows.takeCode(code.authCode));
    const [first, more] = (await Promise.all(taken)).filter((one) => one !== undefined);
    assert.deepEqual([first, more], [{ ...asked, ...code, used: true }, undefined]);
  });
}
