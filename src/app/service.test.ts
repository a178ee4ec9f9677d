import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceInProcess } from '#support/service-in-process.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const JANE = { alias_email: 'alias-1000@alias.localhost', real_email: 'jane@b.test' };

test('aliases are counted at the start, and again each minute', async (t) => {
  const { store, shows, tick } = await serviceInProcess(t);
  await shows('veilpost_names_left{domain="alias.localhost"} 9000');
  await store.insertAlias(JANE);
  tick(MINUTE);
  await shows('veilpost_names_left{domain="alias.localhost"} 8999');
  await shows('veilpost_aliases{domain="alias.localhost",state="active"} 1');
});

test('what has expired in the ledger is deleted each hour, and what has not stays', async (t) => {
  const { store, tick } = await serviceInProcess(t);
  const entry = { code: 250, enhanced: '2.0.0' } as const;
  const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await store.remember(old, entry, Date.now() - 1);
  await store.remember(young, entry, Date.now() + HOUR);
  const ever = 0;
  assert.deepEqual(await store.recall(old, ever), entry, 'it is there until then');
  tick(HOUR);
  while ((await store.recall(old, ever)) !== undefined) await new Promise(setImmediate);
  assert.deepEqual(await store.recall(young, Date.now()), entry);
});

test('every server of the service sends the security headers', async (t) => {
  const { running } = await serviceInProcess(t);
  for (const port of [running.httpPort, running.adminPort, running.mailboxPort]) {
    const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', String(port));
    assert.equal(headers.get('x-content-type-options'), 'nosniff', String(port));
  }
});

/** Replies to six different names that nobody has. */
async function guesses(client: SmtpClient): Promise<string[]> {
  await client.say('MAIL FROM:<>');
  const codes: string[] = [];
  for (let number = 2000; number < 2006; number++) {
    codes.push((await client.say(`RCPT TO:<alias-${number}@alias.localhost>`)).slice(0, 3));
  }
  return codes;
}

test('names are guessed no more than five times, unless RATE_LIMITS is off', async (t) => {
  const { client, store } = await serviceInProcess(t);
  await store.insertAlias(JANE);
  const codes = await guesses(await client());
  assert.deepEqual(codes, ['550', '550', '550', '550', '550', '421']);
});

test('with RATE_LIMITS off nobody is stopped', async (t) => {
  const { client, store } = await serviceInProcess(t, { RATE_LIMITS: 'off' });
  await store.insertAlias(JANE);
  const codes = await guesses(await client());
  assert.deepEqual(codes, Array(6).fill('550'));
});
