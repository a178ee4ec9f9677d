import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering } from '#support/answering.ts';
import { nextHopSays } from '#support/judging.ts';

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

test('at a common domain the whole local part is available for the correspondent', async (t) => {
  const { written, answer, hop } = await answering(t);
  const [token = ''] = await written('Bob <firstname.middle.lastname@gmail.com>');
  assert.match(token, /^r[a-d][a-z2-7]{1,62}@alias\.test$/);
  assert.match(await answer([token]), /^250 /);
  assert.deepEqual(hop.messages.at(-1)?.recipients, ['<firstname.middle.lastname@gmail.com>']);
});
