import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { answering } from '#support/answering.ts';
import { REAL } from '#support/forwarding.ts';
import { nextHopSays } from '#support/judging.ts';
import { JOANS, owner, SPF } from './owner.ts';

const DAY = 86_400_000;
const UNKNOWN = /^550 5\.1\.1 .* \[reply-address-unknown\]/;

/** An owner who answers, by SPF alone: a proof that does not expire while a test moves the date. */
async function answerer(t: TestContext) {
  const way = await owner(t, { zone: { ...SPF }, limits: false });
  return { ...way, answer: (to: string) => way.answer([to], { signed: false }) };
}

test('a reply address works for the owner of its alias, and for no other owner', async (t) => {
  const { written, answer, alias, gone } = await answerer(t);
  await alias(JOANS, 'joan@mailbox.test');
  const [others = ''] = await written(undefined, { to: JOANS });
  assert.match(await answer(others), UNKNOWN);
  assert.equal(gone().length, 1, 'the mail to the other owner alone');
});

test('a reply address of a deleted alias reaches neither anyone nor the next alias', async (t) => {
  const way = await answerer(t);
  await way.alias(JOANS, 'joan@mailbox.test');
  await way.store.owners.confirm(REAL, way.clock.date());
  assert.ok(await way.store.owners.deleteAlias(way.id, REAL, way.clock.date()));
  // Without an alias there is no owner, and each sender gets a stranger's reply.
  assert.match(await way.answer(way.token), /^550 5\.7\.1 .* \[reply-refused\]/);
  await way.alias('alias-4830@alias.test', REAL);
  assert.match(await way.answer(way.token), UNKNOWN);
  assert.deepEqual(way.gone(), []);
});

// To the day: src/mail/return-path/reply-addresses.test.ts.
test('an old reply address has expired, and the next mail brings a new one', async (t) => {
  const { token, answer, clock, written, gone } = await answerer(t);
  clock.jump(410 * DAY);
  assert.match(await answer(token), /^550 5\.1\.6 .* \[reply-address-expired\]/);
  assert.deepEqual(gone(), []);
  const [anew = ''] = await written();
  assert.notEqual(anew, token);
  assert.match(await answer(anew), /^250 /);
});

/** An address of this many octets: a long local part, and a domain of several labels. */
function addressOf(octets: number): string {
  const local = `correspondent.${'x'.repeat(50)}`.slice(0, Math.min(64, octets - 12));
  let domain = 'example.org';
  for (let left = octets - local.length - 1 - domain.length; left > 1; ) {
    const label = Math.min(40, left - 1);
    domain = `${'d'.repeat(label)}.${domain}`;
    left -= label + 1;
  }
  return `${local}@${domain}`;
}

test('correspondents with long addresses get replies, each at its own, up to 130 octets', async (t) => {
  const { written, answer, hop, last, zone } = await answering(t, { limits: false });
  const longest = new Map<'short' | 'long', number>();
  for (const octets of [29, 30, 130]) {
    const correspondent = addressOf(octets);
    assert.equal(correspondent.length, octets, correspondent);
    const [token = ''] = await written(`Bob <${correspondent}>`);
    assert.ok(token.length <= 254 && token.indexOf('@') <= 64, token);
    longest.set(token.endsWith('.b.alias.test') ? 'long' : 'short', octets);
    assert.match(await answer([token]), /^250 /, correspondent);
    assert.deepEqual(hop.messages.at(-1)?.recipients, [`<${correspondent}>`]);
    assert.ok(
      last()
        .text.replaceAll(/\r\n[ \t]+/g, ' ')
        .includes(`\r\nTo: <${correspondent}>\r\n`),
    );
    assert.equal((await nextHopSays(last(), zone)).dmarc, 'pass');
    // The sending program may change its case.
    assert.match(await answer([token.toUpperCase()], { body: 'No.\r\n' }), /^250 /);
    assert.deepEqual(hop.messages.at(-1)?.recipients, [`<${correspondent}>`]);
  }
  assert.deepEqual(
    [...longest],
    [
      ['short', 29],
      ['long', 130],
    ],
  );
});

test('a correspondent with an address too long for any reply address can write, but cannot be answered', async (t) => {
  const { written, answer, hop } = await answering(t);
  assert.deepEqual(await written(`Bob <${addressOf(140)}>`), ['r0@alias.test']);
  const sent = hop.messages.length;
  assert.match(
    await answer(['r0@alias.test']),
    /^550 5\.1\.1 Replies to this correspondent are not possible through the alias \[no-reply\]/,
  );
  assert.equal(hop.messages.length, sent);
});
