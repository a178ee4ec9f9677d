import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { badLink } from './network/bad-link.ts';
import { ANN, JANE } from './servers/mail-server.ts';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
/** Sizes of the mails, which are sent at once: 16 KB must get through. */
const KILOBYTES = [1, 1, 2, 4, 8];
/** Most time of a delivery before the final dot, with a second for our own part. */
const BUDGET_MS = 151_000;

test('I39 through a link of 1 KB a second, 300 ms and 5 % loss each mail arrives once, or its sender gets 451 in time', async (t) => {
  const after = t.after.bind(t);
  const link = await badLink(after, { delayMs: 150, loss: 0.05, octetsPerSecond: 1024 });
  if (typeof link === 'string') return t.skip(link);
  const hop = await FakeNextHop.start({ host: link.near });
  after(() => hop.close());
  const nextHop = `${link.far}:${hop.port}`;
  const engine = await Engine.start(after, { nextHop, aliases: { [ALIAS]: JANE } });
  const heard = await Promise.all(
    KILOBYTES.map(async (kilobytes, i) => {
      const client = await SmtpClient.greeted(engine.port);
      after(() => client.destroy());
      const begun = performance.now();
      const reply = await hand(client, [ALIAS], letter(i, kilobytes), ANN);
      return { reply, ms: performance.now() - begun };
    }),
  );
  for (const [i, { reply, ms }] of heard.entries()) {
    const copies = hop.messages.filter(({ octets }) => octets.includes(`\r\nSubject: ${i}\r\n`));
    assert.match(reply, /^(?:250|451) /);
    assert.equal(copies.length, reply.startsWith('250') ? 1 : 0, `mail ${i}: ${reply}`);
    for (const { octets } of copies) {
      assert.ok(octets.toString('latin1').endsWith(letter(i, KILOBYTES[i] ?? 0)));
    }
    assert.ok(ms < BUDGET_MS, `mail ${i} was answered after ${ms} ms`);
  }
  assert.ok(hop.messages.length > 0, 'bad as it is, mail passes');
  const seconds = heard.map(({ ms }) => `${(ms / 1000).toFixed(1)} s`);
  t.diagnostic(
    `${hop.messages.length} of ${KILOBYTES.length} arrived, after ${seconds.join(', ')}`,
  );
});

function letter(id: number, kilobytes: number): string {
  const filling = `${'x'.repeat(62)}\r\n`.repeat(16 * kilobytes);
  return `From: <${ANN}>\r\nSubject: ${id}\r\n\r\n${filling}`;
}
