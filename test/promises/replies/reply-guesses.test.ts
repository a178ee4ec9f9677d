import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering, ownersMail, toAll } from '#support/answering.ts';
import { REAL } from '#support/forwarding.ts';

/** The stranger has a reply address from a quoted text, and guesses the mailbox of its alias. */
async function guessing(t: TestContext, zone: Record<string, object> = {}) {
  const asked: string[] = [];
  const way = await answering(t, {
    zone: { ...zone },
    seen: (store) => ({
      aliasByAddress: (address) => (asked.push('alias'), store.aliasByAddress(address)),
      aliasNamesOf: (real) => (asked.push('owner'), store.aliasNamesOf(real)),
      recall: (key, now) => (asked.push('recall'), store.recall(key, now)),
      remember: (...given) => (asked.push('remember'), store.remember(...given)),
    }),
  });
  const [token = ''] = await way.written();
  await way.forwarder.settled();
  const { hop, questions, clock } = way;
  const signs = () => way.signatures.length;
  /** Our cost of a piece of work: by timing, an outsider could not measure more. */
  const costOf = async (work: () => Promise<string>) => {
    const before = [asked.length, questions.length, hop.connections.total, hop.commands.length];
    const [signed, moment] = [signs(), clock.now()];
    const reply = await work();
    await way.forwarder.settled();
    return {
      reply: reply.replaceAll(/ \(\w+\)/g, ''),
      store: asked.slice(before[0]),
      dns: questions.slice(before[1]),
      connections: hop.connections.total - (before[2] ?? 0),
      commands: hop.commands.length - (before[3] ?? 0),
      signatures: signs() - signed,
      milliseconds: clock.now() - moment,
    };
  };
  return { ...way, token, asked, costOf };
}

const guesses = Array.from({ length: 200 }, (_, i) => `jane.doe${i}@mailbox.test`);

test('RCPT answers two hundred guessed senders and the right one alike, without look-ups', async (t) => {
  const { token, costOf, client } = await guessing(t);
  const session = await client();
  const rcpt = (sender: string) =>
    costOf(async () => {
      session.send(`RSET\r\nMAIL FROM:<${sender}>\r\nRCPT TO:<${token}>\r\n`);
      return [await session.reply(), await session.reply(), await session.reply()].join('\n');
    });
  // The ledger is queried for the outcome of this sender's last mail to the address, whoever the sender is.
  const right = await rcpt(REAL);
  assert.match(right.reply, /\n250 2\.1\.5 Recipient OK$/);
  assert.deepEqual([right.dns, right.connections, right.commands], [[], 0, 0]);
  assert.ok(!right.store.includes('owner') && !right.store.includes('alias'));
  for (const guess of guesses) assert.deepEqual(await rcpt(guess), right, guess);
});

test('a whole message without proof is answered alike for a right and a wrong guess, with the same work', async (t) => {
  const { token, costOf, answer, hop } = await guessing(t);
  const sent = hop.messages.length;
  const mail = (guess: string) =>
    costOf(() => answer([token], { signed: false, sender: guess, from: guess }));
  const right = await mail(REAL);
  assert.match(right.reply, /^550 5\.7\.1 .* \[reply-refused\]$/);
  assert.ok(!right.store.includes('owner'));
  for (const guess of guesses.slice(0, 30)) assert.deepEqual(await mail(guess), right, guess);
  assert.equal(hop.messages.length, sent);
});

test('the same holds for a message of the owner that a third party sends again to a reply address', async (t) => {
  const { token, costOf, client, hop } = await guessing(t);
  const sent = hop.messages.length;
  /** A signed mail to another person, who sends it to us. */
  const replay = async (owner: string, signed: boolean) => {
    const octets = await ownersMail({ from: owner, header: toAll(['news@list.test']), signed });
    return costOf(async () => {
      const session = await client();
      await session.sayAll(`MAIL FROM:<${owner}>`, `RCPT TO:<${token}>`, 'DATA');
      const reply = await session.say(`${octets}.`);
      await session.say('QUIT');
      return reply;
    });
  };
  const right = await replay(REAL, true);
  const wrong = await replay('jane.doe1@mailbox.test', true);
  assert.match(right.reply, /^550 5\.7\.1 .* \[reply-refused\]$/);
  assert.deepEqual(wrong, right);
  assert.ok(!right.store.includes('owner'));
  assert.equal(hop.messages.length, sent);
});

test('a sender who proves another address of the same provider gets a stranger’s answer', async (t) => {
  const { token, costOf, answer, hop } = await guessing(t);
  const sent = hop.messages.length;
  const { reply } = await costOf(() =>
    answer([token], { sender: 'joan@mailbox.test', from: 'joan@mailbox.test' }),
  );
  const unproven = await costOf(() => answer([token], { signed: false, body: 'No.\r\n' }));
  assert.equal(reply, unproven.reply);
  assert.equal(hop.messages.length, sent);
});
