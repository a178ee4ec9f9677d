import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import {
  ALIAS,
  alarm,
  copies,
  type Forwarding,
  forwarding,
  hand,
  letter,
  REAL,
} from '#support/forwarding.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

const OK = 'alias-1001@alias.test';
const GONE = 'alias-1002@alias.test';
const LATER = 'alias-1003@alias.test';

/** Three aliases: one mailbox accepts mail, one rejects it permanently, one defers it. */
async function threeMailboxes(t: TestContext): Promise<Forwarding> {
  const all = await forwarding(t, {
    hop: {
      script: {
        RCPT: (_, line) => {
          if (line.includes('gone@')) return '550 5.1.1 no such user gone@mailbox.test';
          return line.includes('later@') ? '451 4.2.1 later@mailbox.test is busy' : undefined;
        },
      },
    },
  });
  await all.alias(OK, 'ok@mailbox.test');
  await all.alias(GONE, 'gone@mailbox.test');
  await all.alias(LATER, 'later@mailbox.test');
  return all;
}

/** One attempt of the sender's queue. @returns the replies from RCPT on, without their texts */
async function attempt(
  sender: SmtpClient,
  aliases: readonly string[],
  { content = letter('one'), prdr = false } = {},
): Promise<string[]> {
  await sender.say(`MAIL FROM:<ann@example.org>${prdr ? ' PRDR' : ''}`);
  const heard: string[] = [];
  for (const alias of aliases) heard.push(await sender.say(`RCPT TO:<${alias}>`));
  const accepted = heard.filter((reply) => reply.startsWith('250')).length;
  if (accepted > 0) {
    await sender.say('DATA');
    sender.send(`${content}.\r\n`);
    for (let left = prdr ? accepted + 2 : 1; left > 0; left--) heard.push(await sender.reply());
  }
  return heard.map((reply) => reply.slice(0, 9));
}

/** Attempts of the sender's queue. @returns the remaining recipients */
async function queue(
  { forwarder }: Forwarding,
  sender: SmtpClient,
  aliases: readonly string[],
  { content, attempts }: { content: string; attempts: number },
): Promise<readonly string[]> {
  let waiting = aliases;
  for (let i = 0; i < attempts; i++) {
    const heard = await attempt(sender, waiting, { content });
    await forwarder.settled();
    const isOver = /^[25]/.test(heard.at(-1) ?? '');
    waiting = waiting.filter((_, at) => !isOver || heard[at] !== JOINS);
  }
  return waiting;
}

const [JOINS, TURNED_AWAY, EACH, GOT] = ['250 2.1.5', '451 4.5.3', '353 A rep', '250 2.0.0'];

test('each of three recipients gets its own outcome: a copy, a rejection, a late copy', async (t) => {
  const all = await threeMailboxes(t);
  const sender = await all.client();
  assert.match(await hand(sender, [OK, GONE, LATER], letter('one')), /^451 4\.3\.0 /);
  // The sender's queue retries with all of them.
  const retried = await attempt(sender, [OK, GONE, LATER]);
  assert.deepEqual(retried, [JOINS, TURNED_AWAY, TURNED_AWAY, GOT]);
  assert.deepEqual(await attempt(sender, [GONE, LATER]), [JOINS, TURNED_AWAY, '550 5.1.1']);
  assert.match(await hand(sender, [LATER], letter('one')), /^451 4\.2\.1 /);
  all.hop.script = {};
  assert.match(await hand(sender, [LATER], letter('one')), /^250 /);
  assert.equal(copies(all, 'one', 'ok@mailbox.test'), 1);
  assert.equal(copies(all, 'one', 'gone@mailbox.test'), 0);
  assert.equal(copies(all, 'one', 'later@mailbox.test'), 1);
  // Another message to all of them later is handled like any other.
  assert.match(await hand(sender, [OK, LATER], letter('two')), /^250 /);
});

test('a mailbox that is busy for days does not delay the recipients named after it', async (t) => {
  const all = await threeMailboxes(t);
  const BUSY = 'alias-1004@alias.test';
  await all.alias(BUSY, 'later@other.test');
  const sender = await all.client();
  const left = (aliases: string[], text: string, attempts: number) =>
    queue(all, sender, aliases, { content: letter(text), attempts });
  assert.deepEqual(await left([LATER, BUSY, GONE, OK], 'one', 8), [LATER, BUSY]);
  assert.deepEqual(await left([LATER, BUSY, OK], 'two', 4), [LATER, BUSY]);
  assert.equal(copies(all, 'one', 'ok@mailbox.test'), 1);
  assert.equal(copies(all, 'two', 'ok@mailbox.test'), 1);
  all.hop.script = {};
  assert.deepEqual(await left([LATER, BUSY], 'one', 4), []);
  assert.equal(copies(all, 'one', 'later@mailbox.test'), 1);
  assert.equal(copies(all, 'one', 'later@other.test'), 1);
});

test('an alarm with only some recipients accepted is 451, and is delivered at most once more to those who got it', async (t) => {
  const all = await threeMailboxes(t);
  const sender = await all.client();
  const content = alarm('ALARM');
  const left = await queue(all, sender, [LATER, ALIAS, OK], { content, attempts: 6 });
  assert.deepEqual(left, [LATER]);
  all.hop.script = {};
  assert.deepEqual(await queue(all, sender, left, { content, attempts: 2 }), []);
  assert.equal(copies(all, 'ALARM', 'later@mailbox.test'), 1);
  for (const real of [REAL, 'ok@mailbox.test']) assert.equal(copies(all, 'ALARM', real), 2, real);
  // The next alarm is handled like any other.
  assert.match(await hand(sender, [LATER, ALIAS, OK], content), /^250 /);
});

test('a sender with PRDR gets all recipients’ outcomes in one pass', async (t) => {
  const all = await threeMailboxes(t);
  const sender = await all.client();
  const heard = await attempt(sender, [GONE, OK, LATER, OK], { prdr: true });
  assert.deepEqual(heard.slice(4), [EACH, '550 5.1.1', GOT, '451 4.2.1', GOT, GOT]);
  assert.equal(copies(all, 'one', 'ok@mailbox.test'), 1);
  // No one is deferred to a later attempt, with or without that extension.
  all.hop.script = {};
  assert.match(await hand(sender, [LATER, OK], letter('two')), /^250 /);
  assert.match(await hand(sender, [LATER], letter('one')), /^250 /);
  assert.equal(copies(all, 'one', 'later@mailbox.test'), 1);
});

test('a sender that lost the replies for its recipients gets them again, and no one gets a second copy', async (t) => {
  const all = await threeMailboxes(t);
  const heard = async () => {
    const sender = await all.client();
    const replies = await attempt(sender, [OK, LATER], { prdr: true });
    await all.leave(sender);
    await all.forwarder.settled();
    return replies.slice(2);
  };
  assert.deepEqual(await heard(), [EACH, GOT, '451 4.2.1', GOT]);
  all.hop.script = {};
  assert.deepEqual(await heard(), [EACH, GOT, GOT, GOT]);
  assert.equal(copies(all, 'one', 'ok@mailbox.test'), 1);
  assert.equal(copies(all, 'one', 'later@mailbox.test'), 1);
});

test('a recipient with a delivered copy is not tried again, however the sender got the reply', async (t) => {
  const all = await threeMailboxes(t);
  const sender = await all.client();
  // LATER fails together with another, then alone, and must then let others pass.
  assert.match(await hand(sender, [LATER, OK], letter('one')), /^451 /);
  assert.deepEqual(await attempt(sender, [LATER, OK]), [JOINS, TURNED_AWAY, '451 4.2.1']);
  all.hop.script = {};
  assert.deepEqual(await attempt(sender, [LATER], { prdr: true }), [JOINS, EACH, GOT, GOT]);
  assert.match(await hand(sender, [LATER, OK], letter('two')), /^250 /);
  assert.equal(copies(all, 'two', 'later@mailbox.test'), 1);
});

test('if no recipient can be reached the reply to the message says so, after those of the recipients', async (t) => {
  const all = await threeMailboxes(t);
  const heard = await attempt(await all.client(), [GONE, LATER], { prdr: true });
  assert.deepEqual(heard.slice(2), [EACH, '550 5.1.1', '451 4.2.1', '451 4.3.0']);
});

test('a message that no one may get is rejected with one reply, even to a sender with PRDR', async (t) => {
  const all = await threeMailboxes(t);
  const sender = await all.client();
  await sender.say('MAIL FROM:<ann@example.org> PRDR');
  await sender.sayAll(`RCPT TO:<${OK}>`, `RCPT TO:<${LATER}>`, 'DATA');
  assert.match(await sender.say('Subject: without From\r\n\r\nx\r\n.'), /^550 5\.6\.0 /);
  assert.match(await sender.say('NOOP'), /^250 2\.0\.0 OK/);
});

test('one message to two aliases of one owner is two copies', async (t) => {
  const all = await forwarding(t);
  await all.alias(OK, 'jane.doe+two@mailbox.test');
  assert.match(await hand(await all.client(), [ALIAS, OK], letter('one')), /^250 /);
  assert.equal(all.hop.messages.length, 2);
});

test('our own fault at one recipient does not affect the others', async (t) => {
  const all = await forwarding(t, {
    through: (usual) => {
      const deliver = usual.deliver.bind(usual);
      const failing: typeof deliver = (envelope, ...rest) =>
        envelope.forwardPath === 'ok@mailbox.test'
          ? Promise.reject(new Error('our own fault'))
          : deliver(envelope, ...rest);
      return Object.assign(usual, { deliver: failing });
    },
  });
  await all.alias(OK, 'ok@mailbox.test');
  const sender = await all.client();
  assert.match(await hand(sender, [ALIAS, OK], letter('one')), /^451 4\.3\.0 /);
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.equal(
    copies(all, 'one', REAL),
    1,
    'it was delivered at the first attempt, and that is known',
  );
  assert.equal(all.faults.length, 1);
});

test('a message stays in memory until its last delivery is over, whatever fails meanwhile', async (t) => {
  const all = await forwarding(t, {
    observe: () => {
      throw new Error('our own fault');
    },
    hop: { script: { dot: (nth) => (nth === 0 ? undefined : SILENCE) } },
  });
  await all.alias(OK, 'ok@mailbox.test');
  const [sender, other] = [await all.client(), await all.client()];
  let answered = false;
  const verdict = hand(sender, [ALIAS, OK], letter('one'));
  void verdict.finally(() => {
    answered = true;
  });
  await all.hop.until(() => all.hop.count('dot') === 2);
  for (let turn = 0; turn < 3; turn++) await other.say('NOOP');
  assert.equal(answered, false);
  assert.ok(all.receiver.inFlightOctets > 0);
  all.hop.say('250 2.0.0 taken');
  assert.match(await verdict, /^451 4\.3\.0 /);
  assert.equal(all.receiver.inFlightOctets, 0);
});
