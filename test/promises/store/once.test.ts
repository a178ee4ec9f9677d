import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALIAS,
  alarm,
  copies,
  forwarding,
  hand,
  letter,
  REAL,
  relayed,
} from '#support/forwarding.ts';

const DAY = 86_400_000;

test('a sender that did not receive our 250 gets it again and no second copy, still after six days; after eight days the message is delivered again', async (t) => {
  const all = await forwarding(t);
  for (const text of ['one', 'two']) {
    const first = await all.client();
    assert.match(await hand(first, [ALIAS], relayed(letter(text))), /^250 /);
    await all.leave(first);
  }
  await all.forwarder.settled();
  all.clock.jump(6 * DAY);
  assert.match(await hand(await all.client(), [ALIAS], relayed(letter('one'))), /^250 /);
  assert.equal(copies(all, 'one', REAL), 1);
  all.clock.jump(2 * DAY);
  assert.match(await hand(await all.client(), [ALIAS], relayed(letter('two'))), /^250 /);
  assert.equal(copies(all, 'two', REAL), 2);
});

test('a retry that begins before the first attempt is recorded does not make a second copy', async (t) => {
  const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = await forwarding(t, {
    seen: (store) => ({
      async remember(...given) {
        asked.resolve();
        await written.promise;
        await store.remember(...given);
      },
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], letter('one')), /^250 /);
  first.reset();
  await asked.promise;
  const second = await all.client();
  await second.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  written.resolve();
  await all.forwarder.settled();
  assert.match(await second.say(`${letter('one')}.`), /^250 /);
  assert.equal(copies(all, 'one', REAL), 1);
});

test('a sender that received our 250 and sends the same again on purpose has two copies delivered', async (t) => {
  const all = await forwarding(t);
  const sender = await all.client();
  for (let i = 0; i < 2; i++) assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  await sender.say('QUIT');
  await all.forwarder.settled();
  assert.match(await hand(await all.client(), [ALIAS], letter('one')), /^250 /);
  assert.equal(copies(all, 'one', 'jane.doe@mailbox.test'), 3);
});

test('a retry is recognized by its whole content: with another trace line on top it is another message', async (t) => {
  const all = await forwarding(t);
  for (const id of ['A1', 'A1', 'B2', 'C3']) {
    const sender = await all.client();
    const received = `Received: by relay.test id ${id}; Sat, 21 Nov 2026 12:00:00 +0000\r\n`;
    assert.match(await hand(sender, [ALIAS], received + alarm('ALARM')), /^250 /);
    await all.leave(sender);
    await all.forwarder.settled();
  }
  assert.equal(copies(all, 'ALARM', REAL), 3);
  assert.equal(all.copiesHeldBack(), 1);
});
