import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, ownerKey } from '#support/answering.ts';
import { authorKey, NOW, nextHopSays } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';
import { withDkim } from '#support/signing.ts';

const REFUSED = /^550 5\.7\.1 .* \[reply-refused\] \(/;

test('the owner’s answer comes from the alias, and passes DMARC at the correspondent', async (t) => {
  const { written, answer, hop, last, zone, outcomes } = await answering(t);
  const [token = ''] = await written();
  assert.match(token, /^r[a-d][a-z2-7]+@alias\.test$/);
  assert.match(await answer([token]), /^250 2\.0\.0 /);
  const { text, sender } = last();
  assert.equal(hop.messages.at(-1)?.recipients[0], '<bob@example.org>');
  assert.doesNotMatch(hop.commands.join('\n'), /SMTPUTF8/, 'all of it is ASCII');
  assert.match(sender, /^srsr=[a-z2-7]+=[a-z2-7]+@b\.alias\.test$/);
  assert.match(text, /^From: "?alias-4827@alias\.test"? <alias-4827@alias\.test>\r$/m);
  assert.match(text, /^To: <bob@example\.org>\r$/m);
  assert.match(text, /^Date: Sat, 21 Nov 2026 12:00:00 \+0000\r$/m);
  assert.match(text, /\r\n\r\nYes\.\r\n$/);
  assert.doesNotMatch(withoutSignatures(text), /mailbox\.test|jane|Doe/i);
  const says = await nextHopSays(last(), zone);
  assert.deepEqual(says.dkim, ['alias.test pass']);
  assert.equal(says.dmarc, 'pass');
  assert.deepEqual(outcomes, ['accepted']);
});

test('an owner answers through a relay that writes its own return address', async (t) => {
  const { written, answer, hop, last } = await answering(t);
  const [token = ''] = await written();
  const sent = hop.messages.length;
  const sender = 'bounces+17-bob=example.org@em.relay.test';
  assert.match(await answer([token], { sender, signed: false }), REFUSED);
  assert.equal(hop.messages.length, sent);
  assert.match(await answer([token], { sender }), /^250 /);
  assert.match(last().sender, /^srsr=/);
  assert.doesNotMatch(withoutSignatures(last().text), /relay\.test|mailbox\.test|jane/i);
});

test('an author without any proof gets one text, does not reach anyone, and causes no query of the store', async (t) => {
  let asked = 0;
  const { written, answer, hop, send } = await answering(t, {
    seen: (store) => ({
      aliasNamesOf: (real) => {
        asked += 1;
        return store.aliasNamesOf(real);
      },
    }),
  });
  const [token = ''] = await written();
  const before = hop.messages.length;
  const stranger = await withDkim(
    `From: ann@example.org\r\nTo: <${token}>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\nHi\r\n`,
    authorKey.signer,
    { form: 'relaxed', now: NOW },
  );
  const heard = [
    await answer([token], { signed: false }),
    await answer([token], { sender: 'joan@mailbox.test', signed: false }),
    await answer([token], { from: 'jane.doe@mailbox.test, joan@mailbox.test' }),
    await answer([token], { sender: '' }),
  ];
  assert.equal(asked, 0);
  heard.push(await send(stranger, 'ann@example.org', [token]));
  heard.push(await answer([token], { header: 'To: <bob@example.org>\r\n' }));
  const texts = new Set(heard.map((reply) => reply.replace(/ \([^)]*\)\r?\n?$/, '')));
  assert.equal(texts.size, 1, [...texts].join('\n'));
  assert.match(heard[0] ?? '', REFUSED);
  assert.equal(hop.messages.length, before);
});

test('a silent DNS whose answer could be the proof defers the reply', async (t) => {
  const { written, answer, zone, outcomes } = await answering(t);
  const [token = ''] = await written();
  const record = zone[ownerKey.name];
  zone[ownerKey.name] = { silent: true };
  assert.match(await answer([token]), /^451 4\.7\.5 .* \[reply-dns\]/);
  zone[ownerKey.name] = record ?? {};
  assert.match(await answer([token]), /^250 /);
  assert.deepEqual(outcomes, ['deferred reply-dns', 'accepted']);
});
