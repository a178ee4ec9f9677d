import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { type Letter, letters, withUnixLines } from './letters.ts';
import { type Ran, run } from './program.ts';
import { ANN, JANE, JOHN } from './servers/mail-server.ts';

const ALIASES = {
  [`alias-1001@${ALIAS_DOMAIN}`]: JANE,
  [`alias-1002@${ALIAS_DOMAIN}`]: JOHN,
};
const UNKNOWN = `alias-9999@${ALIAS_DOMAIN}`;

type Sending = {
  port: number;
  tls: boolean;
  recipients: readonly string[];
  /** Lines end with LF, as files of this system do; each of the programs converts them to CRLF and stuffs the dots. */
  message: Buffer;
};

/** The command line of each program to send a message. */
const CLIENTS: Record<string, (sending: Sending) => Promise<Ran>> = {
  swaks: ({ port, tls, recipients, message }) => {
    const line = `--server 127.0.0.1:${port} --ehlo client.test --from ${ANN} --to ${recipients.join(',')}`;
    // It waits for the end of the data.
    const input = Buffer.concat([message, Buffer.from('.\n')]);
    return run('swaks', words(`${line} --data -${tls ? ' -tls' : ''}`), { input });
  },
  msmtp: ({ port, tls, recipients, message }) => {
    const line = `--host=127.0.0.1 --port=${port} --domain=client.test --from=${ANN}`;
    const fields = '--set-from-header=off --set-date-header=off --set-msgid-header=off';
    const secured = tls ? '--tls=on --tls-starttls=on --tls-certcheck=off' : '--tls=off';
    const args = words(`${line} ${fields} ${secured} -- ${recipients.join(' ')}`);
    return run('msmtp', args, { input: message });
  },
  curl: ({ port, tls, recipients, message }) => {
    const to = recipients.map((recipient) => `--mail-rcpt ${recipient}`).join(' ');
    const line = `smtp://127.0.0.1:${port}/client.test --mail-from ${ANN} ${to} --crlf --upload-file -`;
    const secured = tls ? ' --ssl-reqd --insecure' : '';
    return run('curl', words(`${line} --no-progress-meter --verbose${secured}`), {
      input: message,
    });
  },
  smtplib: ({ port, tls, recipients, message }) => {
    const args = ['-c', SMTPLIB, String(port), String(tls), ANN, ...recipients];
    return run('python3', args, { input: message });
  },
};

const words = (line: string) => line.split(' ');

const SMTPLIB = `
import smtplib, ssl, sys
port, tls, sender, *recipients = sys.argv[1:]
with smtplib.SMTP('127.0.0.1', int(port), local_hostname='client.test') as client:
    if tls == 'true':
        client.starttls(context=ssl._create_unverified_context())
    message = sys.stdin.buffer.read().replace(b'\\n', b'\\r\\n')
    refused = client.sendmail(sender, recipients, message)
    if refused: sys.exit(str(refused))
`;

for (const [name, send] of Object.entries(CLIENTS)) {
  describe(name, () => asClient(name, send));
}

function asClient(name: string, send: (sending: Sending) => Promise<Ran>): void {
  const after = afterSuite();
  let hop: FakeNextHop;
  let engine: Engine;
  before(async () => {
    ({ hop, engine } = await Engine.withHop(after, { aliases: ALIASES, isSecured: true }));
  });

  const sendLetter = ({ content }: Letter, tls: boolean, recipients: readonly string[]) =>
    send({ port: engine.port, tls, recipients, message: withUnixLines(content) });

  for (const tls of [false, true]) {
    const way = tls ? 'after STARTTLS' : 'in plaintext';
    for (const letter of letters(`${name}.${tls}`)) {
      test(`a message with ${letter.what} that ${name} sends ${way} reaches both its recipients unchanged`, async () => {
        const { code, output } = await sendLetter(letter, tls, Object.keys(ALIASES));
        assert.equal(code, 0, output);
        const taken = hop.messages.splice(0);
        const recipients = taken.flatMap((message) => message.recipients);
        assert.deepEqual(recipients.toSorted(), [`<${JANE}>`, `<${JOHN}>`].toSorted());
        for (const { octets } of taken) {
          const start = octets.length - letter.content.length;
          const end = octets.toString('latin1', start);
          assert.equal(end, letter.content.toString('latin1'));
          assert.match(
            octets.toString('latin1', 0, start),
            tls
              ? /^Received: from client\.test .*\r\n\tby mx\.alias\.test with ESMTPS id /
              : /^Received: from client\.test .*\r\n\tby mx\.alias\.test with ESMTP id /,
          );
        }
      });
    }
  }

  test(`${name} reports to its user that an alias does not exist`, async () => {
    const [letter] = letters(`${name}.unknown`);
    assert.ok(letter);
    const { code, output } = await sendLetter(letter, false, [UNKNOWN]);
    assert.notEqual(code, 0);
    assert.match(output, /550|5\.1\.1/);
    assert.equal(hop.messages.length, 0);
  });
}
