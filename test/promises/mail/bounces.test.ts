import assert from 'node:assert/strict';
import { test } from 'node:test';
import { farReport, returnPath, takenReversePath } from '#support/far-report.ts';
import { ALIAS, forwarding, hand, letter, REAL } from '#support/forwarding.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The remote side accepted a message, but could not deliver it. */
const REPORT = farReport(REAL);

test('a late rejection reaches the sender as a report about the alias, without the real address', async (t) => {
  const all = await forwarding(t);
  for (const sender of ['ann@example.org', `${'v'.repeat(64)}@a-long-domain-name.example.org`]) {
    const path = await returnPath(all, sender);
    const far = await all.client();
    // It contains its own name, which reveals the provider of the mailbox.
    await far.say('EHLO mail.mailbox.test');
    assert.match(await hand(far, [path], REPORT, ''), /^250 /);
    const bounce = all.hop.messages.pop();
    assert.match(bounce?.mail ?? '', /^MAIL FROM:<>/);
    assert.deepEqual(bounce?.recipients, [`<${sender}>`]);
    const text = bounce?.octets.toString() ?? '';
    assert.match(
      text,
      new RegExp(`Final-Recipient: rfc822; ${ALIAS}\r\nAction: failed\r\nStatus: 5\\.2\\.2\r\n`),
    );
    assert.doesNotMatch(text, /jane|doe|mailbox\.test|amFuZS5kb2V|127\.0\.0\.1/i);
  }
});

test('modified, expired and foreign return paths are refused', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  const changed = path.replace('=ann', '=bob');
  assert.match(await hand(await all.client(), [changed], REPORT, ''), /^550 5\.1\.1 /);
  // Another forwarder of the same name, with its own secret: each accepts only its own.
  const other = await forwarding(t, { secrets: ['another secret for tests'] });
  const foreign = await returnPath(other);
  assert.match(await hand(await other.client(), [foreign], REPORT, ''), /^250 /);
  assert.match(await hand(await all.client(), [foreign], REPORT, ''), /^550 5\.1\.1 /);
  all.clock.jump(21 * DAY);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^250 /);
  all.clock.jump(DAY);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^550 5\.1\.6 /);
});

test('of a report that is sent thirty times, twenty an hour arrive, however its sender is spelled', async (t) => {
  const all = await forwarding(t);
  const paths = [await returnPath(all), await returnPath(all, 'Ann@example.org')];
  const hour = async (reports: number) => {
    const far = await all.client();
    const heard = [];
    for (let i = 0; i < reports; i++) {
      heard.push((await hand(far, [paths[i % 2] ?? ''], REPORT, '')).slice(0, 9));
    }
    return heard;
  };
  const taken = Array(20).fill('250 2.0.0');
  assert.deepEqual(await hour(30), [...taken, ...Array(10).fill('450 4.7.1')]);
  assert.equal(all.hop.messages.length, 20);
  all.clock.advance(HOUR);
  assert.deepEqual(await hour(21), [...taken, '450 4.7.1']);
  assert.equal(all.hop.messages.length, 40);
});

test('whoever names a return path, and sends no report there, uses up none of them', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  const far = await all.client();
  for (let i = 0; i < 25; i++) {
    await far.say('MAIL FROM:<>');
    assert.match(await far.say(`RCPT TO:<${path}>`), /^250 /);
    await far.say('RSET');
    assert.match(await hand(far, [path], letter(`${i}`), ''), /^550 5\.6\.0 /);
  }
  assert.match(await hand(far, [path], REPORT, ''), /^250 /);
});

test('different spellings of a return path count as one', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all, `${'v'.repeat(64)}@a-long-domain-name.example.org`);
  const at = path.indexOf('@');
  // The digits of the long form continue after the @; dots between them are ignored.
  const spellings = Array.from({ length: 20 }, (_, i) => {
    const dot = at + 2 + i;
    return `${path.slice(0, dot)}.${path.slice(dot)}`;
  });
  const far = await all.client();
  assert.match(await hand(far, [path], REPORT, ''), /^250 /);
  const heard = [];
  for (const spelling of spellings) heard.push(await hand(far, [spelling], REPORT, ''));
  assert.equal(heard.filter((reply) => reply.startsWith('250')).length, 19);
  assert.match(heard.at(-1) ?? '', /^450 4\.7\.1 /);
  all.clock.advance(HOUR);
  all.hop.messages.splice(0);
  await hand(await all.client(), [path, ...spellings], REPORT, '');
  assert.equal(all.hop.messages.length, 20, 'all in one transaction');
});

test('a message that came through two aliases is reported to its author, about the alias that was written to', async (t) => {
  const all = await forwarding(t);
  const second = 'alias-1001@alias.test';
  await all.alias(second, 'john@mailbox.test');
  const first = await returnPath(all);
  assert.match(await hand(await all.client(), [second], letter('on'), first), /^250 /);
  const path = takenReversePath(all);
  assert.match(await hand(await all.client(), [path], REPORT, ''), /^250 /);
  const bounce = all.hop.messages.pop();
  assert.deepEqual(bounce?.recipients, ['<ann@example.org>']);
  assert.match(
    bounce?.octets.toString() ?? '',
    new RegExp(`Final-Recipient: rfc822; ${ALIAS}\r\n`),
  );
});

test('a message of a sender to a return path is rejected, and so is a vacation note: it would show who reads the alias', async (t) => {
  const all = await forwarding(t);
  const path = await returnPath(all);
  const far = await all.client();
  assert.match(await hand(far, [path], letter('two')), /^550 5\.7\.1 /);
  const away = 'Subject: away\r\n\r\nI am away.\r\n';
  const complaint = 'Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n';
  for (const note of [
    `From: jane.doe@mailbox.test\r\n${away}`,
    `From: postmaster@mailbox.test\r\nAuto-Submitted: auto-replied\r\n${away}`,
    `From: postmaster@mailbox.test\r\n${complaint}\r\n--x\r\n\r\ndelivery failed\r\n--x--\r\n`,
  ]) {
    assert.match(await hand(far, [path], note, ''), /^550 5\.6\.0 /);
  }
  assert.equal(all.hop.messages.length, 0);
});

test('a report to an alias that the remote side rejects is rejected in the session, and nothing is written', async (t) => {
  const script = { dot: (nth: number) => (nth === 0 ? '554 5.7.1 no' : undefined) };
  const all = await forwarding(t, { hop: { script } });
  const far = await all.client();
  assert.match(await hand(far, [ALIAS], letter('one'), ''), /^554 5\.7\.1 /);
  await far.say('QUIT');
  await all.forwarder.settled();
  all.clock.jump(DAY);
  // The next message is sent after everything else.
  assert.match(await hand(await all.client(), [ALIAS], letter('two')), /^250 /);
  assert.equal(all.hop.count('MAIL'), 2);
});
