import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

for (const [way, message] of [
  ['DATA', 'DATA\r\nA: b\r\n\r\nc\r\n.\r\n'],
  ['BDAT', 'BDAT 11 LAST\r\nA: b\r\n\r\nc\r\n'],
]) {
  test(`a client that sends everything at once, by ${way}, and closes its side gets all replies`, async (t) => {
    const { port, policy } = await receiving(t);
    const found = Promise.withResolvers<ReturnType<typeof reply>>();
    policy.onRecipient = () => found.promise;
    policy.onMessage = () => Promise.resolve(reply(250, '2.0.0', 'Taken'));
    const client = await SmtpClient.greeted(port);
    client.send(`MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\n${message}`);
    client.endWriting();
    await policy.untilHalfClosed();
    found.resolve(reply(250, '2.1.5', 'Found'));
    assert.match(await client.untilClosed(), /\r\n250 2\.1\.5 [^]*\r\n250 2\.0\.0 Taken\r\n$/);
    assert.equal(policy.messages.length, 1);
  });
}
