import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ownerKey, toAll } from '#support/answering.ts';
import { publish, runDns } from '#support/veilpost-command.ts';
import { ALIAS, hand, REAL } from '#support/forwarding.ts';
import { authorKey, REJECT } from '#support/judging.ts';
import { resolverOf } from '#support/dns-server.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { surroundings } from '#support/service-surroundings.ts';
import { withoutRandomDigits } from '#support/random-digits.ts';
import { verified, withDkim } from '#support/signing.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

/** A string of a TXT record has 255 octets at most (RFC 1035 section 3.3). */
const txt = (record: string) => ({ TXT: [record.match(/.{1,255}/g) ?? []] });

/** @param signer undefined: not signed */
async function dated(mail: string, signer: typeof ownerKey.signer | undefined) {
  const now = Date.now();
  const date = new Date(now).toUTCString().replace('GMT', '+0000');
  const content = `${mail}Date: ${date}\r\n\r\nTea.\r\n`;
  return signer === undefined ? content : withDkim(content, signer, { form: 'relaxed', now });
}

/** A database with an alias, a DNS with the keys of both sides, and services started on them. */
async function household(t: TestContext) {
  const database = `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/veilpost.sqlite`;
  const { dns, hop, environment } = await surroundings(t, database, {
    [ownerKey.name]: txt(ownerKey.record),
    [authorKey.name]: txt(authorKey.record),
    'mailbox.test': txt('v=spf1 ip4:127.0.0.1 -all'),
    ...REJECT,
  });
  const start = async (changes: Record<string, string> = {}) => {
    const node = await nodeInProcess(t, { ...environment, ...changes });
    t.after(() => node.running.close());
    const { smtpPort, adminPort } = node.running;
    const session = async (mail: string, sender: string, to: string) => {
      const client = await SmtpClient.greeted(smtpPort);
      const reply = await hand(client, [to], mail, sender);
      await client.say('QUIT');
      client.destroy();
      return reply;
    };
    /** @returns the message that the owner receives */
    const written = async () => {
      const mail = `From: Bob <bob@example.org>\r\nTo: <${ALIAS}>\r\nSubject: Tea\r\nMessage-ID: <${crypto.randomUUID()}@example.org>\r\n`;
      assert.match(
        await session(await dated(mail, authorKey.signer), 'bob@example.org', ALIAS),
        /^250 /,
      );
      return hop.messages.at(-1)?.octets.toString('latin1') ?? '';
    };
    const answer = async (token: string, isSigned = true) => {
      const mail = `From: Jane Doe <${REAL}>\r\n${toAll([token])}Message-ID: <${crypto.randomUUID()}@mailbox.test>\r\n`;
      return session(await dated(mail, isSigned ? ownerKey.signer : undefined), REAL, token);
    };
    const metrics = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    return { ...node, written, answer, metrics };
  };
  return { dns, hop, start };
}

const tokenIn = (text: string) => /^Reply-To: <([^<>]+)>\r$/m.exec(text)?.[1] ?? assert.fail(text);

test('the whole service: a message comes in, the owner answers, the correspondent sees the alias under our signature', async (t) => {
  const { dns, hop, start } = await household(t);
  const { config } = await start();
  // It reports the missing records, and therefore fails.
  publish(dns, (await runDns(config)).out);
  const { written, answer, metrics, logged } = await start();
  const token = tokenIn(await written());
  assert.match(await answer(token), /^250 2\.0\.0 /);
  const taken = hop.messages.at(-1);
  const reply = taken?.octets.toString('latin1') ?? '';
  assert.deepEqual(taken?.recipients, ['<bob@example.org>']);
  assert.match(reply, /^From: "alias-4827@alias\.test" <alias-4827@alias\.test>\r$/m);
  assert.doesNotMatch(withoutRandomDigits(`${taken?.mail}${reply}`), /jane|doe|mailbox\.test/i);
  const { resolve } = resolverOf(t, [dns]);
  const { dkim } = await verified(reply, resolve);
  assert.deepEqual(
    dkim.map(({ domain, result }) => [domain, result]),
    [['alias.test', 'pass']],
  );
  assert.match(await answer(`${token.slice(0, 4)}aaaa${token.slice(8)}`), /^550 5\.1\.1 /);
  const told = await metrics();
  assert.match(told, /^veilpost_replies_total\{outcome="accepted",reason=""\} 1$/m);
  assert.match(
    told,
    /^veilpost_replies_total\{outcome="refused",reason="reply-address-unknown"\} 1$/m,
  );
  assert.match(told, /^veilpost_reply_guard_seconds_count 1$/m);
  for (const line of logged) assert.doesNotMatch(line, /jane|bob@|r[a-d][a-z2-7]{20}/, line);
});

test('with REPLIES=off messages do not contain reply addresses, and an earlier one is an unknown mailbox', async (t) => {
  const { hop, start } = await household(t);
  const token = tokenIn(await (await start()).written());
  const { written, answer, metrics } = await start({ REPLIES: 'off' });
  assert.doesNotMatch(await written(), /^Reply-To:|@alias\.test>?\r\nReply/m);
  const sent = hop.messages.length;
  assert.match(await answer(token), /^550 5\.1\.1 Recipient address rejected: User unknown/);
  assert.equal(hop.messages.length, sent);
  assert.doesNotMatch(await metrics(), /^veilpost_replies_total\{/m);
});

test('with REPLIES=dkim SPF alone proves no owner', async (t) => {
  const { start } = await household(t);
  const usual = await start();
  const token = tokenIn(await usual.written());
  assert.match(await usual.answer(token, false), /^250 /);
  const strict = await start({ REPLIES: 'dkim' });
  assert.match(await strict.answer(token, false), /\[reply-refused\]/);
});
