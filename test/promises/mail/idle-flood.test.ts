import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, forwardingService } from '#support/forwarding-service.ts';
import { hand, letter } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';

test('4,000 idle connections from 20 address blocks do not block mail', async (t) => {
  const { hop, smtpPort } = await forwardingService(t);
  const all: SmtpClient[] = [];
  t.after(() => all.forEach((client) => client.destroy()));
  for (let block = 1; block <= 20; block++) {
    const connecting = Array.from({ length: 200 }, () =>
      SmtpClient.connect(smtpPort, `127.0.${block}.1`),
    );
    all.push(...(await Promise.all(connecting)));
  }
  for (const client of all) assert.match(await client.reply(), /^220 /);
  let newcomer: SmtpClient;
  do {
    newcomer = await SmtpClient.connect(smtpPort, '127.0.21.1');
    all.push(newcomer);
    // The answer is 421 until a connection has been idle for a second.
  } while (!(await newcomer.reply()).startsWith('220'));
  await newcomer.say('EHLO client.test');
  assert.match(await hand(newcomer, [ALIAS], letter('one')), /^250 /);
  assert.equal(hop.messages.length, 1);
});
