import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { answering, toAll } from '#support/answering.ts';
import { ALIAS, REAL } from '#support/forwarding.ts';
import { withoutSignatures } from '#support/random-digits.ts';
import { owner, SPF } from './owner.ts';

const typed = (token: string, type: string) =>
  `${toAll([token])}MIME-Version: 1.0\r\nContent-Type: ${type}\r\n`;

const mixed = (type: string) =>
  `--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n--x\r\nContent-Type: ${type}\r\n\r\nx\r\n--x--\r\n`;

// Every type: src/mail/reply/guard/guard.test.ts.
test('a report, and a part that identifies the owner, are rejected with the reason', async (t) => {
  const { answer, token, gone } = await owner(t);
  for (const [whole, part, reason] of [
    ['multipart/mixed', 'text/vcard', 'reply-signed'],
    ['multipart/signed; protocol="application/pgp-signature"', 'text/plain', 'reply-signed'],
    ['multipart/report; report-type=delivery-status', 'text/plain', 'reply-report'],
  ] as const) {
    const mail = { header: typed(token, `${whole}; boundary=x`), body: mixed(part) };
    assert.match(await answer([token], mail), new RegExp(`^550 5\\.7\\.1 .* \\[${reason}\\]`));
  }
  assert.deepEqual(gone(), []);
});

test('a field far above the limit rejects the reply before it is decoded, with the reason', async (t) => {
  const guarded: number[] = [];
  const { answer, token, gone } = await owner(t, {
    settings: { onGuarded: (seconds) => guarded.push(seconds) },
  });
  // Half a megabyte of encoded words, and one in a charset that no one can read.
  const words = ` =?utf-8?q?=C3=BC?=\r\n`.repeat(25_000);
  for (const field of [
    'Subject',
    'Content-Type',
    'Content-Language',
    'Content-Disposition',
    'To',
  ]) {
    const header = `${field === 'To' ? '' : toAll([token])}${field}: =?x-nobody?q?x?=\r\n${words}`;
    const reply = await answer([token], { header });
    const reason = `Header field ${field.toLowerCase()} is too long or duplicated`;
    assert.match(reply, new RegExp(`^550 5\\.6\\.0 ${reason} \\[reply-header\\]`), field);
  }
  assert.deepEqual([gone(), guarded], [[], []]);
});

// Every encoding: src/mail/reply/guard/content-ids.test.ts.
test('pictures in the text do not name a computer or a provider, and are in their places', async (t) => {
  const { answer, last, token } = await owner(t);
  const ids = ['7D1C9E5A@janes-laptop.fritz.box', 'image001.png@01DC5B2A.3E4F5A60', 'ii_mi9x2v7k0'];
  const body = [
    `--x\r\nContent-Type: text/html\r\n\r\n${ids.map((id) => `<img src="cid:${id}">`).join('')}\r\n`,
    ...ids.map((id) => `--x\r\nContent-Type: image/png\r\nContent-ID: <${id}>\r\n\r\nx\r\n`),
    '--x--\r\n',
  ].join('');
  const header = typed(token, 'multipart/related; boundary=x');
  assert.match(await answer([token], { header, body }), /^250 /);
  const { html: shown = '', attachments } = await PostalMime.parse(last().text);
  const named = [...shown.matchAll(/"cid:([^"]+)"/g)].map(([, id]) => `<${id}>`);
  assert.deepEqual(
    named,
    attachments.map(({ contentId }) => contentId),
  );
  assert.equal(new Set(named).size, ids.length);
  for (const id of ids) assert.ok(!last().text.includes(id), id);
});

test('a vacation note to a reply address is sent as a vacation note, without a sender', async (t) => {
  const { answer, last, hop, token } = await owner(t, {
    zone: { ...SPF },
  });
  const header = `${toAll([token])}Subject: away\r\nAuto-Submitted: auto-replied (vacation)\r\n`;
  assert.match(await answer([token], { header, sender: '' }), /^250 /);
  assert.match(last().text, /^Auto-Submitted: auto-replied\r$/m);
  assert.match(hop.messages.at(-1)?.mail ?? '', /^MAIL FROM:<>/);
  const sent = hop.messages.length;
  const refused = /^550 5\.7\.1 .* \[reply-refused\]/;
  // SPF does not prove a message without a sender, and without Auto-Submitted it is not a vacation note.
  assert.match(await answer([token], { header, sender: '', signed: false }), refused);
  assert.match(await answer([token], { sender: '', body: 'x\r\n' }), refused);
  assert.equal(hop.messages.length, sent);
});

test('an answer to all reaches all of them, and does not name the owner, or the alias a second time', async (t) => {
  const { written, answer, hop, token: bob } = await owner(t);
  const [carol = ''] = await written('Carol <carol@example.net>', { proven: false });
  const sent = hop.messages.length;
  const header =
    `To: Bob <${bob}>\r\nCc: "Carol C." <${carol}>, Jane Doe <${REAL}>,\r\n <${ALIAS}>\r\n` +
    'Subject: Re: tea\r\n';
  assert.match(await answer([bob, carol], { header }), /^250 /);
  const copies = hop.messages.slice(sent);
  assert.deepEqual(copies.flatMap(({ recipients }) => recipients).toSorted(), [
    '<bob@example.org>',
    '<carol@example.net>',
  ]);
  for (const { octets, mail } of copies) {
    const text = octets.toString('latin1');
    assert.match(text, /^To: Bob <bob@example\.org>\r\nCc: "Carol C\." <carol@example\.net>\r$/m);
    assert.doesNotMatch(withoutSignatures(text + mail), /jane|mailbox\.test|Doe/i);
  }
});

test('an owner who copies a message to their own folder, by a tag in the address, answers all the same', async (t) => {
  const { answer, last, token: bob } = await owner(t);
  const header = `To: <${bob}>\r\nCc: Me <${REAL.replace('@', '+Sent@')}>\r\n`;
  assert.match(await answer([bob], { header }), /^250 /);
  assert.match(last().text, /^To: <bob@example\.org>\r$/m);
  assert.doesNotMatch(withoutSignatures(last().text), /^Cc:|jane|mailbox\.test/im);
});

test('a correspondent whose message has its own author in Cc gets one copy of an answer to all', async (t) => {
  const { written, answer, hop, last } = await answering(t);
  const [bob = ''] = await written('Bob <bob@example.org>', {
    header: 'Cc: Bob <BOB@Example.org>, carol@example.net\r\n',
  });
  const cc = /^Cc:((?:[^\r\n]|\r\n[ \t])*)/im.exec(last().text)?.[1] ?? '';
  const named = [...cc.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address);
  const sent = hop.messages.length;
  assert.match(await answer([...new Set([bob, ...named])]), /^250 /);
  assert.deepEqual(
    hop.messages
      .slice(sent)
      .flatMap(({ recipients }) => recipients)
      .toSorted(),
    ['<bob@example.org>', '<carol@example.net>'],
  );
});

test('a remote server’s words that name the owner do not reach anyone, or the log', async (t) => {
  for (const logMail of ['failures', 'all'] as const) {
    const { answer, hop, log, token } = await owner(t, { logMail });
    const before = log.lines.length;
    for (const code of ['550 5.7.1', '451 4.2.0', '552', '421 4.3.2']) {
      for (const step of ['MAIL', 'RCPT', 'DATA', 'dot'] as const) {
        hop.script = { [step]: `${code} canary: <${REAL}> and <bob@example.org> are not welcome` };
        const reply = await answer([token], { body: `${code} ${step}\r\n` });
        assert.match(reply, /^[45]\d\d /);
        assert.doesNotMatch(reply, /canary|jane|mailbox\.test|bob@|welcome/i);
      }
    }
    const lines = log.lines.slice(before).filter((line) => !line.startsWith('debug '));
    assert.ok(lines.length > 0);
    for (const line of lines) assert.doesNotMatch(line, /jane\.doe|bob@|r[a-d][a-z2-7]{20}/, line);
  }
});
