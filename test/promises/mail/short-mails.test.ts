import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '#support/fake-hop-session.ts';
import { CLOSE } from '#support/fake-next-hop.ts';
import { ALIAS, forwarding } from '#support/forwarding.ts';
import { seededRandom } from '#support/seeded-random.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

const CLIENTS = 12;
const MAILS = 15;

/** The body of a message: its own name, over and over. */
const bodyOf = (name: string, octets: number) => `${name}\r\n`.repeat(Math.ceil(octets / 12));

test('short messages share memory, and none ever has an octet of another, whatever happens to them', async (t) => {
  const random = seededRandom(4);
  const oneOf = (...acts: Act[]): Act | undefined => acts[Math.floor(random() * 5)];
  const { hop, client } = await forwarding(t, {
    limits: false,
    hop: {
      script: {
        // A good server most of the time.
        RCPT: () => oneOf('450 4.2.1 later'),
        dot: () => oneOf('451 4.3.0 later', CLOSE),
      },
    },
  });
  const bodies = new Map<string, string>();
  const delivered = new Set<string>();
  const send = async (sender: SmtpClient, name: string): Promise<boolean> => {
    const body = bodyOf(name, 20 + random() ** 2 * 6000);
    bodies.set(name, body);
    const answer = await sender.sayAll(`MAIL FROM:<${name}@a.test>`, `RCPT TO:<${ALIAS}>`, 'DATA');
    assert.match(answer, /^354 /);
    const mail = `From: a@a.test\r\nMessage-ID: <${name}@a.test>\r\nX-Name: ${name}\r\n\r\n${body}.\r\n`;
    const cut = Math.floor(random() * mail.length);
    sender.send(mail.slice(0, cut));
    // Another message may arrive between the two pieces.
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
    sender.send(mail.slice(cut));
    if (random() < 0.1) {
      sender.destroy();
      return false;
    }
    if ((await sender.reply()).startsWith('250 ')) delivered.add(name);
    return true;
  };
  const sendAll = async (_: unknown, lane: number) => {
    let sender = await client();
    for (let n = 0; n < MAILS; n++) {
      if (!(await send(sender, `mail-${lane}-${n}`))) sender = await client();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendAll));

  const arrived = hop.messages.map(({ octets }) => {
    const text = octets.toString('latin1');
    const name = /^X-Name: (.*)\r$/m.exec(text)?.[1] ?? '';
    assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4), bodies.get(name), name);
    return name;
  });
  for (const name of delivered) assert.ok(arrived.includes(name), `${name} was answered 250`);
  assert.ok(delivered.size > CLIENTS * MAILS * 0.3, `${delivered.size} delivered`);
});
