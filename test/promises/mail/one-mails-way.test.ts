import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALIAS, letter, REAL } from '#support/forwarding.ts';
import { type Judging, judging } from '#support/judging.ts';
import { SmtpClient } from '#support/smtp-client.ts';

/** The walk of one message; each step answers the question of the same number in ARCHITECTURE.md. */
type Walk = Judging & { sender: SmtpClient };
type Step = (walk: Walk) => Promise<void> | void;

const STEPS: Record<string, Step> = {
  'Who connects?': async ({ sender }) => {
    assert.match(await sender.reply(), /^220 mx\.alias\.test /);
  },
  'EHLO, STARTTLS?': async ({ sender }) => {
    assert.match(await sender.say('EHLO out.example.org'), /PIPELINING/);
  },
  'MAIL FROM: is there room?': async ({ sender }) => {
    assert.match(await sender.say('MAIL FROM:<ann@example.org> SIZE=300'), /^250 2\.1\.0 /);
  },
  'RCPT TO: who is it?': async ({ sender }) => {
    assert.match(await sender.say('RCPT TO:<alias-9999@alias.test>'), /^550 5\.1\.1 /);
    assert.match(await sender.say(`RCPT TO:<${ALIAS}>`), /^250 2\.1\.5 /);
  },
  'DATA: is it whole?': async ({ sender, receiver, hop }) => {
    assert.match(await sender.say('DATA'), /^354 /);
    assert.ok(receiver.inFlightOctets > 0);
    assert.equal(hop.connections.total, 0, 'the next hop gets nothing of half a message');
  },
  'The final dot: has it been here before?': async ({ sender, deliveries }) => {
    assert.match(await sender.say(`${letter('hello')}.`), /^250 2\.0\.0 Delivered \w{10}$/);
    assert.equal(deliveries.length, 1);
  },
  'Who wrote it?': ({ judged, hop }) => {
    assert.equal(judged[0]?.judgement.author.kind, 'one');
    assert.match(
      hop.messages[0]?.octets.toString() ?? '',
      /^Authentication-Results: mx\.alias\.test;\r\n dkim=none;\r\n spf=none /m,
    );
  },
  'What is changed?': ({ hop }) => {
    const arrived = hop.messages[0]?.octets.toString() ?? '';
    assert.match(
      arrived,
      /^ARC-Seal: [^]*\r\nAuthentication-Results: [^]*\r\nReceived: from out\.example\.org [^]*Delivered-To: alias-4827@alias\.test\r\n/,
    );
    assert.ok(arrived.endsWith(letter('hello')));
    assert.match(hop.messages[0]?.mail ?? '', /^MAIL FROM:<srs0=[^>]*@b\.alias\.test>/);
  },
  'Where to?': ({ hop }) => {
    assert.deepEqual(hop.messages[0]?.recipients, [`<${REAL}>`]);
  },
  'What does the sender get?': ({ deliveries }) => {
    assert.equal(deliveries[0]?.kind, 'accepted');
  },
  'Has the sender read it?': async ({ sender, forwarder, receiver }) => {
    assert.match(await sender.say('QUIT'), /^221 /);
    await forwarder.settled();
    assert.equal(receiver.inFlightOctets, 0);
  },
};

test("one message's way is the one in ARCHITECTURE.md", async (t) => {
  const page = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split("## One message's way\n");
  const questions = [...(section.split('\n## ')[0] ?? '').matchAll(/^\d+\. \*([^*]+)\*/gm)];
  assert.deepEqual(
    questions.map(([, question]) => question),
    Object.keys(STEPS),
  );
  const all = await judging(t);
  const walk = { ...all, sender: await SmtpClient.connect(all.port) };
  for (const step of Object.values(STEPS)) await step(walk);
});
