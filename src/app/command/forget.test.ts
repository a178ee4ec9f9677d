import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { factor, inserted, NOW } from '#store/sessions/auth-rows.fixture.ts';
import type { Factor } from '#store/sessions/factors.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { operatorOf } from './operator.fixture.ts';

async function world() {
  const url = await testDatabase(after);
  const store = await openStore(url, { now: () => NOW, log: SILENT });
  after(() => store.close());
  const person = async (email: string, ...factors: Partial<Factor>[]) => {
    const { id } = await inserted({ store: () => store.auth }, email);
    for (const one of factors) await store.auth.factors.insert(factor(id, one));
    return id;
  };
  return { store, person, ...operatorOf(url) };
}

const TOTP = { type: 'totp', verified: true } as const;

test('an operator removes all second factors of one person, and the service is to notify that person', async () => {
  const { store, person, run } = await world();
  const unverified = { type: 'webauthn', verified: false } as const;
  const jane = await person('jane@mailbox.test', TOTP, { ...TOTP, type: 'phone' }, unverified);
  const joe = await person('joe@mailbox.test', TOTP);
  const due = () => store.auth.oneTime.takeRetries(Date.now(), 10);
  assert.equal(
    await run('forget', 'Jane@Mailbox.test', '--factors'),
    '2 second factors are gone. The service notifies the user by a letter.\n',
  );
  assert.deepEqual(await store.auth.factors.of(jane), []);
  assert.equal((await store.auth.factors.of(joe)).length, 1);
  const letters = (await due()).map(({ userId, kind }) => [userId, kind]);
  assert.deepEqual(letters, [[jane, 'factors-forgotten']]);
  const again = await run('forget', 'jane@mailbox.test', '--factors');
  assert.equal(again, '0 second factors are gone.\n');
  assert.deepEqual(await due(), [], 'nothing has happened, nobody is told');
});

test('a person is found by any spelling of the address', async () => {
  const { store, person, run } = await world();
  for (const [stored, typed] of [
    ['jim@xn--exmple-cua.test', ' Jim@EXÄMPLE.test '],
    ['ann@xn--exmple-cua.test', 'ann@XN--EXMPLE-CUA.test'],
    // Stored as an earlier version did.
    ['eve@exämple.test', 'eve@xn--exmple-cua.test'],
    ['bob@mailbox.test', '"Bob"@mailbox.test'],
  ] as const) {
    const id = await person(stored, TOTP);
    assert.match(await run('forget', typed, '--factors'), /^1 second factor is gone\./);
    assert.deepEqual(await store.auth.factors.of(id), [], typed);
  }
});

test('an address without a user is reported', async () => {
  const { refused } = await world();
  await refused(1, /^No user has this address\.$/, 'forget nobody@mailbox.test --factors');
  await refused(64, /^Not an email address: nobody$/, 'forget nobody --factors');
});
