import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering, ownerKey } from '#support/answering.ts';
import { hand, REAL } from '#support/forwarding.ts';
import { NOW } from '#support/judging.ts';
import { withDkim } from '#support/signing.ts';

const GUESSED = 1000;

/** An owner with the reply addresses of two correspondents, and one signed mail to both. */
async function twoCorrespondents(t: TestContext) {
  const way = await answering(t);
  const [bob = ''] = await way.written('Bob <bob@example.org>');
  const [carol = ''] = await way.written('Carol <carol@example.org>');
  const mail = await withDkim(
    `From: <${REAL}>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nTo: <${bob}>, <${carol}>\r\n\r\nYes.\r\n`,
    ownerKey.signer,
    { form: 'relaxed', now: NOW },
  );
  const got = (address: string) =>
    way.hop.messages.filter(({ recipients }) => recipients.includes(`<${address}>`)).length;
  return { ...way, bob, carol, mail, got };
}

const refusesCarol = {
  RCPT: (_: unknown, line: string) =>
    line.includes('carol@') ? '550 5.1.1 no carol here' : undefined,
};

test('G11 a true reply address answers a thousand guessed senders alike, at RCPT and behind the final dot', async (t) => {
  const { written, client, send, store } = await answering(t, { limits: false });
  const [token = ''] = await written();
  const owners = Array.from({ length: GUESSED }, (_, i) => `guess${i}@mailbox.test`);
  const senders = [...owners.slice(0, GUESSED / 2), REAL, ...owners.slice(GUESSED / 2)];
  await store.insertAlias({ alias_email: 'alias-9001@alias.test', real_email: owners[7] ?? '' });
  const heard = new Set<string>();
  const guesser = await client();
  for (const sender of senders) {
    heard.add(await guesser.say(`MAIL FROM:<${sender}>`));
    heard.add(await guesser.say(`RCPT TO:<${token}>`));
    heard.add(await guesser.say('RSET'));
  }
  assert.equal(heard.size, 3, [...heard].join('\n'));
  const told = new Set<string>();
  for (const sender of senders.filter((one, i) => one === REAL || i % 20 === 7)) {
    const reply = await send(`From: <${sender}>\r\nTo: <${token}>\r\n\r\nHi\r\n`, sender, [token]);
    told.add(reply.replace(/ \([^)]*\)$/, ''));
  }
  assert.equal(told.size, 1);
  assert.match([...told][0] ?? '', /^550 5\.7\.1 .*\[reply-refused\]$/);
});

test('G13 forged mails to an own alias bring 20 replies a day, and no more', async (t) => {
  const { written, answer, hop } = await answering(t);
  const [token = ''] = await written('Stranger <stranger@elsewhere.test>', { proven: false });
  const before = hop.messages.length;
  for (let i = 0; i < 20; i++) {
    assert.match(await answer([token], { body: `${i}\r\n` }), /^250 /);
  }
  assert.match(await answer([token], { body: 'one more\r\n' }), /^451 4\.7\.1 .*\[reply-limit\]/);
  assert.equal(hop.messages.length, before + 20);
});

test('G16 an answer whose 250 was lost is answered 250 again while the DNS is down, and is no second copy', async (t) => {
  const { bob, mail, got, client, leave, forwarder, zone } = await twoCorrespondents(t);
  const first = await client();
  assert.match(await hand(first, [bob], mail, REAL), /^250 /);
  // Our 250 has left us; the owner's server breaks off as if it had never come.
  await leave(first);
  await forwarder.settled();
  zone[ownerKey.name] = { silent: true };
  assert.match(await hand(await client(), [bob], mail, REAL), /^250 /);
  assert.equal(got('bob@example.org'), 1);
});

test('G09 G10 while the correspondent’s server is down or busy the owner’s server is asked to come again, in our words', async (t) => {
  const { bob, mail, got, client, hop } = await twoCorrespondents(t);
  const attempt = async () => {
    const heard = await hand(await client(), [bob], mail, REAL);
    assert.doesNotMatch(heard, /jane|bob|mailbox\.test|busy/i);
    return heard;
  };
  hop.script = { RCPT: `451 4.2.1 busy with ${REAL}` };
  assert.match(await attempt(), /^451 4\.2\.1 /);
  hop.script = { RCPT: { end: 'close' } };
  assert.match(await attempt(), /^451 4\.4\.\d /);
  hop.script = {};
  assert.match(await attempt(), /^250 /);
  assert.equal(got('bob@example.org'), 1);
});

test('G17 of two correspondents one takes the answer and one refuses it: 451, then each has its own verdict', async (t) => {
  const { bob, carol, mail, got, client, hop } = await twoCorrespondents(t);
  hop.script = refusesCarol;
  const server = await client();
  assert.match(await hand(server, [bob, carol], mail, REAL), /^451 4\.3\.0 /);
  await server.say(`MAIL FROM:<${REAL}>`);
  assert.match(await server.say(`RCPT TO:<${bob}>`), /^250 /);
  assert.match(await server.say(`RCPT TO:<${carol}>`), /^451 4\.5\.3 /);
  await server.say('DATA');
  assert.match(await server.say(`${mail}.`), /^250 /);
  assert.match(await hand(server, [carol], mail, REAL), /^550 5\.1\.1 /);
  assert.equal(got('bob@example.org'), 1);
  assert.equal(got('carol@example.org'), 0);
});

test('G17 a server that knows PRDR hears of each correspondent at once', async (t) => {
  const { bob, carol, mail, got, client, hop } = await twoCorrespondents(t);
  hop.script = refusesCarol;
  const server = await client();
  await server.sayAll(`MAIL FROM:<${REAL}> PRDR`, `RCPT TO:<${bob}>`, `RCPT TO:<${carol}>`, 'DATA');
  assert.match(await server.say(`${mail}.`), /^353 /);
  assert.match(await server.reply(), /^250 /);
  assert.match(await server.reply(), /^550 5\.1\.1 /);
  assert.match(await server.reply(), /^250 /);
  assert.equal(got('bob@example.org'), 1);
});
