import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, copies, forwarding, hand, letter, REAL, relayed } from '#support/forwarding.ts';

const LATER = 'alias-1003@alias.test';
const down = () => Promise.reject(new Error('down'));

test('F06 without the ledger mail is still delivered, and a 250 stays a 250', async (t) => {
  const all = await forwarding(t, {
    seen: (store) => ({
      aliasByAddress: (address) => store.aliasByAddress(address),
      recall: down,
      remember: down,
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], letter('one')), /^250 /);
  await all.leave(first);
  await all.forwarder.settled();
  assert.match(await hand(await all.client(), [ALIAS], letter('two')), /^250 /);
  assert.equal(all.hop.messages.length, 2);
  assert.ok(all.faults.length > 0, 'the operator hears of it');
  const timers = all.clock.pending;
  await all.forwarder.close();
  assert.equal(all.clock.pending, timers - 1, 'the end leaves no timer of the ledger');
});

for (const { who, recipients, heard } of [
  { who: 'a mail to one', recipients: [ALIAS], heard: /^250 / },
  {
    who: 'a mail with only some recipients accepted',
    recipients: [ALIAS, LATER],
    heard: /^451 4\.3\.0 /,
  },
]) {
  test(`I32 if the ledger fails after RCPT, nobody gets a second copy of ${who} while the process lives`, async (t) => {
    let remembers = true;
    const all = await forwarding(t, {
      hop: {
        script: { RCPT: (_, line) => (line.includes('later@') ? '451 4.2.1 busy' : undefined) },
      },
      seen: (store) => ({
        aliasByAddress: (address) => store.aliasByAddress(address),
        recall: (key, now) => store.recall(key, now),
        remember: (key, entry, expires) =>
          remembers ? store.remember(key, entry, expires) : down(),
      }),
    });
    await all.alias(LATER, 'later@mailbox.test');
    const first = await all.client();
    await first.say('MAIL FROM:<ann@example.org>');
    for (const recipient of recipients) {
      assert.match(await first.say(`RCPT TO:<${recipient}>`), /^250 /);
    }
    await first.say('DATA');
    remembers = false;
    assert.match(await first.say(`${letter('one')}.`), heard);
    await all.leave(first);
    await all.forwarder.settled();
    assert.ok(all.faults.length > 0, 'the operator hears of it');
    all.hop.script = {};
    assert.match(await hand(await all.client(), recipients, letter('one')), /^250 /);
    assert.equal(copies(all, 'one', REAL), 1);
    assert.equal(all.hop.messages.length, recipients.length);
  });
}

test('a ledger that does not answer at RCPT is asked again at the final dot: no second copy', async (t) => {
  let answers = true;
  const all = await forwarding(t, {
    seen: (store) => ({
      aliasByAddress: (address) => store.aliasByAddress(address),
      recall: (key, now) => (answers ? store.recall(key, now) : down()),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], relayed(letter('one'))), /^250 /);
  await all.leave(first);
  await all.forwarder.settled();
  const second = await all.client();
  answers = false;
  await second.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  answers = true;
  assert.deepEqual(all.faults, [new Error('down')], 'the operator hears of it');
  assert.match(await second.say(`${relayed(letter('one'))}.`), /^250 /);
  assert.equal(copies(all, 'one', REAL), 1);
});

test('a store that takes no outcome for a moment has it when it is back, although its sender never comes again here', async (t) => {
  let remembers = false;
  const all = await forwarding(t, {
    seen: (store) => ({
      aliasByAddress: (address) => store.aliasByAddress(address),
      recall: (key, now) => store.recall(key, now),
      remember: (key, entry, expires) => (remembers ? store.remember(key, entry, expires) : down()),
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], relayed(letter('one'))), /^250 /);
  await all.leave(first);
  await all.forwarder.settled();
  remembers = true;
  all.clock.advance(10_000);
  await all.answered();
  const { store } = all;
  const another = await forwarding(t, {
    seen: () => ({
      aliasByAddress: (address) => store.aliasByAddress(address),
      recall: (key, now) => store.recall(key, now),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
    }),
  });
  assert.match(await hand(await another.client(), [ALIAS], relayed(letter('one'))), /^250 /);
  assert.equal(another.hop.messages.length, 0);
});
