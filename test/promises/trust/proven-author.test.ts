import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS } from '#support/forwarding.ts';
import {
  authorKey,
  behindOurLines,
  CLIENT_ALLOWED,
  judging,
  MAIL,
  nextHopSays,
  REJECT,
  signedByAuthor,
} from '#support/judging.ts';

// Every form, signed by another implementation: test/standards/mailauth.test.ts.
for (const oversigned of [[], ['reply-to', 'sender', 'to', 'cc']]) {
  test(`a message of a p=reject domain signed with ${oversigned.length} names more stays as it came, and passes at the next hop`, async (t) => {
    const { send, last, zone, judged } = await judging(t, { zone: { ...REJECT } });
    const mail = await signedByAuthor(MAIL, oversigned);
    assert.match(await send(mail), /^250 2\.0\.0 /);
    const { text } = last();
    assert.equal(behindOurLines(text), mail);
    assert.equal(judged[0]?.decision.kind, 'keep');
    const { dkim, arc, dmarc } = await nextHopSays(last(), zone);
    assert.deepEqual(dkim, ['example.org pass']);
    assert.equal(arc, 'pass');
    assert.equal(dmarc, 'pass');
    assert.match(
      text,
      /^ARC-Seal: [^]*\r\nARC-Message-Signature: [^]*\r\nARC-Authentication-Results: i=1; mx\.alias\.test;[^]*\r\nAuthentication-Results: mx\.alias\.test;\r\n dkim=pass header\.d=example\.org [^]*\r\n dmarc=pass [^]*\r\nReceived: from client\.test [^]*\r\nDelivered-To: alias-4827@alias\.test\r\nVeilpost-Loop: /,
    );
  });
}

test('a message of a p=reject domain whose signature our ARC set would break comes from the alias', async (t) => {
  const { send, last, zone } = await judging(t, { zone: { ...REJECT } });
  assert.match(await send(await signedByAuthor(MAIL, ['arc-seal'])), /^250 /);
  const { dkim, dmarc } = await nextHopSays(last(), zone);
  assert.deepEqual([dkim[0], dmarc], ['alias.test pass', 'pass']);
});

test('a message of a p=reject domain that SPF alone proves comes from the alias, passes there, and answers go to its author', async (t) => {
  const { send, last, zone, signatures } = await judging(t, {
    zone: { ...REJECT, ...CLIENT_ALLOWED },
  });
  assert.match(await send(MAIL), /^250 /);
  const { text } = last();
  const { dkim, dmarc, spf } = await nextHopSays(last(), zone);
  assert.deepEqual([dkim, dmarc, spf], [['alias.test pass'], 'pass', 'pass']);
  assert.deepEqual(signatures, ['dkim made']);
  assert.match(text, /^DKIM-Signature: v=1; /);
  assert.match(text, /\r\nVeilpost-Loop: .*\r\nReply-To: Ann <ann@example\.org>\r\n/);
  assert.match(
    text,
    new RegExp(`\r\nFrom: Ann\r\n "\\(ann at example\\.org\\)"\r\n <${ALIAS}>\r\n`),
  );
  assert.match(text, /\r\nX-Original-From: Ann <ann@example\.org>\r\n/);
  assert.equal(text.slice(text.indexOf('\r\n\r\n')), MAIL.slice(MAIL.indexOf('\r\n\r\n')));
});

test('a rewritten message keeps the octets of the name, an existing Reply-To, and the other fields', async (t) => {
  const { send, last, zone } = await judging(t, { zone: { ...REJECT, ...CLIENT_ALLOWED } });
  const mail =
    'Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n' +
    'From: =?utf-8?q?Bj=C3=B6rn?=\r\n "O. \\"x\\"" <ann@example.org>\r\n' +
    'Sender: list@example.org\r\nReply-To: team@example.org\r\nCc: carol@elsewhere.test\r\n' +
    'To: <alias-4827@alias.test>\r\nSubject: hello\r\n\r\nhello\r\n';
  assert.match(await send(mail), /^250 /);
  const { text } = last();
  assert.match(
    text,
    /\r\nFrom: =\?utf-8\?q\?Bj=C3=B6rn\?=\r\n "O\. \\"x\\""\r\n "\(ann at example\.org\)"\r\n </,
  );
  assert.equal(text.match(/^Reply-To:/gm)?.length, 1);
  assert.match(text, /\r\nReply-To: team@example\.org\r\nCc: carol@elsewhere\.test\r\n/);
  assert.doesNotMatch(text, /^Sender:/m);
  assert.equal((await nextHopSays(last(), zone)).dmarc, 'pass');
});

test('a key in test mode proves nothing, and does not cause a rejection by itself', async (t) => {
  const { send, last, judged } = await judging(t, {
    zone: { ...REJECT, [authorKey.name]: { TXT: [`${authorKey.record}; t=y`] } },
  });
  const mail = await signedByAuthor(MAIL);
  assert.match(await send(mail), /^250 /);
  const decision = judged[0]?.decision;
  assert.ok(decision?.kind === 'keep' && decision.rule === 5 && !decision.authentic);
  assert.match(last().text, /\r\n dkim=neutral \(testing\) header\.d=example\.org/);
  assert.match(last().text, /\r\n dmarc=fail header\.from=example\.org policy\.dmarc=reject/);
  assert.match(await send(mail.replace('Subject: hello', 'Subject: hullo')), /^550 5\.7\.1 /);
  assert.match(await send(mail.replace('one dot', 'two dots')), /^550 5\.7\.1 /);
});

test('a message that was delivered is answered 250 at its retry, although the DNS no longer responds', async (t) => {
  const { send, zone, hop, questions, judged } = await judging(t, { zone: { ...REJECT } });
  const mail = await signedByAuthor(MAIL);
  assert.match(await send(mail), /^250 /);
  zone['_dmarc.example.org'] = { silent: true };
  zone[authorKey.name] = { silent: true };
  assert.match(await send(mail), /^250 2\.0\.0 Delivered$/);
  assert.equal(hop.messages.length, 1);
  assert.equal(judged.length, 1, 'the copy is not judged');
  assert.ok(questions.length > 0);
});
