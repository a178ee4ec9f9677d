import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Requester } from '#auth/letters/letter-port.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createLetterBudget } from './letters.ts';

const HERE = { address: '192.0.2.7' };

/** The number of new addresses of one domain that may have a letter, asked for by a client or by none. */
async function mostOf(
  t: TestContext,
  environment: Record<string, string>,
  requester: Requester,
): Promise<number> {
  const config = readConfig(environment);
  if (config instanceof ConfigError) throw config;
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now: Date.now, log: SILENT });
  t.after(() => store.close());
  const budget = createLetterBudget({ config, store, secrets: ['a secret for tests'] });
  for (let i = 0; i < 40; i++) {
    if ((await budget.spend([`person${i}@small.test`], requester)) !== undefined) return i;
  }
  return 40;
}

test('letters are few where they reach people, and where they reach the try-out mailbox alone they are not', async (t) => {
  assert.equal(await mostOf(t, { NEXT_HOP: 'mx:' }, HERE), 5);
  assert.equal(await mostOf(t, { NEXT_HOP: 'mx:' }, {}), 30);
  assert.equal(await mostOf(t, { NEXT_HOP: 'mailbox:' }, HERE), 40);
});

test('RATE_LIMITS=off lifts the limits of address blocks and no other', async (t) => {
  assert.equal(await mostOf(t, { NEXT_HOP: 'mx:', RATE_LIMITS: 'off' }, HERE), 30);
});
