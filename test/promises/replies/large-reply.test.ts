import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering, ownersMail, refuseReplies, toAll } from '#support/answering.ts';
import { rounds } from '#support/seeded-random.ts';
import { ALIAS, hand, letter, REAL } from '#support/forwarding.ts';

/** The largest message has 50 MB. */
const OCTETS = Math.min(rounds(8), 50) * 1_000_000;
const LINE = 'The quick brown fox writes to somebody@elsewhere.test, and jumps over it.\r\n';

/** A large text that ends with these words. */
const text = (last: string) => `${LINE.repeat(Math.floor(OCTETS / LINE.length))}${last}\r\n`;

/** @returns the verdict on a large reply, and the number of other messages with verdicts between its final dot and its own verdict */
async function handed(t: TestContext, body: string, encoded = '') {
  const way = await answering(t, { limits: false });
  await refuseReplies(way);
  const [token = ''] = await way.written();
  const octets = Buffer.from(
    await ownersMail({ header: `${toAll([token])}${encoded}`, body }),
    'latin1',
  );
  const [owner, other] = [await way.client(), await way.client()];
  const sent = way.hop.messages.length;
  await owner.sayAll(`MAIL FROM:<${REAL}>`, `RCPT TO:<${token}>`, 'DATA');
  owner.send(octets);
  const verdicts: string[] = [];
  const ended = owner.say('.').then((reply) => verdicts.push(reply));
  let others = 0;
  while (verdicts.length === 0) {
    assert.match(await hand(other, [ALIAS], letter(`${others}`)), /^250 /);
    others += 1;
  }
  await ended;
  const large = way.hop.messages
    .slice(sent)
    .filter(({ recipients }) => recipients.includes('<bob@example.org>'));
  return { verdict: verdicts.join(), others, large };
}

test('during the search of a large reply other mail passes', async (t) => {
  const body = text('Yours');
  const { verdict, others, large } = await handed(t, body);
  assert.match(verdict, /^250 /);
  assert.ok(others >= 4, `${others}`);
  assert.equal(large.length, 1);
  assert.ok(large[0]?.octets.subarray(-body.length).equals(Buffer.from(body)));
});

test('the address in the last line of a large part in base64 is found', async (t) => {
  const base64 = Buffer.from(text(REAL).slice(-0.6 * OCTETS)).toString('base64');
  const body = `${base64.replaceAll(/(.{76})/g, '$1\r\n')}\r\n`;
  const header =
    'MIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n';
  const { verdict, others, large } = await handed(t, body, header);
  assert.match(verdict, /^550 5\.7\.1 .* \[reply-shows-address\]/);
  assert.ok(others >= 4, `${others}`);
  assert.deepEqual(large, []);
});
