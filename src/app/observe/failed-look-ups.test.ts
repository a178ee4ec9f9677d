import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { FailedLookUps } from './failed-look-ups.ts';

/** A store whose every call fails, as it is closed, and the watch over its lookups. */
async function failing() {
  const clock = new FakeClock();
  const lookUps = new FailedLookUps(clock.now);
  const url = `sqlite:${tempFolder(after)}/veilpost.sqlite`;
  const options = { now: Date.now, log: SILENT, lookUpFailed: lookUps.failed };
  const store = await openStore(url, options);
  await store.aliasByAddress('alias-1@a.test');
  await lookUps.check();
  await store.close();
  return { clock, lookUps, store };
}

test('/healthz reports a lookup that fails again for a minute, and no failed write', async () => {
  const { clock, lookUps, store } = await failing();
  const id = '00000000-0000-4000-8000-000000000000';
  await assert.rejects(store.setActive(id, true, 'anybody'), StoreUnavailable);
  await assert.rejects(store.takesWrites(), StoreUnavailable);
  await lookUps.check();
  for (const lookUp of [
    () => store.aliasesOf('a@b.c'),
    () => store.aliasByAddress('alias-1@a.test'),
    () => store.aliasById(id),
    () => store.hasAliases(),
    () => store.isRetired('alias-1@a.test'),
    () => store.recall(Buffer.alloc(32), 0),
  ]) {
    await assert.rejects(lookUp, StoreUnavailable);
    await assert.rejects(lookUps.check, /lookup failed within the last minute and failed again/);
    clock.advance(59_999);
    await assert.rejects(lookUps.check);
    clock.advance(1);
    await lookUps.check();
  }
});

test('a lookup that failed is no longer reported once it succeeds', async () => {
  const lookUps = new FailedLookUps(new FakeClock().now);
  let isDown = true;
  lookUps.failed(async () => {
    if (isDown) throw new StoreUnavailable('The database does not respond.');
  });
  await assert.rejects(lookUps.check, StoreUnavailable);
  isDown = false;
  await lookUps.check();
  isDown = true;
  await lookUps.check();
});
