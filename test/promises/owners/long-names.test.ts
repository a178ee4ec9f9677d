/** Mail of an alias whose name has ten digits, and the short one of its owner: every promise of an alias holds for both. */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { deriveKeys } from '#mail/keys.ts';
import { ReturnPaths } from '#mail/return-path/return-paths.ts';
import { aliasNamedBy } from '#rules/alias.ts';
import type { Ownership } from '#rules/ownership.ts';
import { answering, toAll } from '#support/answering.ts';
import { complaintAbout, farReport, takenReversePath } from '#support/far-report.ts';
import { ALIAS, hand, letter, REAL } from '#support/forwarding.ts';
import { nextHopSays, REJECT, signedByAuthor } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';

const START = Date.UTC(2026, 10, 21, 12);
const CONFIRMED: Ownership = { mode: 'confirmed', since: START - 1 };
const LONG = 'alias-9999999999@alias.test';
const SECRET = 'a secret for tests';
const UNKNOWN = /^550 5\.1\.1 Recipient address rejected: User unknown$/;

/** Both aliases of one owner, confirmed. */
async function both(t: TestContext, options: Parameters<typeof answering>[1] = {}) {
  const way = await answering(t, { ownership: CONFIRMED, forOwners: true, ...options });
  const { alias } = await way.store.aliasByAddress(ALIAS).then((found) => found ?? assert.fail());
  const long = await way.alias(LONG, REAL);
  await way.store.owners.confirm(REAL, START);
  let number = 0;
  const to = async (recipient: string, sender = 'ann@example.org') => {
    number += 1;
    return way.send(letter(`number ${number}`), sender, [recipient]);
  };
  return { ...way, short: alias, long, to };
}

test('mail to a long name arrives with its author’s proof, or under the alias with our signature', async (t) => {
  const { send, last, zone, long } = await both(t, {
    replies: 'off',
    switchOff: (aliasId) => `https://veil.test/off?t=${aliasId}`,
  });
  const written = LONG.replace('alias-', 'Alias-').replace('@', '+shop@');
  assert.match(
    await send(await signedByAuthor(letter('kept')), 'ann@example.org', [written]),
    /^250 /,
  );
  assert.match(last().text, new RegExp(`^Delivered-To: ${LONG}\r$`, 'm'));
  assert.ok((await nextHopSays(last(), zone)).dkim.includes('example.org pass'));
  assert.doesNotMatch(last().text, /^X-Original-From:/m);
  Object.assign(zone, REJECT);
  const bulk = `List-Id: <news.example.org>\r\n${letter('rewritten')}`;
  assert.match(await send(bulk, 'ann@example.org', [LONG]), /^250 /);
  assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
  assert.match(
    last().text,
    new RegExp(`^List-Unsubscribe: <https://veil\\.test/off\\?t=${long.id}>`, 'm'),
  );
});

test('the owner answers through a long name, and its correspondent sees no other', async (t) => {
  const { written, answer, last, outcomes } = await both(t);
  const [token = ''] = await written(undefined, { to: LONG });
  assert.match(await answer([token]), /^250 /);
  assert.match(last().text, new RegExp(`^From: .*<${LONG}>`, 'm'));
  assert.doesNotMatch(withoutSignatures(last().text), /jane|4827/i);
  assert.deepEqual(outcomes, ['accepted']);
  // To the owner's own other alias: neither of the two shows that they are one person's.
  const [other = ''] = await written(undefined, { to: ALIAS });
  await answer([token], { header: toAll([token, other, ALIAS, LONG]) });
  assert.doesNotMatch(withoutSignatures(last().text), /4827/);
});

test('a late bounce of a message to a long name names it to the sender, one of a reply finds its owner, and a complaint counts for it', async (t) => {
  const way = await both(t);
  const { hop, client, clock, store } = way;
  for (const sender of ['ann@example.org', `${'v'.repeat(64)}@a-long-domain-name.example.org`]) {
    assert.match(await way.to(LONG, sender), /^250 /);
    const copy = hop.messages.at(-1)?.octets.toString() ?? '';
    const path = takenReversePath(way);
    assert.match(await hand(await client(), [path], complaintAbout(copy), ''), /^250 /);
    assert.match(await hand(await client(), [path], farReport(REAL), ''), /^250 /);
    const bounce = hop.messages.pop();
    assert.deepEqual(bounce?.recipients, [`<${sender}>`]);
    const text = withoutSignatures(bounce?.octets.toString() ?? '');
    assert.match(text, new RegExp(`Final-Recipient: rfc822; ${LONG}\r\n`));
    assert.doesNotMatch(text, /jane|mailbox\.test|4827/i);
  }
  assert.deepEqual(await store.complaints.most(0), [{ alias: LONG, complaints: 2 }]);
  hop.messages.length = 0;
  const paths = new ReturnPaths({
    domain: 'b.alias.test',
    keys: deriveKeys([SECRET]).returnPath,
    aliasDomains: ['alias.test'],
    now: clock.date,
  });
  const report = farReport('bob@example.org');
  assert.match(await hand(await client(), [paths.forReply(LONG)], report, ''), /^250 /);
  const [told] = hop.messages;
  assert.deepEqual(told?.recipients, [`<${REAL}>`]);
  assert.match(told?.octets.toString() ?? '', new RegExp(`^Subject: .* from ${LONG}\r$`, 'm'));
});

test('a name of ten digits that does not exist is rejected like any unknown name, after one look-up', async (t) => {
  const asked: string[] = [];
  const { to } = await both(t, {
    seen: (store) => ({
      ...store,
      aliasByAddress: (address) => {
        asked.push(address);
        return store.aliasByAddress(address);
      },
    }),
  });
  asked.length = 0;
  for (const unknown of ['alias-9999999998@alias.test', 'alias-4828@alias.test']) {
    assert.match(await to(unknown), UNKNOWN);
  }
  assert.match(await to(LONG), /^250 /);
  assert.match(await to(ALIAS), /^250 /);
  const space = { domains: ['alias.test'], numbers: { first: 1000, last: 9999 } };
  assert.deepEqual(
    asked.map((address) => aliasNamedBy(address, space)),
    ['alias-9999999998@alias.test', 'alias-4828@alias.test', LONG, ALIAS],
  );
});
