import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, ownersMail, refuseReplies, toAll } from '#support/answering.ts';
import { rounds } from '#support/seeded-random.ts';
import { ALIAS, hand, letter, REAL } from '#support/forwarding.ts';

/** The largest message has 50 MB. */
const OCTETS = Math.min(rounds(8), 50) * 1_000_000;
const LINE = 'The quick brown fox writes to somebody@elsewhere.test, and jumps over it.\r\n';

test('during the search of a large reply other mail passes', async (t) => {
  const way = await answering(t, { limits: false });
  await refuseReplies(way);
  const [token = ''] = await way.written();
  const body = LINE.repeat(Math.floor(OCTETS / LINE.length));
  const octets = Buffer.from(await ownersMail({ header: toAll([token]), body }), 'latin1');
  const [owner, other] = [await way.client(), await way.client()];
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
  assert.match(verdicts.join(), /^250 /);
  assert.ok(others >= 4, `${others}`);
  const [large, ...more] = way.hop.messages.filter(({ recipients }) =>
    recipients.includes('<bob@example.org>'),
  );
  assert.deepEqual(more, []);
  assert.ok(large?.octets.subarray(-body.length).equals(Buffer.from(body)));
});
