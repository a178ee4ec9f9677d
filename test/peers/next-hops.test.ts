import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { letters, stuffed, withUnixLines } from './letters.ts';
import { startExim } from './servers/exim.ts';
import {
  ANN,
  JANE,
  JOHN,
  LATER,
  type MailServer,
  NOBODY,
  SIZE_LIMIT,
  type StartMailServer,
} from './servers/mail-server.ts';
import { startOpenSmtpd } from './servers/opensmtpd.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const FOR_JANE = `alias-1001@${ALIAS_DOMAIN}`;
const FOR_JOHN = `alias-1002@${ALIAS_DOMAIN}`;
const FOR_NOBODY = `alias-1003@${ALIAS_DOMAIN}`;
const FOR_LATER = `alias-1004@${ALIAS_DOMAIN}`;

type Peer = {
  name: string;
  start: StartMailServer;
  /** Its rejection of an unknown user. */
  unknown: RegExp;
  /** The protocol of a message's path to it, and its name for that in the Received field. */
  way: string;
  received: RegExp;
};

const OVER_TLS = 'over TLS, although the certificate is self-signed';

const PEERS: Peer[] = [
  {
    name: 'Postfix',
    start: startPostfix,
    unknown: /^550 5\.1\.1 /,
    way: OVER_TLS,
    received: /\(using TLSv1\.3 .*\n.*\n.*\n.*by postfix\.test \(Postfix\) with ESMTPS id/,
  },
  {
    name: 'Exim',
    start: startExim,
    unknown: /^550 5\.1\.1 /,
    way: OVER_TLS,
    received: /by exim\.test with esmtps +\(TLS1\.3\)/,
  },
  {
    name: 'OpenSMTPD',
    start: startOpenSmtpd,
    // To it, a user missing from its table is the end of a list.
    // OpenSMTPD answers 524, which does not concern a message (RFC 5321 section 4.2.3): the sender gets 554.
    unknown: /^554 5\.2\.4 /,
    // Debian 12 has built it with an incompatible OpenSSL: https://github.com/OpenSMTPD/OpenSMTPD/issues/1171
    way: 'in plaintext, if STARTTLS is offered and fails',
    received: /by opensmtpd\.test \(OpenSMTPD\) with ESMTP id/,
  },
];

describe('next hops', { concurrency: true }, () => {
  for (const peer of PEERS) describe(peer.name, { concurrency: false }, () => asNextHop(peer));
});

function asNextHop({ name, start, unknown, way, received }: Peer): void {
  const after = afterSuite();
  let server: MailServer;
  let sender: SmtpClient;
  before(async () => {
    server = await start(after);
    const aliases = {
      [FOR_JANE]: JANE,
      [FOR_JOHN]: JOHN,
      [FOR_NOBODY]: NOBODY,
      [FOR_LATER]: LATER,
    };
    const engine = await Engine.start(after, { nextHop: server.port, aliases });
    sender = await SmtpClient.during(after, engine.port);
  });

  const arrived = async (address: string, content: Buffer): Promise<Buffer> => {
    const id = /Message-ID: .*\r\n/.exec(content.toString('latin1'))?.[0].trim() ?? '';
    const find = () => server.mailbox(address).filter((octets) => octets.includes(id));
    await until(`${id} is in the mailbox`, () => find().length > 0, { state: server.log });
    const [copy, ...more] = find();
    assert.equal(more.length, 0, 'one copy');
    return copy ?? Buffer.alloc(0);
  };

  for (const { what, content } of letters(name)) {
    test(`a message with ${what} is in the mailbox of ${name} as it was sent`, async () => {
      assert.match(await hand(sender, [FOR_JANE], stuffed(content), ANN), /^250 2\.0\.0 /);
      const stored = await arrived(JANE, content);
      const sent = withUnixLines(content);
      const end = stored.subarray(stored.length - sent.length);
      assert.equal(end.toString('latin1'), sent.toString('latin1'));
      // Above it are the Received lines of the servers, ours the lowest.
      assert.match(
        stored.toString('latin1', 0, stored.length - sent.length),
        /\nReceived: from client\.test .*\n\tby mx\.alias\.test with ESMTP id .*\n\tfor <alias-1001@.*\nDelivered-To: alias-1001@alias\.test\nVeilpost-Loop: .*\n$/,
      );
    });
  }

  test(`${name} received all of it ${way}`, async () => {
    const mailbox = server.mailbox(JANE);
    assert.notEqual(mailbox.length, 0);
    for (const stored of mailbox) assert.match(stored.toString('latin1'), received);
  });

  test(`each message to two aliases is in two mailboxes of ${name}`, async () => {
    for (const { content } of letters(`${name}.two`)) {
      assert.match(await hand(sender, [FOR_JANE, FOR_JOHN], stuffed(content), ANN), /^250 /);
      await arrived(JANE, content);
      await arrived(JOHN, content);
    }
  });

  test(`a recipient that ${name} rejects is rejected by us, with its status and our text`, async () => {
    const answer = await hand(sender, [FOR_NOBODY], 'From: a@b.test\r\n\r\nx\r\n', ANN);
    assert.match(answer, unknown);
    assert.doesNotMatch(answer, /nobody|mailbox\.test/i);
  });

  test(`a recipient that ${name} defers stays with the sender`, async () => {
    const answer = await hand(sender, [FOR_LATER], 'From: a@b.test\r\n\r\nx\r\n', ANN);
    assert.match(answer, /^451 4\.2\.0 /);
  });

  test(`a message too large for ${name} is rejected`, async () => {
    const large = `From: a@b.test\r\n\r\n${'0123456789\r\n'.repeat(SIZE_LIMIT / 10)}`;
    assert.match(await hand(sender, [FOR_JANE], large, ANN), /^552 5\.3\.4 /);
  });
}
