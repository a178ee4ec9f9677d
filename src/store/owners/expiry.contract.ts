/** The store's promises about aliases without a confirmation, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { expireUnconfirmed } from './expiry.ts';
import { clock, DAY, fresh, made, type OpenedStores, ticketOf } from './owned-rows.fixture.ts';

export function expiryContract(opened: OpenedStores): void {
  const { store } = opened;
  const ticket = ticketOf('a');
  /** The names of one domain, few of which are used. */
  const space = { domains: ['quiet.test'], numbers: { first: 1000, last: 9999 } };
  const expire = (ownership: Ownership, of = space) =>
    expireUnconfirmed({ owners: store().owners, space: of, ownership, now: clock.time });
  const isThere = async ({ id }: { id: string }) => (await store().aliasById(id)) !== undefined;

  test('an alias without a confirmation in seven days is deleted and its name is free; confirmed and earlier ones stay', async () => {
    const earlier = await made(opened, { ticket }, 'quiet.test');
    const nobodys = await made(opened, {}, 'quiet.test');
    const since = clock.time + 1;
    const ownership: Ownership = { mode: 'confirmed', since };
    clock.time = since;
    const confirmed = await made(opened, { ticket }, 'quiet.test');
    await store().owners.confirm(confirmed.real_email, clock.time);
    const born = await made(opened, { confirmedAt: clock.time }, 'quiet.test');
    const unconfirmed = await made(opened, { ticket }, 'quiet.test');
    clock.time += 1;
    const later = await made(opened, { ticket }, 'quiet.test');
    clock.time = since + 7 * DAY;
    assert.deepEqual(await expire(ownership), []);
    clock.time += 1;
    assert.deepEqual(await expire({ mode: 'open', since: undefined }), []);
    assert.deepEqual(await expire(ownership), [unconfirmed]);
    for (const one of [earlier, nobodys, confirmed, born, later]) assert.ok(await isThere(one));
    assert.ok(!(await isThere(unconfirmed)));
    const { alias_email } = unconfirmed;
    assert.equal((await store().insertAlias({ ...fresh(), alias_email })).kind, 'created');
    clock.time += DAY;
    assert.deepEqual(await expire(ownership), [later]);
  });

  test('while such aliases are more than a quarter of a domain’s names they have one day, in that domain', async () => {
    clock.time += DAY;
    const ownership: Ownership = { mode: 'confirmed', since: clock.time };
    const crowded = { domains: ['quiet.test', 'crowd.test'], numbers: { first: 1, last: 40 } };
    const quiet = await made(opened, { ticket }, 'quiet.test');
    const owner = await made(opened, { confirmedAt: clock.time }, 'crowd.test');
    const ten: unknown[] = [];
    for (let i = 0; i < 10; i += 1) ten.push(await made(opened, { ticket }, 'crowd.test'));
    clock.time += 1.5 * DAY;
    assert.deepEqual(await expire(ownership, crowded), [], '10 of 40 are no more than a quarter');
    const young = await made(opened, { ticket }, 'crowd.test');
    assert.deepEqual(new Set(await expire(ownership, crowded)), new Set(ten));
    for (const one of [quiet, owner, young]) assert.ok(await isThere(one));
  });

  test('expired aliases are deleted in batches, the oldest first, however many there are', async () => {
    clock.time += DAY;
    const madeSince = clock.time;
    const all: unknown[] = [];
    for (let i = 0; i < 5; i += 1) {
      all.push(await made(opened, { ticket }, 'batch.test'));
      clock.time += 1;
    }
    const madeBefore = clock.time;
    const { owners } = store();
    const counts = await owners.unconfirmedByDomain(madeSince);
    assert.deepEqual(counts, [{ domain: 'batch.test', unconfirmed: 5 }]);
    const batch = (domain = 'batch.test') =>
      owners.expireUnconfirmed({ madeSince, madeBefore, domain, limit: 3 });
    assert.deepEqual(await batch('other.test'), []);
    assert.deepEqual(new Set(await batch()), new Set(all.slice(0, 3)));
    assert.deepEqual(new Set(await batch()), new Set(all.slice(3)));
    assert.deepEqual(await batch(), []);
  });
}
