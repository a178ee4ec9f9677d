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

const OTHER = 'alias-1001@alias.test';
const BUSY = 'alias-1002@alias.test';

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

test('an alarm with only some recipients accepted is 451, and is delivered at most once more to those who got it', async (t) => {
  const all = await forwarding(t, {
    hop: { script: { RCPT: (_, line) => (line.includes('busy@') ? '451 4.2.1 busy' : undefined) } },
  });
  await all.alias(OTHER, 'other@mailbox.test');
  await all.alias(BUSY, 'busy@mailbox.test');
  const sender = await all.client();
  /** One attempt of a sender's queue. @returns the remaining recipients */
  const attempt = async (aliases: readonly string[]) => {
    const served: string[] = [];
    await sender.say('MAIL FROM:<ann@example.org>');
    for (const alias of aliases) {
      if ((await sender.say(`RCPT TO:<${alias}>`)).startsWith('250')) served.push(alias);
    }
    await sender.say(served.length > 0 ? 'DATA' : 'RSET');
    if (served.length === 0) return aliases;
    const taken = (await sender.say(`${alarm('ALARM')}.`)).startsWith('250');
    await all.forwarder.settled();
    return aliases.filter((alias) => !taken || !served.includes(alias));
  };
  let left: readonly string[] = [BUSY, ALIAS, OTHER];
  for (let i = 0; i < 6; i++) left = await attempt(left);
  assert.deepEqual(left, [BUSY]);
  all.hop.script = {};
  for (let i = 0; i < 2; i++) left = await attempt(left);
  assert.deepEqual(left, []);
  assert.equal(copies(all, 'ALARM', 'busy@mailbox.test'), 1);
  for (const real of [REAL, 'other@mailbox.test'])
    assert.equal(copies(all, 'ALARM', real), 2, real);
  // The next alarm is handled like any other.
  assert.match(await hand(sender, [BUSY, ALIAS, OTHER], alarm('ALARM')), /^250 /);
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
