import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, ownersMail, toAll } from '#support/answering.ts';
import { ALIAS, hand, letter, REAL } from '#support/forwarding.ts';
import { signedByAuthor } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';
import { JOANS, owner, SPF, strange } from './owner.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 21, 12);
const REFUSED = /^550 5\.7\.1 .* \[reply-refused\]/;
const UNKNOWN = /^550 5\.1\.1 .* \[reply-address-unknown\]/;

for (const [what, names, faults] of [
  ['an unavailable store', () => Promise.reject(new Error('silent')), 1],
  ['a store without any alias, which may be the wrong one,', () => Promise.resolve([]), 0],
] as const) {
  test(`${what} defers the reply, and nothing was sent`, async (t) => {
    let isIll = true;
    const seen: unknown[] = [];
    const { token, answer, gone } = await owner(t, {
      onFault: (error) => seen.push(error),
      seen: (store) => ({
        aliasNamesOf: (real) => (isIll ? names() : store.aliasNamesOf(real)),
        hasAliases: () => (isIll ? Promise.resolve(false) : store.hasAliases()),
      }),
    });
    assert.match(await answer([token]), /^451 4\.3\.0 .* \[reply-store\]/);
    assert.deepEqual([gone(), seen.length], [[], faults]);
    isIll = false;
    assert.match(await answer([token]), /^250 /);
  });
}

test('replies through a paused alias work, through one that is switched off they do not', async (t) => {
  const { token, answer, store, id, gone } = await owner(t);
  await store.owners.confirm(REAL, START);
  assert.ok(await store.owners.change(id, { pausedUntil: START + HOUR }, REAL));
  assert.match(await answer([token]), /^250 /);
  await store.setActive(id, false, 'anybody');
  assert.match(await answer([token], { body: 'No.\r\n' }), /^550 5\.7\.1 .* \[alias-off\]/);
  await store.setActive(id, true, 'anybody');
  assert.match(await answer([token], { body: 'Yes!\r\n' }), /^250 /);
  assert.deepEqual(gone(), Array(2).fill('<bob@example.org>'));
});

test('with confirmed addresses, replies through an unconfirmed alias do not work', async (t) => {
  const { token } = await owner(t);
  const { answer, store, hop } = await answering(t, {
    ownership: { mode: 'confirmed', since: START - 1 },
  });
  assert.match(await answer([token]), UNKNOWN);
  assert.equal(hop.messages.length, 0);
  await store.owners.confirm(REAL, START);
  assert.match(await answer([token]), /^250 /);
});

test('a reply and a message to another alias in one transaction: each goes its own way', async (t) => {
  const { token, answer, alias, gone, hop } = await owner(t);
  await alias(JOANS, 'joan@mailbox.test');
  const header = toAll([token]);
  assert.match(await answer([token, JOANS], { header }), /^250 /);
  assert.deepEqual(gone().toSorted(), ['<bob@example.org>', '<joan@mailbox.test>']);
  const reply = hop.messages.find(({ recipients }) => recipients.includes('<bob@example.org>'));
  const text = withoutSignatures(`${reply?.mail} ${reply?.octets.toString()}`);
  assert.doesNotMatch(text, /jane|joan|mailbox\.test/i);
});

test('a reply address that does not open is rejected alone; the others in the message are sent', async (t) => {
  const { token, alias, written, client, gone, forwarder } = await owner(t, { zone: { ...SPF } });
  await alias(JOANS, 'joan@mailbox.test');
  const [joans = ''] = await written(undefined, { to: JOANS });
  const octets = await ownersMail({ header: toAll([token]), signed: false });
  const session = await client();
  await session.sayAll(
    `MAIL FROM:<${REAL}> PRDR`,
    `RCPT TO:<${joans}>`,
    `RCPT TO:<${token}>`,
    'DATA',
  );
  session.send(`${octets}.\r\n`);
  for (const end of [/^353 /, /^550 5\.1\.1 .* \[reply-address-unknown\]/, /^250 /, /^250 /]) {
    assert.match(await session.reply(), end);
  }
  await forwarder.settled();
  assert.deepEqual(gone(), ['<joan@mailbox.test>', '<bob@example.org>']);
});

test('a correspondent beyond ASCII is answered by SMTPUTF8, and rejected if the remote server lacks it', async (t) => {
  const { hop, client, answer } = await answering(t, { zone: { ...SPF } });
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  const mail = letter('Tee').replace('Ann <ann@example.org>', utf8('Bøb <bøb@example.org>'));
  const signed = await signedByAuthor(mail);
  const session = await client();
  assert.match(await hand(session, [ALIAS], signed, 'bob@example.org', ' SMTPUTF8'), /^250 /);
  const told = hop.messages.at(-1)?.octets.toString() ?? '';
  const token = /^Reply-To:[^<]*<([^<>]+)>/im.exec(told)?.[1] ?? '';
  assert.match(token, /^r[a-d][a-z2-7]+@alias\.test$/);
  assert.match(await answer([token]), /^250 /);
  const taken = hop.messages.at(-1);
  assert.match(taken?.mail ?? '', /^MAIL FROM:<srsr=[^>]*>.* SMTPUTF8/);
  assert.match(taken?.octets.toString() ?? '', /^To: <bøb@example\.org>\r$/m);
  // Named in the envelope alone.
  const hidden = { header: 'To: undisclosed-recipients:;\r\n', body: 'Psst.\r\n', signed: false };
  assert.match(await answer([token], hidden), /^250 /);
  assert.match(hop.messages.at(-1)?.mail ?? '', / SMTPUTF8/);
  hop.extensions = ['PIPELINING', '8BITMIME'];
  hop.disconnect();
  const sent = hop.messages.length;
  assert.match(await answer([token], { body: 'No.\r\n' }), /^5\d\d 5\.6\.7 /);
  assert.equal(hop.messages.length, sent);
});

test('a sender who tries reply addresses without any proof counts as probing, and its address block is deferred', async (t) => {
  const { token, answer, client } = await owner(t);
  const rcpt = async (address: string) =>
    (await client()).sayAll('MAIL FROM:<a@b.test>', `RCPT TO:<${address}>`);
  // The mail that has reached the alias compensates for one.
  for (let i = 0; i < 6; i++) {
    assert.match(await rcpt(ALIAS), /^250 /, `${i}`);
    assert.match(await answer([strange(token, i)], { signed: false }), REFUSED);
  }
  assert.match(await rcpt(ALIAS), /^421 4\.7\.0 /);
  assert.match(await rcpt(token), /^421 4\.7\.0 /);
});

for (const [whose, from] of [
  ['of the own domain', 'ann@example.org'],
  ['of another domain', 'ann@elsewhere.test'],
]) {
  test(`a stranger with a valid signature ${whose} is rejected, without counting as probing: anyone may mistype`, async (t) => {
    const { token, send, gone } = await owner(t);
    for (let i = 0; i < 12; i++) {
      const mail = `${toAll([strange(token, i)])}From: ${from}\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n${i}\r\n`;
      assert.match(await send(await signedByAuthor(mail), from, [strange(token, i)]), REFUSED);
    }
    assert.deepEqual(gone(), []);
  });
}

test('a reply to two correspondents is proven, looked up and searched once', async (t) => {
  let [asked, searched] = [0, 0];
  const { token, written, answer, gone } = await owner(t, {
    settings: { onGuarded: () => (searched += 1) },
    seen: (store) => ({
      aliasNamesOf(real) {
        asked += 1;
        return store.aliasNamesOf(real);
      },
    }),
  });
  const [carol = ''] = await written('Carol <carol@example.org>');
  assert.match(await answer([token, carol]), /^250 /);
  assert.deepEqual([asked, searched], [1, 1]);
  assert.deepEqual(gone().slice(-2).toSorted(), ['<bob@example.org>', '<carol@example.org>']);
});
