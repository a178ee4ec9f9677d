import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Requester } from '#auth/letters/letter-port.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { configOf } from './config/reading.fixture.ts';
import { createLetterBudget } from './letters.ts';
import { createLog } from './observe/log.ts';

const HERE = { address: '192.0.2.7' };

function budgetOf(environment: Record<string, string>) {
  const config = configOf(environment);
  const store = { auth: { letterBudget: countsInMemory() } };
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, false);
  const secrets = ['a secret for tests'];
  return { budget: createLetterBudget({ config, store, secrets, log }), lines };
}

/** The number of new addresses of one domain that may get a letter, requested by a client or by none. */
async function mostOf(environment: Record<string, string>, requester: Requester): Promise<number> {
  const { budget } = budgetOf(environment);
  for (let i = 0; i < 40; i++) {
    if ((await budget.spend([`person${i}@small.test`], requester)) !== undefined) return i;
  }
  return 40;
}

test('the log warns once half of an hour’s letters to newcomers is used, and again in the next flood', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const { budget, lines } = budgetOf({ NEXT_HOP: 'mx:' });
  let sent = 0;
  const send = async (letters: number) => {
    for (let n = 0; n < letters; n++) {
      sent += 1;
      assert.equal(await budget.spend([`person${sent}@gmail.com`], {}), undefined);
    }
    return lines.length;
  };
  assert.equal(await send(250), 0);
  assert.equal(await send(1), 1);
  assert.match(lines[0] ?? '', /"level":"warn".*hourly limit for letters .* half used/);
  assert.equal(await send(100), 1);
  t.mock.timers.tick(3_600_000);
  assert.equal(await send(250), 1);
  assert.equal(await send(1), 2);
});

test('letters are limited if they reach people, but not if they only reach the try-out mailbox; RATE_LIMITS=off lifts only the limits of address blocks', async () => {
  assert.equal(await mostOf({ NEXT_HOP: 'mx:' }, HERE), 5);
  assert.equal(await mostOf({ NEXT_HOP: 'mx:' }, {}), 30);
  assert.equal(await mostOf({ NEXT_HOP: 'mx:', RATE_LIMITS: 'off' }, HERE), 30);
  assert.equal(await mostOf({ NEXT_HOP: 'mailbox:' }, HERE), 40);
});
