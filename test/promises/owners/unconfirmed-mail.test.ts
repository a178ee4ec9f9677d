import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { type Forwarding, forwarding, hand, letter } from '#support/forwarding.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 21, 12);
const CONFIRMED: Ownership = { mode: 'confirmed', since: START - 1 };
const LATER = /^450 4\.2\.1 Mailbox temporarily unavailable$/;

const WORKING = 'alias-1001@alias.test';
const UNCONFIRMED = 'alias-1002@alias.test';
const PAUSED = 'alias-1003@alias.test';
const OFF = 'alias-1004@alias.test';
const real = (alias: string) => alias.replace('alias.test', 'mailbox.test');

/** Four aliases: one forwards, one was never confirmed, one is paused for an hour, one is switched off. */
async function four(t: TestContext, options: Parameters<typeof forwarding>[1] = {}) {
  const engine = await forwarding(t, { ownership: CONFIRMED, ...options });
  const ids = new Map<string, string>();
  for (const alias of [WORKING, UNCONFIRMED, PAUSED, OFF]) {
    ids.set(alias, (await engine.alias(alias, real(alias))).id);
    if (alias !== UNCONFIRMED) await engine.store.owners.confirm(real(alias), START);
  }
  const id = (alias: string) => ids.get(alias) ?? assert.fail(alias);
  const pause = (alias: string, pausedUntil: number | null) =>
    engine.store.owners.change(id(alias), { pausedUntil }, real(alias));
  await pause(PAUSED, START + HOUR);
  await engine.store.setActive(id(OFF), false, 'anybody');
  return { ...engine, pause };
}

const rcpt = async ({ client }: Forwarding, alias: string): Promise<string> => {
  const connected = await client();
  return connected.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${alias}>`);
};

test('one message to an unconfirmed, a paused, a working and a switched-off alias: the working one at once, 550 for the last, the others at their time, no copy twice', async (t) => {
  const engine = await four(t);
  const attempt = async (...recipients: string[]) => {
    const client = await engine.client();
    await client.say('MAIL FROM:<ann@example.org>');
    const answers = [];
    for (const recipient of recipients) {
      answers.push((await client.say(`RCPT TO:<${recipient}>`)).slice(0, 9));
    }
    if (!answers.some((answer) => answer.startsWith('250'))) return [...answers, ''];
    await client.say('DATA');
    return [...answers, (await client.say(`${letter('one mail')}.`)).slice(0, 9)];
  };
  assert.deepEqual(await attempt(UNCONFIRMED, PAUSED, WORKING, OFF), [
    '450 4.2.1',
    '450 4.2.1',
    '250 2.1.5',
    '550 5.1.1',
    '250 2.0.0',
  ]);
  // The sender keeps two, and retries.
  assert.deepEqual(await attempt(UNCONFIRMED, PAUSED), ['450 4.2.1', '450 4.2.1', '']);
  await engine.store.owners.confirm(real(UNCONFIRMED), START);
  assert.deepEqual(await attempt(UNCONFIRMED, PAUSED), ['250 2.1.5', '450 4.2.1', '250 2.0.0']);
  engine.clock.advance(HOUR);
  assert.deepEqual(await attempt(PAUSED), ['250 2.1.5', '250 2.0.0']);
  const taken = engine.hop.messages.flatMap(({ recipients }) => recipients);
  assert.deepEqual(
    taken,
    [WORKING, UNCONFIRMED, PAUSED].map((alias) => `<${real(alias)}>`),
  );
  assert.deepEqual(engine.faults, []);
});

test('a pause ends by the clock; one that another node ends, or begins, takes effect here within a second', async (t) => {
  const engine = await four(t, { cacheMs: 1000 });
  assert.match(await rcpt(engine, PAUSED), LATER);
  engine.clock.advance(HOUR - 1);
  assert.match(await rcpt(engine, PAUSED), LATER);
  engine.clock.advance(1);
  assert.match(await rcpt(engine, PAUSED), /^250 /);
  await engine.pause(WORKING, START + 2 * HOUR);
  assert.match(await rcpt(engine, WORKING), LATER, 'it was not cached');
  await engine.pause(WORKING, null);
  assert.match(await rcpt(engine, WORKING), /^250 /, 'nothing is cached of a pause');
  await engine.pause(WORKING, START + 2 * HOUR);
  engine.clock.advance(1000);
  assert.match(await rcpt(engine, WORKING), LATER);
});

test('mail to unconfirmed and paused aliases does not count as guessing', async (t) => {
  const engine = await four(t);
  const client = await engine.client();
  for (let i = 0; i < 60; i++) {
    await client.say('MAIL FROM:<ann@example.org>');
    for (const alias of [UNCONFIRMED, PAUSED]) {
      assert.match(await client.say(`RCPT TO:<${alias}>`), LATER);
    }
    await client.say('RSET');
  }
  assert.match(await hand(client, [WORKING], letter('still welcome')), /^250 /);
});

test('an alias from before the change of mode forwards for 14 days and asks for a confirmation at its first mail, then 450, then 550', async (t) => {
  const asked: string[] = [];
  const engine = await forwarding(t, {
    ownership: { mode: 'confirmed', since: START + 1 },
    unconfirmedReached: (email) => asked.push(email),
  });
  await engine.alias(UNCONFIRMED, real(UNCONFIRMED));
  engine.clock.jump(DAY);
  const client = await engine.client();
  assert.deepEqual(asked, []);
  assert.match(await hand(client, [UNCONFIRMED], letter('reaches it')), /^250 /);
  assert.deepEqual(asked, [real(UNCONFIRMED)]);
  engine.clock.jump(13 * DAY);
  assert.match(await rcpt(engine, UNCONFIRMED), /^250 /);
  engine.clock.advance(1);
  assert.match(await rcpt(engine, UNCONFIRMED), LATER);
  engine.clock.jump(14 * DAY);
  assert.match(await rcpt(engine, UNCONFIRMED), /^550 5\.1\.1 /);
  await engine.store.owners.confirm(real(UNCONFIRMED), engine.clock.date());
  assert.match(await rcpt(engine, UNCONFIRMED), /^250 /, 'confirming brings it back');
});
