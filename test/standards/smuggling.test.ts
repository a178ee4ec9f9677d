import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';

/** Public end-of-data vectors, laid beside the repository; they are not ours to carry. */
const SUITE = new URL('../../../shared/suites/smuggling/eod-vectors.json', import.meta.url);
const absent = existsSync(SUITE) ? false : 'the end-of-data vectors are not beside this repository';

type Vector = { id: string; base64: string; contains_true_eod: boolean };

function vectors(): Vector[] {
  if (absent !== false) return [];
  const suite: { vectors: Vector[] } = JSON.parse(readFileSync(SUITE, 'utf8'));
  return suite.vectors;
}

test('A19 the end-of-data vectors are at hand', { skip: absent }, () => {
  assert.ok(vectors().length >= 17);
});

for (const { id, base64, contains_true_eod: endsData } of vectors()) {
  const sequence = Buffer.from(base64, 'base64').toString('latin1');
  const smuggled =
    'MAIL FROM:<evil@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nX: smuggled\r\n\r\nx\r\n.\r\n';
  const clean = /^\r\n\.\r\n$/.test(sequence);

  test(`A19 ${id}: ${endsData ? 'ends the data' : 'smuggles nothing'}`, async (t) => {
    for (const singly of [false, true]) {
      const { port, policy } = await receiving(t);
      const client = await SmtpClient.greeted(port);
      await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA');
      const octets = Buffer.from(
        `From: a@b.test\r\n\r\nbody${sequence}${endsData ? '' : smuggled}`,
        'latin1',
      );
      if (singly) await client.sendSingly(octets);
      else client.send(octets);
      // With a true end in it the vector ends the data; else the dot of the smuggled mail does, as it would anywhere.
      assert.match(await client.reply(), clean ? /^250 / : /^550 5\.6\.11 /);
      assert.equal(policy.messages.length, clean ? 1 : 0);
      assert.match(await client.say('NOOP'), /^250 /, 'the session is in step');
    }
  });
}
