import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { selfSignedCertificate } from '#support/certificate.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { corpus } from './corpus.ts';
import { type Chance, PATIENT, rounds } from './fuzzing.ts';

/** The words of a client: whole commands, and fragments. */
const WORDS: readonly [string, ...string[]] = [
  'EHLO c.test\r\n',
  'HELO c.test\r\n',
  'MAIL FROM:<a@b.test>\r\n',
  'MAIL FROM:<>',
  ' SIZE=',
  ' SMTPUTF8',
  ' BODY=8BITMIME',
  ' PRDR',
  'RCPT TO:<c@d.test>\r\n',
  'RCPT TO:<',
  '@x,@y:',
  '"q\\"',
  '[IPv6:::1]',
  '>',
  'DATA\r\n',
  '\r\n.\r\n',
  '\r\n..\r\n',
  'BDAT ',
  '5',
  '0 LAST\r\n',
  ' LAST\r\n',
  '999999999999',
  'RSET\r\n',
  'NOOP\r\n',
  'STARTTLS\r\n',
  'QUIT\r\n',
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  '.',
  '\u00ff',
  'A: b\r\n',
  'x'.repeat(600),
];

/** A session with a valid or an invalid start. */
function session(chance: Chance): Buffer {
  const begin = chance.oneOf([
    'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n',
    'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nBDAT ',
    'EHLO c.test\r\n',
    '',
  ]);
  const words = Array.from({ length: 1 + chance.upTo(40) }, () => chance.oneOf(WORDS));
  return chance.mutate(Buffer.from(begin + words.join(''), 'latin1'), Buffer.from('\r\n.<>: \0A'));
}

test('the receiver does not fail or hang, whatever octets arrive', PATIENT, async (t) => {
  const faults: unknown[] = [];
  const secureContext = createSecureContext(selfSignedCertificate('mx.alias.test'));
  const { port, receiver, policy } = await receiving(t, {
    secureContext: () => secureContext,
    onFault: (error) => faults.push(error),
    limits: { messageOctets: 20_000, headerOctets: 5_000 },
  });
  let sessions = 0;
  let messages = 0;
  const play = async (pieces: Buffer[]) => {
    sessions += 1;
    const client = await SmtpClient.connect(port);
    // A client that sends data before the greeting is rejected.
    await client.reply();
    for (const piece of pieces) client.send(piece);
    client.endWriting();
    // After its 220 to STARTTLS the receiver speaks TLS.
    const [clear = ''] = (await client.untilClosed()).split(/(?<=^220 2\.0\.0 .*\r\n)/m);
    assert.match(clear, /^(?:[2-5]\d\d[ -][\x20-\x7e]*\r\n)*$/);
    for (const { octets } of policy.messages.splice(0)) {
      messages += 1;
      assert.doesNotMatch(octets, /\0|\r(?!\n)|(?<!\r)\n/);
    }
  };
  for (const { octets } of corpus('receiver')) await play([octets]);
  await rounds((chance) => play(chance.cut(session(chance))));
  await policy.untilClosed(sessions);
  assert.deepEqual(faults, []);
  assert.ok(messages > sessions / 50, `${messages} messages in ${sessions} sessions`);
  assert.equal(receiver.inFlightOctets, 0, 'all room is given back');
  assert.equal(receiver.connections, 0);
});
