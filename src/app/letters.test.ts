import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Requester } from '#auth/letter-port.ts';
import { OwnedAliases } from '#auth/owned-aliases.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createLetters } from './letters.ts';
import { createLog } from './log.ts';
import { LetterWatch } from './observe/letter-watch.ts';
import { createMetrics } from './observe/metrics.ts';

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
  const { letters } = createLetters({
    config,
    store,
    aliases: new OwnedAliases({
      store,
      ownership: { mode: 'open', since: undefined },
      earlier: () => [],
      switched: () => {},
      now: Date.now,
    }),
    secrets: ['a secret for tests'],
    site: () => 'https://veilpost.test',
    sendLetter: () => assert.fail('nothing is sent'),
    letterWatch: new LetterWatch(true, () => 0),
    metrics: createMetrics(),
    log: createLog({ write: () => {} }, false),
  });
  for (let i = 0; i < 40; i++) {
    if ((await letters.spend([`person${i}@small.test`], requester)) !== undefined) return i;
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
