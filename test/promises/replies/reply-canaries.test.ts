import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering, refuseReplies } from '#support/answering.ts';
import {
  assertNoCanary,
  CANARY,
  type CanaryMail,
  headerCanaries,
  partCanaries,
  textCanaries,
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

/** An owner, and one of her reply addresses. @param owner the real address: the canaries' own, or another */
async function nest(t: TestContext, owner: string = CANARY.address) {
  const zone = { [CANARY.domain]: SPF, 'mailbox.test': SPF };
  const way = await answering(t, { zone, limits: false });
  await way.alias(ALIAS, owner);
  await refuseReplies(way, owner);
  const [token = ''] = await way.written(undefined, { to: ALIAS });
  const client = await way.client();
  const steps = [`MAIL FROM:<${owner}>`, `RCPT TO:<${token}>`, 'DATA'];
  /** Hands messages over, all in one session. @returns the verdict */
  const reply = async (content: string) => {
    const octets = content
      .replace('From: someone@else.test', `From: ${CANARY.name} <${owner}>`)
      .replace('To: bob@far.test', `To: <${token}>`)
      .replaceAll(/^\./gm, '..');
    client.send(steps.map((step) => `${step}\r\n`).join(''));
    for (const expected of [/^250/, /^250/, /^354/]) assert.match(await client.reply(), expected);
    return client.say(`${octets}.`);
  };
  return { ...way, reply };
}

/** Checks a canary. @returns whether the message was sent; neither it nor a rejection reveals anything */
async function watched(t: TestContext) {
  const { reply, hop } = await nest(t);
  return async ({ name, content }: CanaryMail): Promise<boolean> => {
    const sent = hop.messages.length;
    const verdict = await reply(content);
    await assertNoCanary(Buffer.from(`Verdict: ${verdict}\r\n\r\n`), `the verdict on ${name}`);
    const taken = hop.messages[sent];
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

// Each text and each part is checked in src/mail/reply/guard/canaries.heavy.test.ts.
test('a text that reveals the owner is rejected, however it is spelled, broken or encoded', async (t) => {
  const judge = await watched(t);
  const some = [...textCanaries()].filter((_, i) => i % 25 === 0);
  assert.ok(some.length > 40, `${some.length}`);
  for (const canary of some) assert.ok(!(await judge(canary)), canary.name);
});

test('file names, part headers, boundaries and the text around the parts reveal nothing', async (t) => {
  const judge = await watched(t);
  const gone: string[] = [];
  const some = [...partCanaries()].filter(
    ({ name }, i) => i % 15 === 0 || /^(?:Content-ID, |boundary )/.test(name),
  );
  for (const canary of some) if (await judge(canary)) gone.push(canary.name);
  assert.ok(gone.length > 0);
  // A Content-ID is sealed, and a boundary is replaced; everything else is rejected.
  for (const name of gone) assert.match(name, /^(?:Content-ID, |boundary )/);
});

test('the same texts and parts pass if they contain another person’s address', async (t) => {
  const { reply, hop } = await nest(t, 'joan@mailbox.test');
  const sent = hop.messages.length;
  const some = [...textCanaries(), ...partCanaries()].filter((_, i) => i % 50 === 0);
  for (const { name, content } of some) {
    const verdict = await reply(content);
    // Types for personal data are rejected, whatever their content.
    if (!name.startsWith('part of type')) assert.match(verdict, /^250 /, name);
  }
  assert.ok(hop.messages.length - sent > 20, `${hop.messages.length - sent}`);
});
