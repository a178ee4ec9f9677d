import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { KeptKeys, SealedKeys } from './dkim-key.ts';
import { Fault } from '../config/fault.ts';

const NOW = Date.UTC(2026, 10, 22, 23, 59);
const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

async function database(t: TestContext) {
  const url = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(url, { now: () => NOW, log: SILENT });
  t.after(() => store.close());
  const keys = (...secrets: string[]) => new KeptKeys({ store, secrets, selector: 'veilpost' });
  return { store, keys };
}

const names = async (keys: KeptKeys) => (await keys.read()).map(({ selector }) => selector);

test('nodes that request the key at the same moment get one key, of 2048 bits', async (t) => {
  const { keys } = await database(t);
  const read = await Promise.all([1, 2, 3].map(() => keys(OLD).read()));
  const [first] = read[0] ?? [];
  assert.ok(first);
  assert.equal(first.selector, 'veilpost');
  assert.equal(first.private.asymmetricKeyDetails?.modulusLength, 2048);
  for (const all of read) {
    assert.equal(all.length, 1);
    assert.ok(all[0]?.private.equals(first.private) && all[0].public.equals(first.public));
  }
});

test('the key is stored encrypted, and is encrypted again when SECRET_KEY has changed', async (t) => {
  const { store, keys } = await database(t);
  const [first] = await keys(OLD).read();
  const kept = () => store.setting('dkim_keys', () => assert.fail('nothing is kept'));
  const sealed = await kept();
  const octets = first?.private.export({ type: 'pkcs8', format: 'der' }) ?? Buffer.alloc(0);
  assert.ok(!Buffer.from(sealed, 'base64url').includes(octets));
  assert.ok(!sealed.includes(octets.toString('base64')));
  const [same] = await keys(NEW, OLD).read();
  assert.ok(first && same?.private.equals(first.private));
  assert.notEqual(await kept(), sealed);
  assert.ok((await keys(NEW).read())[0]?.private.equals(first.private));
  await assert.rejects(keys(OLD).read(), SealedKeys);
});

test('the next key has the date in its name; only the key to keep stays beside it', async (t) => {
  const { keys } = await database(t);
  const kept = keys(OLD);
  const [first] = await kept.read();
  const second = await kept.makeNext(first, NOW);
  assert.equal(second.selector, 'veilpost-20261122');
  assert.deepEqual(await names(kept), ['veilpost', 'veilpost-20261122']);
  await kept.makeNext(second, NOW);
  assert.deepEqual(await names(kept), ['veilpost-20261122', 'veilpost-20261122-2']);
  await kept.makeNext(undefined, NOW + 86_400_000);
  assert.deepEqual(await names(kept), ['veilpost-20261123']);
  const [last] = await kept.read();
  assert.ok(last && first && !last.private.equals(first.private));
});

test('keys that can no longer be decrypted are replaced, and not by two at once', async (t) => {
  const { store, keys } = await database(t);
  await keys(OLD).read();
  await keys(NEW).makeNext(undefined, NOW);
  assert.deepEqual(await names(keys(NEW)), ['veilpost-20261122']);
  const slow = new KeptKeys({
    store: {
      setting: (name, initial) => store.setting(name, initial),
      async changeSetting(name, from, to) {
        await keys(NEW).makeNext(undefined, NOW);
        return store.changeSetting(name, from, to);
      },
    },
    secrets: [NEW],
    selector: 'veilpost',
  });
  await assert.rejects(slow.makeNext(undefined, NOW), (error) => {
    return error instanceof Fault && error.exitCode === 1 && /run it again/.test(error.message);
  });
});
