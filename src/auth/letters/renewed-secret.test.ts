import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { countsInMemory } from '#support/counts-in-memory.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { deriveAuthKeys } from '../tokens/keys.ts';
import { LetterBudget } from './letter-budget.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const HERE = { address: '192.0.2.7' };
const JANE = 'jane@mailbox.test';
const JOHN = 'john@mailbox.test';

test('letters that were counted, used, declined and not delivered stay so under a new first secret', async () => {
  const clock = new FakeClock();
  const store = countsInMemory();
  const budgetOf = (...secrets: string[]) =>
    new LetterBudget({
      store,
      keys: deriveAuthKeys(secrets).address,
      limits: LETTER_LIMITS,
      now: clock.date,
    });
  const before = budgetOf('old');
  for (const address of [JANE, JOHN, 'no@mailbox.test', 'gone@mailbox.test']) {
    assert.equal(await before.spend([address], HERE), undefined);
  }
  await before.used(JANE);
  await before.stops.declined('no@mailbox.test', false);
  clock.advance(MINUTE);
  const now = budgetOf('new', 'old');
  const ask = (address: string) => now.spend([address], HERE);
  assert.equal(await ask('fifth@mailbox.test'), undefined);
  assert.equal((await ask('sixth@mailbox.test'))?.limit, 'block', 'five new addresses an hour');
  assert.equal(await ask(JANE), undefined, 'her letter was used: three an hour');
  assert.equal((await ask(JANE))?.seconds, 60);
  assert.equal((await ask(JOHN))?.seconds, (DAY - MINUTE) / 1000, 'one a day');
  clock.advance(DAY);
  assert.equal(await ask(JOHN), undefined);
  clock.advance(MINUTE);
  assert.equal((await ask(JOHN))?.seconds, (30 * DAY - MINUTE) / 1000, 'two, then one a month');
  await now.used(JOHN);
  assert.equal(await ask(JOHN), undefined);
  assert.ok((await now.stops.waitOf('no@mailbox.test')) > 0);
  // A report names the key under which its letter was sent.
  await now.stops.returned(before.stops.reportName('gone@mailbox.test'));
  assert.ok(await now.stops.holdsNotices('gone@mailbox.test'));
  const last = clock.date() - DAY - MINUTE;
  assert.ok(await now.hasHadSince(JANE, last));
  assert.ok(!(await now.hasHadSince(JANE, last + 1)));
});
