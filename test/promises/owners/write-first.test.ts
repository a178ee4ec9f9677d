/** An owner writes to someone who has not written yet: two mailboxes, the running service, and real SMTP between them. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isObject } from '#api/body.ts';
import { ids, Mailbox, named, ownerKey } from '#support/answering.ts';
import { testDatabase } from '#support/database.ts';
import { ALIAS, hand, REAL } from '#support/forwarding.ts';
import { authorKey, REJECT } from '#support/judging.ts';
import { browserAt } from '#support/owners-key.ts';
import { addressesOf, serviceInProcess } from '#support/service-in-process.ts';
import { surroundings } from '#support/service-surroundings.ts';
import { withDkim } from '#support/signing.ts';
import { withoutRandomDigits } from '#support/random-digits.ts';

const BOB = 'bob@example.org';
/** A string of a TXT record has 255 octets at most (RFC 1035 section 3.3). */
const txt = (record: string) => ({ TXT: [record.match(/.{1,255}/g) ?? []] });

/** An owner with a session, and the servers of both sides. */
async function household(t: TestContext) {
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const { hop, environment } = await surroundings(t, database, {
    [ownerKey.name]: txt(ownerKey.record),
    [authorKey.name]: txt(authorKey.record),
    ...REJECT,
  });
  const settings = {
    ...environment,
    OWNERSHIP: 'confirmed',
    PUBLIC_URL: 'https://veilpost.test',
  };
  const service = await serviceInProcess(t, settings);
  const { running, store } = service;
  const { call, signIn } = browserAt(addressesOf(running).http);
  await signIn(REAL, async () => {
    await hop.until(() => hop.messages.length === 1);
    return hop.messages[0]?.octets.toString() ?? '';
  });
  const { alias } = (await store.aliasByAddress(ALIAS)) ?? assert.fail();
  /** Hands a signed message over. @returns the mail that has arrived */
  const sent = async (from: 'owner' | 'bob', to: string, fields: string) => {
    const now = Date.now();
    const isOwner = from === 'owner';
    const date = new Date(now).toUTCString().replace('GMT', '+0200');
    const mail =
      `From: ${isOwner ? `Jane Doe <${REAL}>` : `Bob <${BOB}>`}\r\nTo: <${to}>\r\nDate: ${date}\r\n${fields}\r\n` +
      `Tea?\r\n-- \r\n${isOwner ? REAL : BOB}\r\n`;
    const { signer } = isOwner ? ownerKey : authorKey;
    const signed = await withDkim(mail, signer, { form: 'relaxed', now });
    const client = await service.client();
    assert.match(await hand(client, [to], signed, isOwner ? REAL : BOB), /^250 /);
    const taken = hop.messages.at(-1) ?? assert.fail();
    return { ...taken, text: taken.octets.toString('latin1') };
  };
  return { call, sent, id: alias.id };
}

// Rewritten mail: replies/reply-threads.test.ts.
test('an owner writes first, is answered, and answers again: one thread, without traces of the owner', async (t) => {
  const { call, sent, id } = await household(t);
  const wish = { alias_id: id, email: BOB };
  const { status, json } = await call('POST', '/functions/v1/reply-address', wish);
  assert.ok(status === 200 && isObject(json));
  const address = String(json.address);
  const [bob, jane] = [new Mailbox(), new Mailbox()];
  const arrived = (mail: Awaited<ReturnType<typeof sent>>) => {
    assert.deepEqual(mail.recipients, [`<${BOB}>`]);
    assert.match(mail.text, /^From: "alias-4827@alias\.test" <alias-4827@alias\.test>\r$/m);
    assert.match(mail.text, /^To: <bob@example\.org>\r$/m);
    assert.ok(mail.text.endsWith(`Tea?\r\n-- \r\n${ALIAS}\r\n`), mail.text);
    const shown = withoutRandomDigits(`${mail.mail}${mail.text}`);
    assert.doesNotMatch(shown, /jane|doe|mailbox\.test|laptop|\+0200/i);
    for (const one of named(mail.text)) assert.ok(bob.known.has(one), one);
    bob.take(mail.text);
  };
  const first = await sent(
    'owner',
    address,
    `${jane.answer('1.jane@laptop.mailbox.test')}Subject: Tea\r\n`,
  );
  arrived(first);
  assert.deepEqual(named(first.text), []);
  assert.equal(ids(first.text, 'Message-ID').length, 1);
  for (let round = 1; round <= 2; round++) {
    const fields = `${bob.answer(`${round}.bob@mail.example.org`)}Subject: Re: Tea\r\n`;
    const toJane = await sent('bob', ALIAS, fields);
    const isKnown = named(toJane.text).some((one) => jane.known.has(one));
    // A kept message has its author's fields: docs/known-issues.md.
    assert.equal(isKnown, round > 1, toJane.text);
    jane.take(toJane.text);
    const [, to = ''] = /^Reply-To:[^<]*<([^<>]+)>/im.exec(toJane.text) ?? [];
    const answer = `${jane.answer(`${round + 1}.jane@laptop.mailbox.test`)}Subject: Re: Tea\r\n`;
    const toBob = await sent('owner', to, answer);
    assert.ok(named(toBob.text).length > 0);
    arrived(toBob);
  }
});
