import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering, refuseReplies } from '#support/answering.ts';
import {
  assertNoCanary,
  CANARY,
  type CanaryMail,
  headerCanaries,
} from '#mail/reply/guard/canaries.fixture.ts';

const ALIAS = 'alias-4829@alias.test';
const CORRESPONDENT = '<bob@example.org>';
/** Rejections for the content of the message. */
const REFUSED = /^550 5\.(?:7\.1|6\.0) .* \[reply-(?:shows-address|mime|signed|report|header)\]/;
/** Further rejections: for an author who is not the sender, and a recipient who is not a correspondent. */
const MISADDRESSED = /^550 5\.7\.1 .* \[reply-(?:refused|others)\]/;
/** Fields that are partly kept, or that name the sender and the author: each is tried in a separate message. */
const TRIED_ALONE = /^(?:From|To|Cc|Subject|Message-ID|In-Reply-To|References|Content-.*), /;

const SPF = { TXT: ['v=spf1 ip4:127.0.0.1 -all'] };

/** Checks a canary in an owner's reply. @returns whether it was sent; neither it nor a rejection reveals anything */
async function watched(t: TestContext) {
  const way = await answering(t, { zone: { [CANARY.domain]: SPF }, limits: false });
  await way.alias(ALIAS, CANARY.address);
  await refuseReplies(way, CANARY.address);
  const [token = ''] = await way.written(undefined, { to: ALIAS });
  const client = await way.client();
  const steps = `MAIL FROM:<${CANARY.address}>\r\nRCPT TO:<${token}>\r\nDATA\r\n`;
  return async ({ name, content }: CanaryMail): Promise<boolean> => {
    const octets = content
      .replace('From: someone@else.test', `From: ${CANARY.name} <${CANARY.address}>`)
      .replace('To: bob@far.test', `To: <${token}>`);
    const sent = way.hop.messages.length;
    client.send(steps);
    for (const expected of [/^250/, /^250/, /^354/]) assert.match(await client.reply(), expected);
    const verdict = await client.say(`${octets}.`);
    await assertNoCanary(Buffer.from(`Verdict: ${verdict}\r\n\r\n`), `the verdict on ${name}`);
    const taken = way.hop.messages[sent];
    if (taken === undefined) {
      const refusal = /^(?:From|To|Cc), /.test(name) ? MISADDRESSED : REFUSED;
      assert.match(verdict, refusal, name);
      return false;
    }
    assert.match(verdict, /^250 /, name);
    assert.deepEqual(taken.recipients, [CORRESPONDENT], name);
    await assertNoCanary(Buffer.concat([Buffer.from(`${taken.mail}\r\n`), taken.octets]), name);
    return true;
  };
}

// Texts and parts: src/mail/reply/guard/canaries.heavy.test.ts.
test('sixty header fields that reveal the owner do not reach the correspondent', async (t) => {
  const judge = await watched(t);
  const together = new Map<string, string>();
  let seen = 0;
  for (const canary of headerCanaries()) {
    // A name in the owner's own words may be revealed.
    if (canary.name === 'Subject, name') continue;
    seen += 1;
    if (TRIED_ALONE.test(canary.name)) await judge(canary);
    else together.set(canary.spelling, (together.get(canary.spelling) ?? '') + canary.field);
  }
  assert.ok(seen >= 60 * 8, `${seen}`);
  for (const [spelling, fields] of together) {
    const content =
      `${fields}From: someone@else.test\r\nTo: bob@far.test\r\n` +
      'Date: Sun, 22 Nov 2026 10:00:00 +0000\r\n\r\nHello\r\n';
    assert.ok(await judge({ name: `all fields, ${spelling}`, content }), spelling);
  }
});
