import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { receiving, RecordingPolicy } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import type { Policy } from './policy.ts';

/** Methods that override those of a policy that accepts everything. */
type Wrong = (sound: Policy) => Partial<Policy>;

const fail = () => {
  throw new Error('a fault of ours');
};

async function faulty(t: TestContext, wrong: Wrong) {
  const faults: unknown[] = [];
  const policy = new RecordingPolicy();
  const { port, receiver } = await receiving(t, {
    onFault: (error) => faults.push(error),
    policy: (client) => {
      const sound = policy.open(client);
      return { ...sound, ...wrong(sound) };
    },
  });
  const client = await SmtpClient.greeted(port);
  return { client, port, receiver, policy, faults };
}

const FAULTS: [where: string, wrong: Wrong][] = [
  ['at the start of a message', () => ({ message: fail })],
  ['in its header', (sound) => ({ message: () => ({ ...sound.message(), header: fail }) })],
  ['in its body', (sound) => ({ message: () => ({ ...sound.message(), body: fail }) })],
  ['at its final dot', (sound) => ({ message: () => ({ ...sound.message(), end: fail }) })],
  ['after its verdict', () => ({ reset: fail })],
];

for (const [where, wrong] of FAULTS) {
  test(`an internal error ${where} ends the session with 421, and no memory stays reserved`, async (t) => {
    const { client, receiver, policy, faults } = await faulty(t, wrong);
    await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
    client.send('DATA\r\nA: b\r\n\r\nc\r\n.\r\n');
    assert.match(await client.untilClosed(), /^(?:354 [^\r]*\r\n)?421 4\.3\.0 [^\r]*\r\n$/);
    await policy.untilClosed(1);
    assert.equal(receiver.inFlightOctets, 0);
    assert.notEqual(faults.length, 0);
  });
}

test('an internal error in `acknowledged` ends the session with 421', async (t) => {
  const { client, faults } = await faulty(t, () => ({ acknowledged: fail }));
  assert.match(await client.deliver(), /^250 /);
  client.send('NOOP\r\n');
  assert.match(await client.untilClosed(), /^421 4\.3\.0 [^\r]*\r\n$/);
  assert.equal(faults.length, 1);
});

test('an internal error when a client leaves is reported to the operator, and other clients are served', async (t) => {
  const { client, port, policy, faults } = await faulty(t, (sound) => ({
    halfClosed: fail,
    closed: () => {
      sound.closed();
      fail();
    },
  }));
  policy.onMail = () => new Promise(() => {});
  client.send('MAIL FROM:<a@b.test>\r\n');
  client.endWriting();
  await policy.untilClosed(1);
  assert.equal(faults.length, 2);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});
