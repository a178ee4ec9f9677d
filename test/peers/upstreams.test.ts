import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TakenMessage } from '#support/fake-hop-session.ts';
import { type FakeNextHop, SILENCE } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { letters, stuffed } from './letters.ts';
import { ReplyThief } from './reply-thief.ts';
import { startExim, startEximWithoutPrdr } from './servers/exim.ts';
import {
  ANN,
  JANE,
  LATER,
  type MailServer,
  NOBODY,
  type StartMailServer,
} from './servers/mail-server.ts';
import { startOpenSmtpd } from './servers/opensmtpd.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const FOR_JANE = `alias-1001@${ALIAS_DOMAIN}`;
const FOR_NOBODY = `alias-1002@${ALIAS_DOMAIN}`;
const FOR_LATER = `alias-1003@${ALIAS_DOMAIN}`;
const ALIASES = { [FOR_JANE]: JANE, [FOR_NOBODY]: NOBODY, [FOR_LATER]: LATER };

const PEERS: [name: string, start: StartMailServer][] = [
  ['Postfix', startPostfix],
  ['Exim', startExim],
  ['Exim without PRDR', startEximWithoutPrdr],
  ['OpenSMTPD', startOpenSmtpd],
];

describe('upstream servers', { concurrency: true }, () => {
  for (const [name, start] of PEERS) {
    describe(name, { concurrency: false }, () => asUpstream(name, start));
  }
});

function asUpstream(name: string, start: StartMailServer): void {
  const after = afterSuite();
  let hop: FakeNextHop;
  let wire: ReplyThief;
  let server: MailServer;
  let sender: SmtpClient;
  before(async () => {
    const made = await Engine.withHop(after, { aliases: ALIASES, isSecured: true });
    hop = made.hop;
    wire = await ReplyThief.start(after, made.engine.port);
    server = await start(after, { relayTo: wire.port });
    sender = await SmtpClient.during(after, server.port);
  });

  const letter = (text: string) =>
    `From: <${ANN}>\r\nMessage-ID: <${text}@origin.test>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n${text}\r\n`;
  const copies = (address: string, text: string) =>
    hop.messages.filter((taken) => isFor(taken, address) && taken.octets.includes(`<${text}@`));
  /** Waits, for longer than a message is held for a retry. */
  const eventually = (what: string, condition: () => boolean) =>
    until(what, condition, { seconds: 150, state: server.log });

  test(`every message that ${name} passes on arrives once, over TLS, as its author sent it`, async () => {
    const all = letters(name.replaceAll(' ', '-'));
    for (const { content } of all) {
      assert.match(await hand(sender, [FOR_JANE], stuffed(content), ANN), /^250 /);
    }
    await eventually('all are there', () => hop.messages.length >= all.length);
    const taken = hop.messages.splice(0);
    assert.equal(taken.length, all.length);
    for (const { what, content } of all) {
      const ends = taken.filter(({ octets }) => octets.subarray(-content.length).equals(content));
      assert.equal(ends.length, 1, what);
      assert.match(String(ends[0]?.octets), /\r\n\tby mx\.alias\.test with ESMTPS id /);
    }
  });

  test(`of three recipients one gets one copy, one comes back to the author, one gets it when its server is ready (${name})`, async () => {
    let ready = false;
    hop.script = {
      RCPT: (_, line) => {
        if (line.includes(NOBODY)) return `550 5.1.1 ${NOBODY} is unknown`;
        return line.includes(LATER) && !ready ? `451 4.2.0 ${LATER} is busy` : undefined;
      },
    };
    const answer = await hand(sender, [FOR_JANE, FOR_NOBODY, FOR_LATER], letter('three'), ANN);
    assert.match(answer, /^250 /);
    await eventually('Jane has it', () => copies(JANE, 'three').length > 0);
    await eventually('Ann has the bounce', () => server.mailbox(ANN).length > 0);
    assert.equal(copies(LATER, 'three').length, 0);
    ready = true;
    await eventually('the late one has it', () => copies(LATER, 'three').length > 0);
    const bounce = String(server.mailbox(ANN)[0]);
    assert.match(bounce, /5\.1\.1/);
    assert.ok(bounce.includes(FOR_NOBODY));
    assert.ok(!bounce.includes('@mailbox.test'), bounce);
  });

  test(`a message whose 250 was lost on the way to ${name} is acknowledged again and not repeated`, async () => {
    await deliverWhileSilent('lost', async () => {
      const stolen = wire.steal();
      hop.say('250 2.0.0 taken');
      await stolen;
    });
  });

  test(`a message whose sender ${name} disconnected before the verdict is not repeated`, async () => {
    await deliverWhileSilent('broken off', async () => {
      wire.cut();
      // We may notice before the verdict or after it: both must work.
      hop.say('250 2.0.0 taken');
    });
  });

  /** Sends a message, and causes `trouble` while it waits for the next hop's verdict; then that server continues. */
  async function deliverWhileSilent(text: string, trouble: () => Promise<void>): Promise<void> {
    let heard = false;
    hop.script = {
      dot: () => {
        heard = true;
        return SILENCE;
      },
    };
    assert.match(await hand(sender, [FOR_JANE], letter(text), ANN), /^250 /);
    await hop.until(() => heard);
    hop.script = {};
    await trouble();
    // A later mail for the same mailbox is not delayed, and the first one leaves the queue without a second copy.
    assert.match(await hand(sender, [FOR_JANE], letter(`${text} after`), ANN), /^250 /);
    await eventually('the later one is there', () => copies(JANE, `${text} after`).length > 0);
    await eventually('the queue is empty', server.queueIsEmpty);
    assert.equal(copies(JANE, text).length, 0, 'the one copy was taken in silence');
  }

  test(`nothing came twice, and ${name} wrote one bounce`, async () => {
    await eventually('the queue is empty', server.queueIsEmpty);
    assert.equal(copies(JANE, 'three').length, 1);
    assert.equal(copies(LATER, 'three').length, 1);
    assert.equal(server.mailbox(ANN).length, 1);
  });

  // Postfix and OpenSMTPD do not speak PRDR.
  if (name !== 'Exim') return;
  test('Exim gets a reply for each recipient, in one pass', async () => {
    const asked: string[] = [];
    hop.script = {
      RCPT: (_, line) => {
        asked.push(line);
        return line.includes(NOBODY) ? `550 5.1.1 ${NOBODY} is unknown` : undefined;
      },
    };
    const bounces = server.mailbox(ANN).length;
    assert.match(await hand(sender, [FOR_JANE, FOR_NOBODY], letter('apart'), ANN), /^250 /);
    await eventually('the queue is empty', server.queueIsEmpty);
    assert.equal(asked.length, 2, 'each mailbox was asked once');
    assert.equal(copies(JANE, 'apart').length, 1);
    assert.equal(server.mailbox(ANN).length, bounces + 1);
    assert.match(server.log(), /=> alias-1001@.* PRDR /);
  });
}

const isFor = ({ recipients }: TakenMessage, address: string) =>
  recipients.includes(`<${address}>`);
