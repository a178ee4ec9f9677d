import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, ids, Mailbox, named } from '#support/answering.ts';
import { ALIAS } from '#support/forwarding.ts';
import { REJECT, signedByAuthor } from '#support/judging.ts';
import { withoutSignatures } from '#support/random-digits.ts';
import { owner } from './owner.ts';

for (const isRewritten of [false, true]) {
  test(`five messages each way are one thread in both mailboxes, ${isRewritten ? 'REWRITE' : 'KEEP'}, and reveal nothing of the owner`, async (t) => {
    const { send, last, answer, judged } = await answering(t, {
      zone: { ...REJECT },
    });
    const [bob, jane] = [new Mailbox(), new Mailbox()];
    for (let round = 1; round <= 5; round++) {
      const mail =
        `Date: Sat, 21 Nov 2026 12:00:00 +0000\r\nFrom: Bob <bob@example.org>\r\nTo: <${ALIAS}>\r\n` +
        `${bob.answer(`${round}.bob@mail.example.org`)}Subject: Tea\r\n\r\nTea ${round}?\r\n`;
      // Our Reply-To cannot replace a signed one without breaking the signature.
      const alone = isRewritten ? ['reply-to'] : [];
      assert.match(await send(await signedByAuthor(mail, alone), 'bob@example.org'), /^250 /);
      const toJane = last().text;
      if (round > 1) {
        const known = named(toJane).filter((id) => jane.known.has(id));
        assert.ok(known.length > 0, toJane);
        // A rewritten mail names the owner's own ids; a kept one has its thread's octets unchanged.
        if (isRewritten) assert.deepEqual(known, named(toJane));
      }
      jane.take(toJane);

      const to = (isRewritten ? /^From:[^<]*<([^<>]+)>/im : /^Reply-To:[^<]*<([^<>]+)>/im).exec(
        toJane,
      );
      const own = `${round}.constant-of-jane@laptop.mailbox.test`;
      const header = `To: Bob <${to?.[1]}>\r\n${jane.answer(own)}Subject: Re: Tea\r\n`;
      assert.match(await answer([to?.[1] ?? ''], { header, body: `Yes ${round}.\r\n` }), /^250 /);
      const toBob = last().text;
      assert.doesNotMatch(
        withoutSignatures(toBob) + last().sender,
        /jane|mailbox\.test|laptop|constant/i,
      );
      assert.equal(ids(toBob, 'References').length, round * 2 - 1);
      for (const id of named(toBob)) assert.ok(bob.known.has(id), `${round} ${id}`);
      bob.take(toBob);
    }
    const kind = isRewritten ? 'rewrite' : 'keep';
    assert.deepEqual(
      judged.map(({ decision }) => decision.kind),
      Array(5).fill(kind),
    );
    assert.equal(bob.known.size, 10);
  });
}

test('ids of a large provider are sealed as well, once they were sent through us', async (t) => {
  const { answer, last, token } = await owner(t);
  const first = { header: `To: <${token}>\r\nMessage-ID: <account-77.1@mail.provider.test>\r\n` };
  assert.match(await answer([token], first), /^250 /);
  const [sealed = ''] = ids(last().text, 'Message-ID');
  assert.match(sealed, /^m\.[\w-]+@alias\.test$/);
  const second =
    `To: <${token}>\r\nMessage-ID: <account-77.2@mail.provider.test>\r\n` +
    'In-Reply-To: <account-77.1@mail.provider.test>\r\n' +
    'References: <account-77.1@mail.provider.test>\r\n';
  assert.match(await answer([token], { header: second, body: 'And.\r\n' }), /^250 /);
  const { text } = last();
  assert.deepEqual(named(text), [sealed, sealed]);
  assert.doesNotMatch(text, /provider|account/);
});
