import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';

test('a message to an alias is answered 250 only after the real mailbox’s 250', async (t) => {
  const { hop, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${letter('one')}.\r\n`);
  await hop.until(() => hop.count('dot') === 1);
  let answered = false;
  const answer = sender.reply().then((text) => {
    answered = true;
    return text;
  });
  // The remote side has the whole message and does not respond, so we do not either.
  const other = await client();
  await other.say('NOOP');
  assert.equal(answered, false);
  hop.say('250 2.0.0 taken');
  assert.equal(await answer, '250 2.0.0 Delivered g0000g0000');
});

test('a sender that closes its side after its final dot still gets the verdict', async (t) => {
  const { hop, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${letter('one')}.\r\n`);
  sender.endWriting();
  await hop.until(() => hop.count('dot') === 1);
  hop.say('250 2.0.0 taken');
  assert.equal(await sender.untilClosed(), '250 2.0.0 Delivered g0000g0000\r\n');
});

test('the mail of a client that knows only HELO arrives, with SMTP in its Received field', async (t) => {
  const { port, hop } = await forwarding(t);
  const sender = await SmtpClient.connect(port);
  await sender.reply();
  assert.equal(await sender.say('HELO old.test'), '250 mx.alias.test');
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.match(
    String(hop.messages[0]?.octets),
    /^Received: from old\.test \(\[127\.0\.0\.1\]\)\r\n\tby mx\.alias\.test with SMTP id \w+\r\n/,
  );
  await sender.say('QUIT');
});

// Every code and step: src/mail/smtp/send/session/faults.test.ts.
test('the remote side’s code is the sender’s reply, with our text, at each step', async (t) => {
  const { hop, client } = await forwarding(t);
  for (const [step, said] of [
    ['MAIL', '451 4.2.2 jane.doe@mailbox.test is over quota'],
    ['RCPT', '550 5.7.1 jane.doe@mailbox.test does not like you'],
    ['DATA', '452 4.3.1 full'],
    ['dot', '552 5.2.3 too large for jane.doe'],
  ] as const) {
    hop.script = { [step]: said };
    const answer = await hand(await client(), [ALIAS], letter(step));
    assert.equal(answer.slice(0, 9), said.slice(0, 9), step);
    assert.doesNotMatch(answer, /jane|doe|mailbox\.test/i);
  }
  assert.equal(hop.messages.length, 0);
});

test('a sender that leaves before its final dot has sent nothing', async (t) => {
  const { hop, client, leave, receiver, forwarder } = await forwarding(t);
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(letter('half'));
  await leave(sender);
  await forwarder.settled();
  assert.equal(hop.connections.total, 0);
  assert.equal(receiver.inFlightOctets, 0);
});

test('a mailbox that forwards back to its alias ends the loop in the second round', async (t) => {
  const all = await forwarding(t);
  assert.match(await hand(await all.client(), [ALIAS], letter('one')), /^250 /);
  const back = all.hop.messages.pop()?.octets.toString('latin1') ?? '';
  assert.match(await hand(await all.client(), [ALIAS], back), /^554 5\.4\.6 /);
  assert.equal(all.hop.messages.length, 0);
});
