/** One next hop that asks for a pause or falls silent: the sender gets the true verdict. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FakeClock } from '#support/fake-clock.ts';
import { SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

const DAY = 86_400_000;
const DELIVERED = '250 2.0.0 Delivered g0000g0000';
const SILENT = '451 4.4.2 Conversation with the destination mail server timed out (g0000g0000)';

test('while the next hop wants a pause RCPT is answered 451 4.7.1 and it receives nothing; then mail passes again', async (t) => {
  const { hop, client, clock } = await forwarding(t);
  const sender = await client();
  hop.script = { RCPT: '451 4.7.1 slow down' };
  assert.match(await hand(sender, [ALIAS], letter('one')), /^451 4\.7\.1 /);
  hop.script = {};
  const heard = hop.commands.length;
  const recipient = () =>
    sender.sayAll('RSET', 'MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`);
  const wait = '451 4.7.1 Rate limited by the destination mail server';
  assert.equal(await recipient(), wait);
  assert.deepEqual([hop.commands.length, hop.connections.total], [heard, 1]);
  clock.advance(29_999);
  assert.equal(await recipient(), wait);
  clock.advance(1);
  assert.equal(await recipient(), '250 2.1.5 Recipient OK');
  await sender.say('DATA');
  assert.equal(await sender.say(`${letter('one')}.`), DELIVERED);
});

/** Advances the clock in steps, and completes the work that becomes due in each. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  const step = 10_000;
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await setImmediate();
  }
}

test('after the final dot the sender gets no reply for 569.9 s of silence, and 451 at 570 s', async (t) => {
  const all = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const { hop, client, clock, deliveries } = all;
  const sender = await client();
  let answered = false;
  const verdict = hand(sender, [ALIAS], letter('one')).finally(() => {
    answered = true;
  });
  await hop.until(() => hop.count('dot') === 1);
  await pass(clock, 569_900);
  // A reply to the first sender would arrive before the reply to a new one.
  await client();
  assert.deepEqual([answered, deliveries.length], [false, 0]);
  clock.advance(100);
  assert.equal(await verdict, SILENT);
  const [delivery] = deliveries;
  assert.equal(delivery?.kind === 'deferred' && delivery.unknown, true);
});

test('while one mailbox is greylisted ten other mailboxes of the same domain get their mail', async (t) => {
  const { hop, client, alias } = await forwarding(t);
  hop.script = { RCPT: (_, line) => (line.includes('jane.doe@') ? '451 4.7.1 later' : undefined) };
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^451 4\.7\.1 /);
  for (let i = 0; i < 10; i++) {
    const neighbour = `alias-200${i}@alias.test`;
    await alias(neighbour, `neighbour${i}@mailbox.test`);
    assert.equal(await hand(sender, [neighbour], letter('one')), DELIVERED);
  }
  assert.match(await hand(sender, [ALIAS], letter('one')), /^451 4\.7\.1 /);
  assert.equal(hop.count('RCPT'), 11);
});

for (const jump of [-DAY, DAY]) {
  const where = jump < 0 ? 'back' : 'ahead';

  test(`a date that jumps a day ${where} neither ends nor delays a wait for a verdict`, async (t) => {
    const { hop, clock, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
    const patient = hand(await client(), [ALIAS], letter('patient'));
    await hop.until(() => hop.count('dot') === 1);
    clock.jump(jump);
    clock.advance(569_000);
    hop.say('250 2.0.0 taken');
    assert.match(await patient, /^250 /);

    const hopeless = hand(await client(), [ALIAS], letter('hopeless'));
    await hop.until(() => hop.count('dot') === 2);
    clock.jump(jump);
    clock.advance(570_000);
    assert.match(await hopeless, /^451 4\.4\.2 /);
  });
}
