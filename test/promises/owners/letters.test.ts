import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Letter } from '#rules/letter.ts';
import { farReport, takenReversePath } from '#support/far-report.ts';
import { ALIAS, type Forwarding, forwarding, hand, letter } from '#support/forwarding.ts';

const DAY = 86_400_000;
const KEY = '0123456789abcdef0123456789abcdef';
const LETTER: Letter = {
  kind: 'magiclink',
  to: 'jane.doe@mailbox.test',
  site: 'https://veilpost.test',
  link: 'https://veilpost.test/auth/v1/verify?type=magiclink&token=x',
  code: '123456',
};

const REPORT = farReport(LETTER.to);

/** Sends a notification. @returns the reverse-path at the remote side */
async function returnPath(all: Forwarding): Promise<string> {
  assert.equal((await all.forwarder.sendLetter(LETTER, KEY)).kind, 'accepted');
  return takenReversePath(all);
}

test('a notification reaches the next hop unchanged: no trace of an alias, no loop mark, its own return path', async (t) => {
  const all = await forwarding(t);
  const delivery = await all.forwarder.sendLetter(LETTER, KEY);
  assert.deepEqual([delivery.kind, delivery.reply.code], ['accepted', 250]);
  const [sent] = all.hop.messages;
  assert.deepEqual(sent?.recipients, ['<jane.doe@mailbox.test>']);
  assert.match(
    sent?.mail ?? '',
    /^MAIL FROM:<note=[a-z2-7]{13}=[a-z2-7]{2}=0123456789abcdef0123456789abcdef@b\.alias\.test>/,
  );
  assert.doesNotMatch(sent?.mail ?? '', /SMTPUTF8|8BITMIME/);
  const text = sent?.octets.toString() ?? '';
  assert.match(
    text,
    /^From: Veilpost <postmaster@alias\.test>\r\nTo: <jane\.doe@mailbox\.test>\r\n/,
  );
  assert.doesNotMatch(text, /^(?:Delivered-To|Received|X-[\w-]*loop[\w-]*):/im);
});

test('a letter to a local part beyond US-ASCII goes by SMTPUTF8, or not at all', async (t) => {
  const all = await forwarding(t);
  const to = 'jörg@münchen.example';
  assert.equal((await all.forwarder.sendLetter({ ...LETTER, to }, KEY)).kind, 'accepted');
  assert.match(all.hop.messages[0]?.mail ?? '', / SMTPUTF8$/);
  assert.deepEqual(all.hop.messages[0]?.recipients, ['<jörg@xn--mnchen-3ya.example>']);
  all.hop.extensions = ['PIPELINING', '8BITMIME'];
  all.hop.disconnect();
  const refused = await all.forwarder.sendLetter({ ...LETTER, to }, KEY);
  assert.deepEqual([refused.kind, refused.reply.enhanced], ['refused', '5.6.7']);
  const ascii = { ...LETTER, to: 'joerg@münchen.example' };
  assert.equal((await all.forwarder.sendLetter(ascii, KEY)).kind, 'accepted');
});

test("the remote server's rejection of a notification is reported, with its codes but without its text", async (t) => {
  const all = await forwarding(t, {
    hop: {
      script: {
        RCPT: (nth) => (nth === 0 ? '550 5.1.1 no jane.doe@mailbox.test' : '451 4.2.0 later'),
      },
    },
  });
  const refused = await all.forwarder.sendLetter(LETTER, KEY);
  assert.deepEqual(
    [refused.kind, refused.reply.code, refused.reply.enhanced],
    ['refused', 550, '5.1.1'],
  );
  assert.doesNotMatch(JSON.stringify(refused.reply), /jane/);
  const deferred = await all.forwarder.sendLetter(LETTER, KEY);
  assert.deepEqual([deferred.kind, deferred.reply.code], ['deferred', 451]);
});

test('a failed notification is logged without its address, its link or its code, whatever the remote server says', async (t) => {
  const words = '554 5.7.1 jane.doe@mailbox.test: no links like token=x, no codes like 123456';
  const all = await forwarding(t, { logMail: 'words', hop: { script: { dot: words } } });
  await all.forwarder.sendLetter(LETTER, KEY);
  // At debug level every remote reply is logged.
  const log = all.log.lines.filter((line) => !line.startsWith('debug')).join('\n');
  assert.match(log, /mail rejected/);
  assert.match(log, /554/);
  assert.match(log, /"ms":0\b/);
  assert.doesNotMatch(log, /jane|token|123456|links/);
});

test('a next hop in back-off does not get notifications', async (t) => {
  const pause = { code: 451, enhanced: '4.7.1', text: 'a pause' };
  const all = await forwarding(t, {
    through: (usual) => Object.assign(usual, { backingOff: () => pause }),
  });
  const { kind, reply } = await all.forwarder.sendLetter(LETTER, KEY);
  assert.deepEqual([kind, reply.enhanced], ['deferred', '4.7.1']);
  assert.equal(all.hop.connections.total, 0);
});

test('a bounce to the return path of a notification is accepted, reported by its key, and passed on to no one', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  for (const folded of [path, path.toUpperCase()]) {
    const far = await all.client();
    assert.match(await hand(far, [folded], REPORT, ''), /^250 /);
    await far.say('QUIT');
  }
  assert.deepEqual(new Set(all.bounced), new Set([KEY]));
  assert.equal(all.hop.messages.length, 0);
  all.clock.jump(21 * DAY);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^250 /);
  all.clock.jump(DAY);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^550 5\.1\.6 /);
});

test('a forged return path of a notification is 550, and so is a message that is not a bounce', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  const forged = path.replace('0123', '1234');
  assert.match(await hand(await all.client(), [forged], REPORT, ''), /^550 5\.1\.1 /);
  assert.match(await hand(await all.client(), [path], REPORT), /^550 5\.7\.1 /);
  assert.match(await hand(await all.client(), [path], letter('away'), ''), /^550 5\.6\.0 /);
  assert.deepEqual(all.bounced, []);
});

test('a report of a delayed notification does not suppress anything', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  const delay = farReport(LETTER.to, 'delayed');
  assert.match(await hand(await all.client(), [path], delay, ''), /^250 /);
  assert.deepEqual(all.bounced, []);
});

test('a bounce that could not be recorded is deferred', async (t) => {
  let silent = true;
  const noted: string[] = [];
  const all = await forwarding(t, {
    letterBounced: async (key) => {
      if (silent) throw new Error('the database is silent');
      noted.push(key);
    },
  });
  const path = await returnPath(all);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^451 /);
  assert.equal(all.faults.length, 1);
  silent = false;
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^250 /);
  assert.deepEqual(noted, [KEY]);
});

test('a notification that its mailbox forwards to an alias, and that fails there, is still reported to us', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  assert.match(await hand(await all.client(), [ALIAS], letter('on'), path), /^250 /);
  const onward = takenReversePath(all);
  assert.notEqual(onward, path);
  assert.match(await hand(await all.client(), [onward], REPORT, ''), /^250 /);
  assert.deepEqual(all.bounced, [KEY]);
  assert.equal(all.hop.messages.length, 0);
});

test('the shutdown waits for the verdict on a notification', async (t) => {
  const all = await forwarding(t, { hop: { script: { dot: { end: 'silence' } } } });
  const sent = all.forwarder.sendLetter(LETTER, KEY);
  await all.hop.until(() => all.hop.count('dot') === 1);
  let settled = false;
  const end = all.forwarder.settled().then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  assert.ok(!settled);
  all.hop.disconnect();
  assert.equal((await sent).kind, 'deferred');
  await end;
});
