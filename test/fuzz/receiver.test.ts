import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiving } from '#support/receiving.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { SmtpClient } from '#support/smtp-client.ts';

/** A second in every run; `npm run fuzz` gives more. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? '1');
const SEED = Number(process.env.FUZZ_SEED ?? '20261121');

const WORDS = [
  'EHLO c.test\r\n',
  'HELO c.test\r\n',
  'MAIL FROM:<a@b.test>\r\n',
  'MAIL FROM:<>',
  ' SIZE=',
  ' SMTPUTF8',
  ' BODY=8BITMIME',
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
  'VRFY x\r\n',
  'STARTTLS\r\n',
  'QUIT\r\n',
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '.',
  '\u00e9',
  '\u00ff',
  'A: b\r\n',
  'x'.repeat(600),
];

test(`I40 whatever octets come in, the receiver neither fails nor hangs (seed ${SEED})`, async (t) => {
  const random = seededRandom(SEED);
  const faults: unknown[] = [];
  const { port, receiver, policy } = await receiving(t, {
    onFault: (error) => faults.push(error),
    limits: { messageOctets: 20_000, headerOctets: 5_000 },
  });
  const end = performance.now() + SECONDS * 1000;
  let sessions = 0;
  while (performance.now() < end) {
    sessions += 1;
    const client = await SmtpClient.connect(port);
    const pieces = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      random() < 0.1
        ? String.fromCharCode(...Array.from({ length: 20 }, () => Math.floor(random() * 256)))
        : (WORDS[Math.floor(random() * WORDS.length)] ?? ''),
    );
    const sent = pieces.join('');
    for (let at = 0; at < sent.length; ) {
      const next = random() < 0.5 ? sent.length : at + 1 + Math.floor(random() * 200);
      client.send(sent.slice(at, next));
      at = next;
    }
    client.endWriting();
    const heard = await client.untilClosed();
    assert.match(heard, /^(?:[2-5]\d\d[ -][\x20-\x7e]*\r\n)*$/, JSON.stringify({ SEED, sent }));
  }
  await policy.untilClosed(sessions);
  assert.deepEqual(faults, []);
  assert.equal(receiver.inFlightOctets, 0, 'all room is given back');
  assert.equal(receiver.connections, 0);
  for (const { octets } of policy.messages) assert.doesNotMatch(octets, /\0|\r(?!\n)|(?<!\r)\n/);
});
