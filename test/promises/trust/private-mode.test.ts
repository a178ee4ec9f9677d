import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering } from '#support/answering.ts';
import { ALIAS, letter } from '#support/forwarding.ts';
import { behindOurLines, nextHopSays, REJECT, signedByAuthor } from '#support/judging.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { Chance } from '../../fuzz/fuzzing.ts';
import { someContent, someHeader } from '../../standards/random-mail.fixture.ts';

const TOKEN = /^r(?:0|[a-d][a-z2-7]{15,})@(?:[a-z2-7.]+\.b\.)?alias\.test$/;

/** The unfolded bodies of a header's fields. */
function fields(text: string, name: string): string[] {
  const header = text.slice(0, text.indexOf('\r\n\r\n') + 2).replaceAll(/\r\n[ \t]+/g, ' ');
  return [...header.matchAll(new RegExp(`^${name}[ \t]*:(.*)\r$`, 'gim'))].map(([, body = '']) =>
    body.trim(),
  );
}

const addressesIn = (bodies: string[]) =>
  bodies.flatMap((body) => body.match(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g) ?? []);

const withField = (text: string, field: string) =>
  letter(text).replace('Subject:', `${field}\r\nSubject:`);

test('a signed message stays as it came, and our Reply-To above it brings answers to us', async (t) => {
  const { send, last, zone } = await answering(t, { zone: { ...REJECT } });
  const mail = await signedByAuthor(letter('hello'));
  assert.match(await send(mail), /^250 /);
  const { text } = last();
  const [replyTo = ''] = addressesIn(fields(text, 'Reply-To'));
  assert.match(replyTo, TOKEN);
  assert.equal(behindOurLines(text), `Reply-To: <${replyTo}>\r\n${mail}`);
  const { dkim, arc, dmarc } = await nextHopSays(last(), zone);
  assert.deepEqual([dkim, arc, dmarc], [['example.org pass'], 'pass', 'pass']);
});

test('if Reply-To is signed, From becomes a reply address with the author’s name, under our signature', async (t) => {
  const { send, last, zone } = await answering(t, { zone: { ...REJECT } });
  assert.match(await send(await signedByAuthor(letter('hello'), ['reply-to'])), /^250 /);
  const { text } = last();
  const [from = ''] = fields(text, 'From');
  assert.match(from, /^Ann "\(ann at example\.org\)" <(r[a-d][a-z2-7]+@alias\.test)>$/);
  assert.deepEqual(fields(text, 'Reply-To'), []);
  assert.deepEqual(fields(text, 'X-Original-From'), ['Ann <ann@example.org>']);
  const { dkim, dmarc } = await nextHopSays(last(), zone);
  assert.deepEqual([dkim, dmarc], [['alias.test pass'], 'pass']);
});

test('a newsletter’s own Reply-To is replaced by its own reply address', async (t) => {
  const { send, last, zone } = await answering(t, { zone: { ...REJECT } });
  const mail = withField('news', 'Reply-To: Help <help@example.net>');
  assert.match(await send(await signedByAuthor(mail)), /^250 /);
  const { text } = last();
  const [replyTo = ''] = addressesIn(fields(text, 'Reply-To'));
  const [from = ''] = addressesIn(fields(text, 'From'));
  assert.match(replyTo, TOKEN);
  assert.match(from, TOKEN);
  assert.notEqual(replyTo, from);
  assert.equal((await nextHopSays(last(), zone)).dmarc, 'pass');
});

test('other recipients in To and Cc become reply addresses, and the alias stays', async (t) => {
  const { send, last } = await answering(t, { zone: { ...REJECT } });
  const mail = withField(
    'us',
    'Cc: Carol <carol@example.net>, "Dave (D)" <dave@example.net>, eve@example.net',
  );
  assert.match(await send(await signedByAuthor(mail)), /^250 /);
  const { text } = last();
  assert.deepEqual(fields(text, 'To'), [`<${ALIAS}>`]);
  const [cc = ''] = fields(text, 'Cc');
  assert.match(cc, /^Carol <r[a-d]\S+>, "Dave \(D\)" <r[a-d]\S+>, <r[a-d]\S+>$/);
  assert.doesNotMatch(text, /carol@|dave@|eve@/);
});

test('a list of other recipients in several fields is one list, and left out if it is too long', async (t) => {
  const { send, last } = await answering(t, { zone: { ...REJECT } });
  const ccs = (each: number) =>
    Array.from({ length: 10 }, (_, i) => {
      const crowd = Array.from({ length: each }, (_one, j) => `a${i}.${j}@example.net`);
      return `Cc: ${crowd.join(',\r\n ')}`;
    }).join('\r\n');
  assert.match(await send(await signedByAuthor(withField('all', ccs(10)))), /^250 /);
  const kept = fields(last().text, 'Cc').join(', ');
  assert.equal(new Set(kept.match(/<r[a-d]\S+>/g)).size, 100);
  assert.match(await send(await signedByAuthor(withField('all', ccs(11)))), /^250 /);
  assert.deepEqual(fields(last().text, 'Cc'), []);
  const twoTos = letter('all').replace(
    /^To: .*$/m,
    `${ccs(11).replaceAll('Cc: ', 'To: ')}\r\nTo: ${ALIAS}`,
  );
  assert.match(await send(await signedByAuthor(twoTos)), /^250 /);
  assert.deepEqual(fields(last().text, 'To'), ['undisclosed-recipients:;', ALIAS]);
});

test('a list that is too long for us to read is left out, in one field or in several', async (t) => {
  const { send, last } = await answering(t, { zone: { ...REJECT } });
  const crowd = Array.from({ length: 40 }, (_, i) => `a${i}@example.net, `.repeat(100).trimEnd());
  const lists = ['Reply-To', 'Cc'].map((name) => ({
    long: `${name}: ${crowd.join('\r\n ')}`,
    several: crowd.map((value) => `${name}: ${value}`).join('\r\n'),
  }));
  for (const form of ['long', 'several'] as const) {
    const mail = withField(form, lists.map((list) => list[form]).join('\r\n'));
    assert.match(await send(await signedByAuthor(mail)), /^250 /);
    const targets = ['Reply-To', 'To', 'Cc'].map((name) => fields(last().text, name));
    assert.deepEqual(targets, [[], [`<${ALIAS}>`], []], form);
  }
});

test('our copy has no fields for receipts, follow-ups and unsubscription by mail, and no results that claim to be ours', async (t) => {
  const { send, last } = await answering(t, {
    zone: { ...REJECT },
    switchOff: () => 'https://veilpost.test/off/x',
  });
  const mail = withField(
    'all',
    [
      'Disposition-Notification-To: ann@example.org',
      'Mail-Followup-To: list@example.org',
      'List-Id: <list.example.org>',
      'Authentication-Results: mx.alias.test; dkim=pass header.d=forged.test',
      'List-Unsubscribe: <mailto:leave@example.org>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'List-Post: <mailto:list@example.org>',
      'List-Archive: <https://example.org/archive>, <mailto:archive@example.org>',
    ].join('\r\n'),
  );
  assert.match(await send(await signedByAuthor(mail)), /^250 /);
  const { text } = last();
  for (const name of ['Disposition-Notification-To', 'Mail-Followup-To', 'List-Post']) {
    assert.deepEqual(fields(text, name), [], name);
  }
  assert.deepEqual(fields(text, 'List-Unsubscribe'), ['<https://veilpost.test/off/x>']);
  assert.deepEqual(fields(text, 'List-Archive'), ['<https://example.org/archive>']);
  assert.doesNotMatch(text, /mailto|forged/);
});

test('one-click unsubscribe is kept only if a web link is left', async (t) => {
  const { send, last } = await answering(t);
  const oneClick = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';
  const link = '<https://example.org/leave>';
  const mailto = '<mailto:leave@example.org>';
  for (const [field, left] of [
    [`List-Unsubscribe: ${link}, ${mailto}`, true],
    [`List-Unsubscribe: ${link}\r\nList-Post: ${mailto}`, true],
    [`List-Unsubscribe: ${mailto}`, false],
  ] as const) {
    assert.match(await send(withField('x', `${field}\r\n${oneClick}`)), /^250 /);
    assert.deepEqual(fields(last().text, 'List-Unsubscribe'), left ? [link] : []);
    assert.equal(fields(last().text, 'List-Unsubscribe-Post').length, left ? 1 : 0, field);
  }
});

test('a report without an author to answer gets a Reply-To that accepts no mail', async (t) => {
  const { send, last, answer } = await answering(t);
  const report = 'From: Mailer\r\nContent-Type: multipart/report; boundary=b';
  const mail = letter('x').replace('From: Ann <ann@example.org>', report);
  assert.match(await send(mail, ''), /^250 /);
  assert.deepEqual(fields(last().text, 'Reply-To'), ['<r0@alias.test>']);
  assert.match(await answer(['r0@alias.test']), /^550 5\.1\.1 .*\[no-reply\]/);
});

test('mail of cron and devices, whose From has no address, arrives with its words, and shows no one the real address', async (t) => {
  const { send, last, zone } = await answering(t);
  for (const [from, words] of [
    ['root (Cron Daemon)', '"Cron Daemon" '],
    ['Cron Daemon <root>', 'Cron Daemon '],
    ['root', '"root" '],
    ['"Printer 5"', '"Printer 5" '],
    ['<>', ''],
    ['scanner@', '"scanner" '],
    ['=?utf-8?q?ceo=40bank.test?= <>', ''],
    ['=?utf-8?q?ceo=40bank.test?= <>\r\nContent-Type: multipart/report; boundary=b', ''],
    ['"ceo@bank.test":;', ''],
    ['(postmaster at alias.test) x', ''],
    ['Veilpost <x>', ''],
  ]) {
    const written = `From: ${from}\r\nReply-To: ops@example.net\r\nCc: carol@example.net`;
    for (const sender of ['root@device.test', '']) {
      const mail = letter(`${from} ${sender}`).replace('From: Ann <ann@example.org>', written);
      assert.match(await send(mail, sender), /^250 /, from);
      const { text } = last();
      assert.match(text, new RegExp(`^X-Original-From: `, 'm'));
      const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ');
      assert.ok(unfolded.includes(`\r\nFrom: ${words}"(no address)" <${ALIAS}>\r\n`), unfolded);
      assert.doesNotMatch(unfolded, /^(?:Reply-To|Cc):.*example/m);
      assert.doesNotMatch(unfolded, /^Reply-To:/m);
      assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
    }
  }
});

// Every form: src/mail/trust/dmarc/author-domain.test.ts.
test('a broken From that shows some readers another domain arrives with the address only', async (t) => {
  const { send, last } = await answering(t);
  const mail = letter('broken').replace('Ann <ann@example.org>', 'ceo@bank.test <x@evil.test>');
  assert.match(await send(mail), /^250 /);
  const [author = ''] = fields(last().text, 'From');
  assert.match(author, /^"\(x at evil\.test\)" <r[a-d]\S+@alias\.test>$/);
  const whole = 'x@evil.test <x@evil.test>';
  assert.match(await send(letter('whole').replace('Ann <ann@example.org>', whole)), /^250 /);
  assert.deepEqual(fields(last().text, 'From'), [whole], 'the same address twice');
});

test('twenty aliases get a reply address and a signature each, after one inspection', async (t) => {
  const way = await answering(t, { zone: { ...REJECT }, limits: false });
  const aliases = Array.from({ length: 20 }, (_, i) => `alias-${2000 + i}@alias.test`);
  for (const [i, alias] of aliases.entries()) await way.alias(alias, `owner${i}@mailbox.test`);
  const mail = (await signedByAuthor(letter('all'))).replaceAll(/^\./gm, '..');
  const client = await way.client();
  await client.say('MAIL FROM:<ann@example.org>');
  for (const alias of aliases) assert.match(await client.say(`RCPT TO:<${alias}>`), /^250/);
  await client.say('DATA');
  assert.match(await client.say(`${mail}.`), /^250 /);
  assert.equal(way.judged.length, 1);
  assert.equal(way.hop.messages.length, 20);
  const tokens = new Set<string>();
  for (const { octets, mail: from } of way.hop.messages) {
    const text = octets.toString('latin1');
    // The message names another alias in To: a reply to all would go to it.
    const [token = ''] = addressesIn(fields(text, 'From'));
    tokens.add(token);
    const sender = /<([^>]*)>/.exec(from)?.[1] ?? '';
    const { dkim, dmarc } = await nextHopSays({ text, sender }, way.zone);
    assert.deepEqual([dkim, dmarc], [['alias.test pass'], 'pass']);
  }
  assert.equal(tokens.size, 20);
});

test('no random message has an address in a reply field except the alias and reply addresses', async (t) => {
  const way = await answering(t, { zone: { ...REJECT }, limits: false });
  const chance = new Chance(seededRandom(11));
  let gone = 0;
  for (let i = 0; i < 75; i++) {
    const mail = `${someHeader(chance, 'ann@example.org')}\r\n${someContent(chance)}`;
    const alone = chance.oneOf<string[]>([[], ['reply-to'], ['cc']]);
    const content = chance.upTo(3) === 0 ? mail : await signedByAuthor(mail, alone);
    if (!(await way.send(content)).startsWith('250')) continue;
    gone += 1;
    const { text } = way.last();
    const exits = ['To', 'Cc', 'Reply-To', 'Mail-Reply-To'].flatMap((name) => fields(text, name));
    for (const address of addressesIn(exits)) {
      assert.ok(address === ALIAS || TOKEN.test(address), `${address} in\n${text}`);
    }
    const [replyTo] = fields(text, 'Reply-To');
    const [from = ''] = addressesIn(fields(text, 'From').slice(0, 1));
    assert.ok(replyTo !== undefined || TOKEN.test(from), text);
    assert.doesNotMatch(text, /^List-[a-z]+:.*mailto/im);
  }
  assert.ok(gone > 25, `${gone}`);
});
