/** A budget over the database of the test, and the waits that it returns. */

import { createSecretKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import { LETTER_LIMITS, type LetterLimits } from '#rules/letter-budget.ts';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { SILENT } from '#support/silent-log.ts';
import { LetterBudget } from './letter-budget.ts';
import type { Requester } from './letter-port.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const JANE = 'jane.doe@mailbox.test';
export const HERE = { address: '192.0.2.7' };

export async function budget(t: TestContext, limits: LetterLimits = LETTER_LIMITS) {
  const clock = new FakeClock();
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now: clock.date, log: SILENT });
  t.after(() => store.close());
  const node = () =>
    new LetterBudget({
      store: store.auth.letterBudget,
      keys: [createSecretKey('a key for tests', 'utf8')],
      limits,
      now: clock.date,
    });
  const one = node();
  const ask = (address = JANE, from: Requester = HERE) => one.spend([address], from);
  return { clock, store: store.auth.letterBudget, one, node, ask };
}

export const letters = (seconds: number) => ({ limit: 'letters', seconds });
export const block = (seconds: number) => ({ limit: 'block', seconds });
export const numbered = (i: number, domain = 'gmail.com') => `person${i}@${domain}`;
