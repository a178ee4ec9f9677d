/** Replies of owners in the spam filter, if the operator enables that: it sees what the correspondent would get. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering } from '#support/answering.ts';
import { action, fakeFilter } from '#support/fake-filter.ts';
import { ALIAS, REAL } from '#support/forwarding.ts';

test('an owner’s reply is not filtered unless FILTER has replies=on', async (t) => {
  const fake = await fakeFilter(t);
  const { written, answer } = await answering(t, { filter: fake.filter });
  const [token = ''] = await written();
  assert.equal(fake.asked.length, 1);
  fake.says = action('reject');
  assert.match(await answer([token]), /^250 /);
  assert.equal(fake.asked.length, 1);
});

test('if FILTER has replies=on it sees the answer as the correspondent gets it, and its verdict decides', async (t) => {
  const fake = await fakeFilter(t);
  const { written, answer, last, outcomes } = await answering(t, { replyFilter: fake.filter });
  const [token = ''] = await written();
  assert.match(await answer([token]), /^250 /);
  const [asked] = fake.asked;
  assert.equal(asked?.body.toString('latin1'), last().text);
  assert.match(last().text, new RegExp(`^From: .*<${ALIAS}>`, 'm'));
  assert.deepEqual(asked?.headers.rcpt, ['bob@example.org']);
  assert.deepEqual([asked?.headers.ip, asked?.headers.helo], [undefined, undefined]);
  const [owner = ''] = REAL.split('@', 1);
  assert.doesNotMatch(JSON.stringify(asked?.headers) + asked?.body.toString(), new RegExp(owner));
  fake.says = action('reject');
  assert.match(
    await answer([token], { body: 'Buy.\r\n' }),
    /^550 5\.7\.1 This reply looks unwanted \[reply-unwanted\]/,
  );
  fake.says = action('soft reject');
  assert.match(
    await answer([token], { body: 'Buy?\r\n' }),
    /^451 4\.7\.1 Try again later \[reply-unwanted\]/,
  );
  fake.says = action('nonsense');
  assert.match(await answer([token], { body: 'No.\r\n' }), /^250 /);
  assert.deepEqual(outcomes, [
    'accepted',
    'refused reply-unwanted',
    'deferred reply-unwanted',
    'accepted',
  ]);
});
