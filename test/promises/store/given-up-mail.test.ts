import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ALIAS, letter } from '#support/forwarding.ts';
import { judging } from '#support/judging.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

/** Octets of the largest header that is read. */
const HEADER = 100_000;
const ROUNDS = 80;

function header(): string {
  const signature = (i: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=a-rather-long-name-${i}.example.org; s=selector-${i}; h=from; bh=AAAA; b=AAAA\r\n`;
  const signatures = Array.from({ length: 8 }, (_, i) => signature(i)).join('');
  const filler = `X-Filler: ${'x'.repeat(900)}\r\n`;
  return `${signatures}${filler.repeat(HEADER / filler.length)}${letter('hello').split('\r\n\r\n')[0]}\r\n\r\n`;
}

async function begun(client: SmtpClient): Promise<void> {
  await client.say('MAIL FROM:<ann@example.org>');
  assert.match(await client.say(`RCPT TO:<${ALIAS}>`), /^250/);
}

/** Octets in use, after all garbage is collected. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}

test('a message given up after its header causes no error and no memory leak, although the DNS is silent', async (t) => {
  const asked: string[] = [];
  const resolve = (name: string) => {
    asked.push(name);
    return new Promise<never>(() => {});
  };
  const { client, receiver, clock, faults, hop, leave } = await judging(t, { checks: { resolve } });
  const octets = header();
  const round = async (i: number) => {
    const sender = await client();
    await begun(sender);
    if (i % 2 === 0) {
      // Between chunks a command is allowed.
      sender.send(`BDAT ${octets.length}\r\n${octets}`);
      assert.match(await sender.reply(), /^250/);
      assert.ok(receiver.inFlightOctets >= 2 * octets.length, 'its text is accounted for');
      assert.match(await sender.say('RSET'), /^250/);
    } else {
      await sender.say('DATA');
      const before = asked.length;
      sender.send(octets);
      while (asked.length < before + 8) await new Promise(setImmediate);
    }
    await leave(sender);
  };
  for (let i = 0; i < 10; i++) await round(i);
  const timers = clock.pending;
  const before = heap();
  for (let i = 0; i < ROUNDS; i++) await round(i);
  const grown = heap() - before;
  // Half of it belongs to the sessions that wait for answers, and to this test's own clients; without any text.
  assert.ok(grown < ROUNDS * HEADER * 0.75, `${grown} octets more`);
  assert.equal(receiver.inFlightOctets, 0);
  assert.ok(clock.pending > timers, 'questions wait');
  clock.advance(10_000);
  await new Promise(setImmediate);
  assert.ok(clock.pending < timers, 'and none of them for longer than 10 s');
  assert.equal(hop.messages.length, 0);
  assert.deepEqual(faults, []);
});
