import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { run } from './program.ts';
import { ANN, JANE } from './servers/mail-server.ts';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
const COPIES_HELD_BACK = 'veilpost_copies_held_back_total';

/** Messages from one file of a backup script: Date and Message-ID never change. */
const template = (id: string) =>
  `From: <${ANN}>\nTo: <${ALIAS}>\nSubject: backup\n` +
  `Date: Sat, 21 Nov 2026 12:00:00 +0000\nMessage-ID: <${id}@host.test>\n\ndone\n`;

/** Sends the message a given number of times, each on its own connection, and never sends QUIT. */
const SCRIPT = `
import smtplib, socket, ssl, struct, sys
port, tls, times, end, sender, recipient = sys.argv[1:]
message = sys.stdin.buffer.read().replace(b'\\n', b'\\r\\n')
for _ in range(int(times)):
    client = smtplib.SMTP('127.0.0.1', int(port), local_hostname='client.test')
    if tls == 'true':
        client.starttls(context=ssl._create_unverified_context())
    if end == 'deaf':
        client.ehlo()
        client.mail(sender)
        client.rcpt(recipient)
        client.docmd('DATA')
        client.send(message + b'.\\r\\n')
        # The 250 has arrived and is not read: the system sends a reset.
        client.sock.recv(1, socket.MSG_PEEK)
    else:
        client.sendmail(sender, [recipient], message)
    if end != 'forgotten':
        client.close()
`;

for (const tls of [false, true]) {
  describe(`a script that uses smtplib ${tls ? 'over TLS' : 'in clear'} and never sends QUIT`, () => {
    const after = afterSuite();
    let hop: FakeNextHop;
    let engine: Engine;
    before(async () => {
      const aliases = { [ALIAS]: JANE };
      ({ hop, engine } = await Engine.withHop(after, { aliases, isSecured: true }));
    });

    const send = async (letter: string, times: number, end: 'closed' | 'forgotten' | 'deaf') => {
      const sent = hop.messages.length;
      const args = ['-c', SCRIPT, engine.port, tls, times, end, ANN, ALIAS].map(String);
      const { code, output } = await run('python3', args, { input: Buffer.from(letter) });
      assert.equal(code, 0, output);
      return hop.messages.length - sent;
    };

    test('has five of five equal messages delivered, from one process and from five', async () => {
      assert.equal(await send(template('closed'), 5, 'closed'), 5);
      assert.equal(await send(template('forgotten'), 5, 'forgotten'), 5);
      for (let i = 0; i < 5; i++) assert.equal(await send(template('alone'), 1, 'forgotten'), 1);
      assert.equal(await engine.metric(COPIES_HELD_BACK), 0);
    });

    if (tls) return;

    test('does not cause a second copy if it missed its 250 and retries', async () => {
      assert.equal(await send(template('deaf'), 1, 'deaf'), 1);
      assert.equal(await send(template('deaf'), 1, 'closed'), 0);
      assert.equal(await engine.metric(COPIES_HELD_BACK), 1);
    });
  });
}
