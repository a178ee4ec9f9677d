import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import type { After } from './folder.ts';
import { Daemon } from './program.ts';
import { ANN, JANE } from './servers/mail-server.ts';

const PROGRAM = fileURLToPath(new URL('bad-link.py', import.meta.url));

/** Of RFC 2544's range, which is reserved for tests of networks and routed nowhere. */
const NEAR = '198.18.86.1';
const FAR = '198.18.86.2';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
/** Sizes of the messages, which are sent at once: 16 KB must get through. */
const KILOBYTES = [1, 1, 2, 4, 8];
/** RFC 5321 section 4.5.3.2.6: the sender waits ten minutes. A smaller bound would measure the machine, too. */
const PATIENT = { timeout: 600_000 };

test(
  'through a link of 1 KB a second, 300 ms and 5 % loss each message arrives once, or its sender gets 451 in time',
  PATIENT,
  async (t) => {
    const after = t.after.bind(t);
    const link = await badLink(after, { delayMs: 150, loss: 0.05, octetsPerSecond: 1024 });
    if (typeof link === 'string') return t.skip(link);
    const hop = await FakeNextHop.during(after, { host: link.near });
    const nextHop = `${link.far}:${hop.port}`;
    const engine = await Engine.start(after, { nextHop, aliases: { [ALIAS]: JANE } });
    const heard = await Promise.all(
      KILOBYTES.map(async (kilobytes, i) => {
        const client = await SmtpClient.during(after, engine.port);
        return await hand(client, [ALIAS], letter(i, kilobytes), ANN);
      }),
    );
    for (const [i, reply] of heard.entries()) {
      const copies = hop.messages.filter(({ octets }) => octets.includes(`\r\nSubject: ${i}\r\n`));
      assert.match(reply, /^(?:250|451) /);
      assert.equal(copies.length, reply.startsWith('250') ? 1 : 0, `mail ${i}: ${reply}`);
      for (const { octets } of copies) {
        assert.ok(octets.toString('latin1').endsWith(letter(i, KILOBYTES[i] ?? 0)));
      }
    }
    assert.ok(hop.messages.length > 0, 'bad as it is, mail passes');
    t.diagnostic(`${hop.messages.length} of ${KILOBYTES.length} arrived`);
  },
);

function letter(id: number, kilobytes: number): string {
  const filling = `${'x'.repeat(62)}\r\n`.repeat(16 * kilobytes);
  return `From: <${ANN}>\r\nSubject: ${id}\r\n\r\n${filling}`;
}

type BadLinkOptions = {
  delayMs: number;
  /** Probability, from 0 to 1, that a packet is lost. */
  loss: number;
  octetsPerSecond: number;
};

/**
 * A link between two addresses of this machine, as bad as a network can be; see bad-link.py. A listener at `near` is reached
 * through the link at `far`.
 * @returns the reason if a link is not possible here: the kernel or our privileges do not allow it
 */
async function badLink(
  after: After,
  { delayMs, loss, octetsPerSecond }: BadLinkOptions,
): Promise<{ near: string; far: string } | string> {
  if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) {
    return 'a network device can be made only by root, with /dev/net/tun';
  }
  const settings = [NEAR, FAR, delayMs / 1000, loss, octetsPerSecond, 39].map(String);
  const program = Daemon.start('python3', [PROGRAM, ...settings]);
  after(() => program.end());
  try {
    await program.ready(() => program.output().includes('The link is up'));
  } catch (error) {
    if (program.output().includes('not permitted')) return 'no network device may be made here';
    throw error;
  }
  return { near: NEAR, far: FAR };
}
