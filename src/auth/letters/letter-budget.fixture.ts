/** A budget over rows in memory, and the waits that it returns. */

import { createSecretKey } from 'node:crypto';
import { LETTER_LIMITS, type LetterLimits } from '#rules/letter-budget.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { LetterBudget } from './letter-budget.ts';
import type { Requester } from './letter-port.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const JANE = 'jane.doe@mailbox.test';
export const HERE = { address: '192.0.2.7' };

export function budget(limits: LetterLimits = LETTER_LIMITS) {
  const clock = new FakeClock();
  const store = countsInMemory();
  const node = () =>
    new LetterBudget({
      store,
      keys: [createSecretKey('a key for tests', 'utf8')],
      limits,
      now: clock.date,
    });
  const one = node();
  const ask = (address = JANE, from: Requester = HERE) => one.spend([address], from);
  return { clock, store, one, node, ask };
}

export const letters = (seconds: number) => ({ limit: 'letters', seconds });
export const block = (seconds: number) => ({ limit: 'block', seconds });
export const numbered = (i: number, domain = 'gmail.com') => `person${i}@${domain}`;
