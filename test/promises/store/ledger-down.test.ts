import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, copies, forwarding, hand, letter, REAL, relayed } from '#support/forwarding.ts';

const down = () => Promise.reject(new Error('down'));

test('without the ledger mail is still delivered, and a 250 stays a 250', async (t) => {
  const all = await forwarding(t, {
    seen: () => ({
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
  assert.ok(all.faults.length > 0, 'it is reported to the operator');
  const timers = all.clock.pending;
  await all.forwarder.close();
  assert.equal(all.clock.pending, timers - 1, 'the end leaves no timer of the ledger');
});

test('a ledger that does not answer at RCPT is queried again at the final dot: no second copy', async (t) => {
  let answers = true;
  const all = await forwarding(t, {
    seen: (store) => ({
      recall: (key, now) => (answers ? store.recall(key, now) : down()),
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
  assert.deepEqual(all.faults, [new Error('down')], 'it is reported to the operator');
  assert.match(await second.say(`${relayed(letter('one'))}.`), /^250 /);
  assert.equal(copies(all, 'one', REAL), 1);
});
