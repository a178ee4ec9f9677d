import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { factor, inserted, NOW } from '#store/sessions/auth-rows.fixture.ts';
import type { Factor } from '#store/sessions/factors.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { runCommand } from './command.ts';

/** A database with two people, one of whom has two factors and one that was never verified. */
async function world() {
  const databaseUrl = await testDatabase(after);
  const store = await openStore(databaseUrl, { now: () => NOW, log: SILENT });
  after(() => store.close());
  const person = async (email: string, ...factors: Partial<Factor>[]) => {
    const { id } = await inserted({ store: () => store.auth }, email);
    for (const one of factors) await store.auth.factors.insert(factor(id, one));
    return id;
  };
  const jane = await person(
    'jane@mailbox.test',
    { type: 'totp', verified: true },
    { type: 'phone', verified: true },
    { type: 'webauthn', verified: false },
  );
  const joe = await person('joe@mailbox.test', { type: 'totp', verified: true });
  const printed: string[] = [];
  const run = (...args: string[]) =>
    runCommand(args, {
      databaseUrl: () => databaseUrl,
      domains: () => [],
      letters: () => assert.fail('no letter is counted'),
      plan: () => assert.fail('the service is not asked'),
      admin: () => assert.fail('the service is not asked'),
      print: (text) => void printed.push(text),
      log: SILENT,
    });
  return { store, person, jane, joe, printed, run };
}

test('an operator removes all second factors of one person, and the service is to notify that person', async () => {
  const { store, jane, joe, printed, run } = await world();
  const due = () => store.auth.oneTime.takeRetries(Date.now(), 10);
  await run('forget', 'Jane@Mailbox.test', '--factors');
  assert.deepEqual(await store.auth.factors.of(jane), []);
  assert.equal((await store.auth.factors.of(joe)).length, 1);
  assert.deepEqual(
    (await due()).map(({ userId, kind }) => [userId, kind]),
    [[jane, 'factors-forgotten']],
  );
  await run('forget', 'jane@mailbox.test', '--factors');
  assert.deepEqual(await due(), [], 'nothing has happened, nobody is told');
  assert.deepEqual(printed, [
    '2 second factors are gone. The service notifies the user by a letter.\n',
    '0 second factors are gone.\n',
  ]);
});

test('a person is found by any spelling of the address', async () => {
  const { store, person, run, printed } = await world();
  const one = { type: 'totp', verified: true } as const;
  for (const [stored, typed] of [
    ['jim@xn--exmple-cua.test', ' Jim@EXÄMPLE.test '],
    ['ann@xn--exmple-cua.test', 'ann@XN--EXMPLE-CUA.test'],
    // Stored as an earlier version did.
    ['eve@exämple.test', 'eve@xn--exmple-cua.test'],
    ['bob@mailbox.test', '"Bob"@mailbox.test'],
  ] as const) {
    const id = await person(stored, one);
    await run('forget', typed, '--factors');
    assert.deepEqual(await store.auth.factors.of(id), [], typed);
    assert.match(printed.pop() ?? '', /^1 second factor is gone\./);
  }
});

test('an address without a user is reported, and so is a missing address', async () => {
  const { run } = await world();
  await assert.rejects(
    run('forget', 'nobody@mailbox.test', '--factors'),
    /No user has this address/,
  );
  await assert.rejects(run('forget', 'nobody', '--factors'), /Not an email address: nobody/);
  await assert.rejects(run('forget', '--factors'), /Usage: npx veilpost/);
});
