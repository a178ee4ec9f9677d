import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import {
  ALIAS,
  alarm,
  copies,
  type Forwarding,
  forwarding,
  hand,
  letter,
  REAL,
} from '#support/forwarding.ts';

/** With a count of the writes to the ledger. */
async function countingWrites(t: TestContext): Promise<Forwarding & { writes: () => number }> {
  let writes = 0;
  const all = await forwarding(t, {
    seen: (store) => ({
      remember: (...given) => {
        writes += 1;
        return store.remember(...given);
      },
    }),
  });
  return { ...all, writes: () => writes };
}

test('a device that sends the same alarm five times, and never QUIT, has five alarms delivered', async (t) => {
  const all = await countingWrites(t);
  for (let i = 0; i < 5; i++) {
    const device = await all.client();
    assert.match(await hand(device, [ALIAS], alarm('ALARM')), /^250 /);
    await all.finish(device);
    await all.forwarder.settled();
  }
  assert.equal(copies(all, 'ALARM', REAL), 5);
  assert.deepEqual([all.writes(), all.copiesHeldBack()], [0, 0]);
});

test('the same alarm twice at the same moment is two alarms, and neither is deferred', async (t) => {
  const all = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const devices = [await all.client(), await all.client()];
  const verdicts = devices.map((device) => hand(device, [ALIAS], alarm('ALARM')));
  await all.hop.until(() => all.hop.count('dot') === 2);
  all.hop.say('250 2.0.0 taken');
  for (const verdict of await Promise.all(verdicts)) assert.match(verdict, /^250 /);
});

test('a server that sends QUIT with its final dot, and closes after our 250, costs no write to the ledger', async (t) => {
  const all = await countingWrites(t);
  for (const text of ['one', 'two']) {
    const server = await all.client();
    await server.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
    server.send(`${letter(text)}.\r\nQUIT\r\n`);
    assert.match(await server.reply(), /^250 /);
    assert.match(await server.reply(), /^221 /);
    await all.finish(server);
    await all.forwarder.settled();
    assert.equal(copies(all, text, REAL), 1);
  }
  assert.equal(all.writes(), 0);
});
