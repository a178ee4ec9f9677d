import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { answering, ownersMail, toAll } from '#support/answering.ts';
import { action, fakeFilter } from '#support/fake-filter.ts';
import { ALIAS, REAL } from '#support/forwarding.ts';
import { owner } from './owner.ts';

/** The text of the remote server is not passed on: here it names the correspondent and, unlike a real server's, the owner. */
const FAR = `says mx.far.test to ${REAL} about bob@example.org`;

test('the correspondent’s server defers, and the retried reply is delivered', async (t) => {
  const { answer, hop, outcomes, token, gone } = await owner(t);
  hop.script = { RCPT: `452 4.2.2 ${FAR}` };
  assert.match(
    await answer([token]),
    /^452 4\.2\.2 Message deferred by the destination mail server \(\w+\)$/,
  );
  hop.script = {};
  assert.match(await answer([token]), /^250 2\.0\.0 /);
  assert.deepEqual(gone(), ['<bob@example.org>']);
  assert.deepEqual(outcomes, ['deferred', 'accepted']);
});

test('while the remote server wants a pause replies are answered 451 at the final dot, and it receives nothing', async (t) => {
  const { answer, hop, clock, token } = await owner(t);
  hop.script = { RCPT: `451 4.7.1 ${FAR}` };
  assert.match(await answer([token]), /^451 4\.7\.1 Message deferred by the destination/);
  hop.script = {};
  const heard = hop.commands.length;
  assert.match(await answer([token]), /^451 4\.7\.1 Rate limited by the destination mail server/);
  assert.equal(hop.commands.length, heard);
  clock.advance(30_000);
  assert.match(await answer([token]), /^250 /);
});

/** Makes every DNS query fail. */
function fallSilent(zone: Record<string, object>): void {
  for (const name of Object.keys(zone)) zone[name] = { silent: true };
}

test('a reply that is repeated after a lost 250 is answered from the ledger, without any proof', async (t) => {
  const { answer, zone, outcomes, forwarder, copiesHeldBack, token, gone } = await owner(t);
  assert.match(await answer([token]), /^250 2\.0\.0 /);
  await forwarder.settled();
  fallSilent(zone);
  assert.match(await answer([token]), /^250 2\.0\.0 Delivered/);
  assert.deepEqual(gone(), ['<bob@example.org>']);
  assert.equal(copiesHeldBack(), 1);
  assert.deepEqual(outcomes, ['accepted']);
  // Another reply needs the proof.
  assert.match(await answer([token], { body: 'No.\r\n' }), /^451 4\.7\.5 /);
});

test('one correspondent under two spellings of the reply address in one message gets one copy', async (t) => {
  const { answer, token, gone } = await owner(t);
  assert.match(await answer([token, token.toUpperCase()]), /^250 /);
  assert.deepEqual(gone(), ['<bob@example.org>']);
});

/** An owner who answers two correspondents, of whom Carol's server rejects. */
async function twoCorrespondents(t: TestContext) {
  const way = await answering(t);
  const [bob = ''] = await way.written();
  const [carol = ''] = await way.written('Carol <carol@example.org>');
  const before = way.hop.messages.length;
  way.hop.script = {
    RCPT: (_, line) => (line.includes('carol@') ? `550 5.1.1 ${FAR}` : undefined),
  };
  const header = `${toAll([bob, carol])}Subject: both\r\n`;
  const octets = await ownersMail({ header });
  /** One attempt of the queue of the owner's server. @returns its replies from RCPT on */
  const attempt = async (recipients: string[], parameters = '') => {
    const client = await way.client();
    await client.say(`MAIL FROM:<${REAL}>${parameters}`);
    const heard: string[] = [];
    for (const one of recipients) heard.push(await client.say(`RCPT TO:<${one}>`));
    await client.say('DATA');
    client.send(`${octets}.\r\n`);
    for (let left = parameters === '' ? 1 : recipients.length + 2; left > 0; left--) {
      heard.push(await client.reply());
    }
    await client.say('QUIT');
    await way.forwarder.settled();
    return heard.map((reply) => reply.slice(0, 9));
  };
  const reached = () =>
    way.hop.messages.slice(before).flatMap(({ recipients }) => recipients.join());
  return { ...way, bob, carol, attempt, reached };
}

test('two correspondents, one rejects: 451, then each its own verdict, and no one gets a second copy', async (t) => {
  const { bob, carol, attempt, reached, last } = await twoCorrespondents(t);
  assert.deepEqual(await attempt([bob, carol]), ['250 2.1.5', '250 2.1.5', '451 4.3.0']);
  assert.deepEqual(await attempt([bob, carol]), ['250 2.1.5', '451 4.5.3', '250 2.0.0']);
  assert.deepEqual(await attempt([carol]), ['250 2.1.5', '550 5.1.1']);
  assert.deepEqual(reached(), ['<bob@example.org>']);
  // Both are in To, as each other's correspondents.
  assert.match(last().text, /^To: <bob@example\.org>,\s+<carol@example\.org>\r$/m);
});

test('with PRDR the owner’s server gets a verdict for each correspondent, in one pass', async (t) => {
  const { bob, carol, attempt, reached, outcomes } = await twoCorrespondents(t);
  assert.deepEqual(await attempt([carol, bob, carol], ' PRDR'), [
    ...Array(3).fill('250 2.1.5'),
    '353 A rep',
    '550 5.1.1',
    '250 2.0.0',
    '550 5.1.1',
    '250 2.0.0',
  ]);
  assert.deepEqual(reached(), ['<bob@example.org>']);
  assert.deepEqual(outcomes.toSorted(), ['accepted', 'refused']);
});

test('an owner’s reply is not filtered unless FILTER has replies=on', async (t) => {
  const fake = await fakeFilter(t);
  const { answer, token } = await owner(t, { filter: fake.filter });
  assert.equal(fake.asked.length, 1);
  fake.says = action('reject');
  assert.match(await answer([token]), /^250 /);
  assert.equal(fake.asked.length, 1);
});

test('if FILTER has replies=on it sees the answer as the correspondent gets it, and its verdict decides', async (t) => {
  const fake = await fakeFilter(t);
  const { answer, last, outcomes, token } = await owner(t, { replyFilter: fake.filter });
  assert.match(await answer([token]), /^250 /);
  const [asked] = fake.asked;
  assert.equal(asked?.body.toString('latin1'), last().text);
  assert.match(last().text, new RegExp(`^From: .*<${ALIAS}>`, 'm'));
  assert.deepEqual(asked?.headers.rcpt, ['bob@example.org']);
  assert.deepEqual([asked?.headers.ip, asked?.headers.helo], [undefined, undefined]);
  const [local = ''] = REAL.split('@', 1);
  assert.doesNotMatch(JSON.stringify(asked?.headers) + asked?.body.toString(), new RegExp(local));
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
