import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from '#mail/keys.ts';
import { ReturnPaths } from '#mail/return-path/return-paths.ts';
import { farReport } from '#support/far-report.ts';
import { ALIAS, type Forwarding, forwarding, REAL } from '#support/forwarding.ts';

const CORRESPONDENT = 'bob@example.org';

/** The correspondent's server had accepted a reply, and reports that it could not deliver it. */
const REPORT = farReport(CORRESPONDENT);

/** The return path of the owner's replies; wrong ones: src/mail/return-path/return-paths.heavy.test.ts. */
function replyPath({ clock }: Forwarding): string {
  const paths = new ReturnPaths({
    domain: 'b.alias.test',
    keys: deriveKeys(['a secret for tests']).returnPath,
    aliasDomains: ['alias.test'],
    now: clock.date,
  });
  return paths.forReply(ALIAS);
}

/** Hands a bounce over as the correspondent's server does. @returns everything that this server has received */
async function heard(all: Forwarding, path: string): Promise<string> {
  const far = await all.client();
  const greeting = await far.say('EHLO mail.example.org');
  const answers = [
    greeting,
    await far.say('MAIL FROM:<>'),
    await far.say(`RCPT TO:<${path}>`),
    await far.say('DATA'),
  ];
  if (answers.at(-1)?.startsWith('354')) answers.push(await far.say(`${REPORT}.`));
  answers.push(await far.say('QUIT'));
  return answers.join('\n');
}

const nothingOfTheOwner = (text: string) => assert.doesNotMatch(text, /jane|doe|mailbox\.test/i);

test('a late bounce of a reply reaches the owner, and the correspondent never sees who that is', async (t) => {
  const all = await forwarding(t);
  const path = replyPath(all);
  for (const folded of [path, path.toUpperCase()]) {
    const answers = await heard(all, folded);
    assert.match(answers, /\n250 2\.0\.0 /);
    nothingOfTheOwner(folded + answers);
    const report = all.hop.messages.pop();
    assert.match(report?.mail ?? '', /^MAIL FROM:<>/);
    assert.deepEqual(report?.recipients, [`<${REAL}>`]);
    const text = report?.octets.toString() ?? '';
    assert.match(text, new RegExp(`^Subject: Delivery status of your reply from ${ALIAS}\r$`, 'm'));
    assert.ok(
      text.includes(
        `\r\nDelivery status of your reply from ${ALIAS} to ${CORRESPONDENT}: failed (5.2.2).\r\n`,
      ),
      text,
    );
    assert.match(
      text,
      new RegExp(
        `\r\nFinal-Recipient: rfc822; ${CORRESPONDENT}\r\nAction: failed\r\nStatus: 5\\.2\\.2\r\n`,
      ),
    );
    assert.doesNotMatch(text, /is full|127\.0\.0\.1/);
  }
});

test('an unavailable store defers the bounce', async (t) => {
  const silent = () => Promise.reject(new Error('silent'));
  const all = await forwarding(t, {
    seen: () => ({
      aliasByAddress: silent,
    }),
  });
  assert.match(await heard(all, replyPath(all)), /\n451 4\.3\.0 /);
  assert.equal(all.faults.length, 1);
});
