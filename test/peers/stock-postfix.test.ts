import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { ANN, MAILBOX_DOMAIN, type MailServer } from './servers/mail-server.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const MAILS = 1000;
/** Enough aliases to stay below the limit of each. */
const ALIASES = Array.from({ length: 10 }, (_, i) => `alias-100${i}@${ALIAS_DOMAIN}`);
const FOR_ALARMS = `alias-2000@${ALIAS_DOMAIN}`;

for (const tls of [false, true]) {
  describe(`a Postfix as it is installed, ${tls ? 'over TLS' : 'in clear'}`, () => {
    const after = afterSuite();
    let hop: FakeNextHop;
    let engine: Engine;
    let postfix: MailServer;
    let sender: SmtpClient;
    before(async () => {
      const aliases = Object.fromEntries(
        [...ALIASES, FOR_ALARMS].map((alias, i) => [alias, `mailbox-${i}@${MAILBOX_DOMAIN}`]),
      );
      ({ hop, engine } = await Engine.withHop(after, { aliases, isSecured: tls }));
      postfix = await startPostfix(after, { relayTo: engine.port });
      // Not its listening address: to a message from there it would add a Date and a Message-ID.
      sender = await SmtpClient.during(after, postfix.port, '127.0.0.2');
    });

    /** Sends as a device does: all messages are identical. */
    const send = async (alias: string) => {
      const said = `From: <${ANN}>\r\nSubject: ALARM\r\n\r\nALARM\r\n`;
      assert.match(await hand(sender, [alias], said, ANN), /^250 /);
    };
    const eventually = (what: string, condition: () => boolean | Promise<boolean>) =>
      until(what, condition, { seconds: 120, state: postfix.log });
    /** Waits until Postfix has all verdicts, and has closed its cached connections. */
    const hasClosed = async () => {
      await eventually('the queue is empty', postfix.queueIsEmpty);
      await eventually(
        'its connections are closed',
        async () => (await engine.metric('veilpost_smtp_connections')) === 0,
      );
    };

    test('five equal alarms through it arrive five times', async () => {
      for (let i = 1; i <= 5; i++) {
        await send(FOR_ALARMS);
        await hasClosed();
      }
      assert.equal(postfix.log().match(/status=sent \(250 /g)?.length, 5);
      assert.equal(hop.messages.length, 5);
      assert.equal(await engine.metric('veilpost_copies_held_back_total'), 0);
    });

    test(`${MAILS} messages through it, which all arrive, leave no row in the ledger`, async () => {
      const alarms = hop.messages.length;
      for (let i = 0; i < MAILS; i++) {
        await send(ALIASES[i % ALIASES.length] ?? '');
        // The first half one by one, each with a connection of its own; the others as fast as it can.
        if (i < MAILS / 2) await hop.until(() => hop.messages.length > alarms + i);
      }
      await hasClosed();
      assert.equal(hop.messages.length - alarms, MAILS);
      assert.equal(engine.ledgerRows(), 0);
    });
  });
}
