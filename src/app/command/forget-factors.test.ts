import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { FactorType } from '#store/auth/factors.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { runCommand } from './command.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** A database with two people, one of whom has two factors and one that was never verified. */
async function world() {
  const databaseUrl = await testDatabase(after);
  const store = await openStore(databaseUrl, { now: () => NOW, log: SILENT });
  after(() => store.close());
  const person = async (email: string) => {
    const id = randomUUID();
    const times = { confirmedAt: NOW, createdAt: NOW, updatedAt: NOW, lastSignInAt: NOW };
    const pending = { newEmail: null, newEmailStep: 0, password: null, anonymous: false };
    await store.auth.users.insert({ id, email, app: '{}', meta: '{}', ...times, ...pending });
    return id;
  };
  const factor = async (userId: string, type: FactorType, verified: boolean) => {
    const fresh = { name: null, sealed: null, lastStep: 0, tries: 0, lockedUntil: 0 };
    const id = randomUUID();
    const row = { id, userId, type, verified, ...fresh, credential: null, createdAt: NOW };
    await store.auth.factors.insert(row);
  };
  const [jane, joe] = [await person('jane@mailbox.test'), await person('joe@mailbox.test')];
  await factor(jane, 'totp', true);
  await factor(jane, 'phone', true);
  await factor(jane, 'webauthn', false);
  await factor(joe, 'totp', true);
  const printed: string[] = [];
  const run = (...args: string[]) =>
    runCommand(args, {
      databaseUrl: () => databaseUrl,
      print: (text) => void printed.push(text),
      log: SILENT,
    });
  return { store, jane, joe, printed, run };
}

test('an operator removes all second factors of one person, and the service is to tell that person', async () => {
  const { store, jane, joe, printed, run } = await world();
  const due = () => store.auth.oneTime.takeRetries(Date.now(), 10);
  await run('forget-factors', 'Jane@Mailbox.test');
  assert.deepEqual(await store.auth.factors.of(jane), []);
  assert.equal((await store.auth.factors.of(joe)).length, 1);
  assert.deepEqual(
    (await due()).map(({ userId, kind }) => [userId, kind]),
    [[jane, 'factors-forgotten']],
  );
  await run('forget-factors', 'jane@mailbox.test');
  assert.deepEqual(await due(), [], 'nothing has happened, nobody is told');
  assert.deepEqual(printed, [
    '2 second factors are gone. The service tells the person by a letter.\n',
    '0 second factors are gone.\n',
  ]);
});

test('an address without a user is reported, and so is a missing address', async () => {
  const { run } = await world();
  await assert.rejects(run('forget-factors', 'nobody@mailbox.test'), /Nobody has this address/);
  await assert.rejects(run('forget-factors'), /Usage: npx veilpost/);
});
