import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, forwarding, hand } from '#support/forwarding.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';

const FROM = 'From: a@b.test\r\n';

/** A message that is legal but unusual in every allowed way; in wire form. */
function strangeMessage(random: () => number): string {
  const pick = <T>(first: T, ...rest: T[]): T =>
    [first, ...rest][Math.floor(random() * (rest.length + 1))] ?? first;
  const times = (most: number) => Math.floor(random() * (most + 1));
  const octet = () =>
    String.fromCharCode(pick(9, 32, 46, 61, 127, 128, 255, 1 + times(8), 14 + times(241)));
  const text = (most: number) => Array.from({ length: times(most) }, octet).join('');
  const field = () => {
    const folds = Array.from({ length: times(3) }, () => `\r\n${pick(' ', '\t')}${text(30)}`).join(
      '',
    );
    return `${pick('X-A', 'Subject', 'X.b', 'DKIM-Signature', 'x')}${pick(':', ': ', ' :')}${text(60)}${folds}\r\n`;
  };
  const line = () => pick('.', '..', '', text(80), `.${text(5)}`, text(2000), '   ', 'From x');
  const header = FROM + Array.from({ length: times(8) }, field).join('');
  const body = Array.from({ length: times(20) }, () => `${line()}\r\n`).join('');
  return (pick(0, 1, 1, 1) === 0 ? header : `${header}\r\n${body}`).replace(/^\./gm, '..');
}

// With one seed both would send the same messages.
for (const { seed, extensions } of [
  { seed: 20261121, extensions: ['PIPELINING', '8BITMIME'] },
  { seed: 20261124, extensions: ['8BITMIME'] },
]) {
  test(`the message at the remote side ends with the bytes that were sent (${extensions.join(' ')})`, async (t) => {
    const random = seededRandom(seed);
    const { hop, client } = await forwarding(t, { hop: { extensions } });
    const sender = await client();
    for (let i = 0; i < rounds(30); i++) {
      const wire = strangeMessage(random);
      const heard = await hand(sender, [ALIAS], wire);
      assert.match(heard, /^250 /, JSON.stringify(wire));
      const content = Buffer.from(wire.replace(/^\./gm, ''), 'latin1');
      const arrived = hop.messages.pop()?.octets ?? Buffer.alloc(0);
      const suffix = arrived.subarray(arrived.length - content.length);
      assert.ok(
        suffix.equals(content),
        JSON.stringify({ wire, arrived: arrived.toString('latin1') }),
      );
      const prepended = arrived.toString('latin1', 0, arrived.length - content.length);
      assert.match(
        prepended,
        /^Received: from client\.test \(\[127\.0\.0\.1\]\)\r\n\tby mx\.alias\.test with ESMTP id \w+\r\n\tfor <alias-4827@alias\.test>; [^\r]+\r\nDelivered-To: alias-4827@alias\.test\r\nVeilpost-Loop: [a-z2-7]+\r\n$/,
      );
    }
  });
}

test('concurrent messages of every size each arrive as sent', async (t) => {
  const random = seededRandom(20261122);
  const { hop, client } = await forwarding(t);
  const letterOf = (lines: number) =>
    FROM +
    '\r\n' +
    Array.from({ length: lines }, () => `${random()}`.repeat(4)).join('\r\n') +
    '\r\n';
  const senders = await Promise.all(Array.from({ length: 3 }, client));
  const sent = (
    await Promise.all(
      senders.map(async (sender, i) => {
        const letters = [12_000, 1, 5000, 9000].map((lines) => letterOf(lines + 500 * i));
        for (const wire of letters) assert.match(await hand(sender, [ALIAS], wire), /^250 /);
        return letters;
      }),
    )
  ).flat();
  const arrived = hop.messages.map(({ octets }) => {
    const text = octets.toString('latin1');
    return text.slice(text.indexOf(FROM));
  });
  assert.ok(sent.toSorted().join('') === arrived.toSorted().join(''));
});

test('dots that begin a line, and messages without a body, arrive as written', async (t) => {
  const { hop, client } = await forwarding(t);
  const sender = await client();
  // RFC 5321 section 4.5.2: the first dot of a line is removed, whether or not the sender should have stuffed it.
  const lines = { '..': '.', '...': '..', '..x': '.x', '.x': 'x' };
  const all = [Object.keys(lines), Object.values(lines)].map((each) => each.join('\r\n'));
  const written = [...Object.entries(lines), all].flatMap(([wire, text]) => [
    [`${wire}\r\n${FROM}\r\nbody\r\n`, `${text}\r\n${FROM}\r\nbody\r\n`],
    [`${FROM}\r\n${wire}\r\n`, `${FROM}\r\n${text}\r\n`],
  ]);
  for (const [wire = '', text] of [...written, [FROM, FROM], [`${FROM}\r\n`, `${FROM}\r\n`]]) {
    assert.match(await hand(sender, [ALIAS], wire), /^250 /, JSON.stringify(wire));
    const arrived = hop.messages.pop();
    assert.ok(arrived);
    const [, behind] = arrived.octets.toString().split(/\r\nVeilpost-Loop: [a-z2-7]+\r\n/);
    assert.equal(behind, text);
  }
  for (const nobody of ['', '\r\nbody\r\n']) {
    assert.match(await hand(sender, [ALIAS], nobody), /^550 5\.6\.0 /, 'it has no From');
  }
  assert.equal(hop.messages.length, 0);
});

for (const by of ['DATA', 'BDAT']) {
  test(`the lines of a mailbox file above the header are removed, and nothing else (${by})`, async (t) => {
    const { hop, client } = await forwarding(t);
    const sender = await client();
    const rest = `X: y\r\n${FROM}Subject: c\r\n\r\nFrom bob Thu Jan  1 00:00:00 1970\r\n\r\n>From x\r\n`;
    for (const lines of [
      'From bob Thu Jan  1 00:00:00 1970\r\n',
      '>From bob Thu Jan  1 00:00:00 1970\r\n',
      'From bob Thu\r\n Jan  1\r\n>From ann\r\n',
    ]) {
      await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`);
      const content = lines + rest;
      if (by === 'DATA') await sender.say('DATA');
      sender.send(by === 'DATA' ? `${content}.\r\n` : `BDAT ${content.length} LAST\r\n${content}`);
      assert.match(await sender.reply(), /^250 /);
      const arrived = hop.messages.pop()?.octets.toString() ?? '';
      const [prepended, behind] = arrived.split(/(?<=\r\nVeilpost-Loop: [a-z2-7]+\r\n)/);
      assert.equal(behind, rest);
      assert.match(prepended ?? '', /^Received: /);
    }
    // An obsolete form of the field (RFC 5322 section 4.5.2).
    const field = 'From : ann@example.org\r\n\r\nbody\r\n';
    assert.match(await hand(sender, [ALIAS], field), /^250 /);
    assert.ok(hop.messages.pop()?.octets.toString().endsWith(`\r\n${field}`));
  });
}

/** A header of this many octets, its empty line included. */
const headerOf = (octets: number) => `${FROM}X: ${'y'.repeat(octets - FROM.length - 7)}\r\n\r\n`;

test('a message without one From, or with too much of a header, is rejected, and one at the limit passes', async (t) => {
  const { hop, client } = await forwarding(t);
  const sender = await client();
  const answered = async (header: string) =>
    (await hand(sender, [ALIAS], `${header}body\r\n`)).slice(0, 9);
  for (const header of [
    'To: x\r\n\r\n',
    `${FROM}${FROM}\r\n`,
    `from : c@d.test\r\n${FROM}\r\n`,
    headerOf(1_048_577),
    `${FROM}${'X: y\r\n'.repeat(1000)}\r\n`,
    `${FROM}${'X: y\r\n'.repeat(4999)}\r\n`,
  ]) {
    assert.equal(await answered(header), '550 5.6.0', header.slice(0, 60));
  }
  assert.equal(hop.messages.length, 0);
  for (const header of [
    headerOf(1_048_576),
    `${FROM}${'X: y\r\n'.repeat(999)}\r\n`,
    // 5,000 lines, yet two fields.
    `${FROM}X: y\r\n${' y\r\n'.repeat(4998)}\r\n`,
  ]) {
    assert.equal(await answered(header), '250 2.0.0', header.slice(0, 60));
    assert.ok(hop.messages.pop()?.octets.toString().endsWith(`${header}body\r\n`));
  }
});

test('a message received by BDAT arrives like one by DATA', async (t) => {
  const { hop, client } = await forwarding(t);
  const sender = await client();
  const content = `${FROM}\r\n.\r\n..x\r\nlast line without an end`;
  for (let cut = 0; cut <= content.length; cut++) {
    await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`);
    sender.send(`BDAT ${cut}\r\n${content.slice(0, cut)}BDAT ${content.length - cut} LAST\r\n`);
    sender.send(content.slice(cut));
    assert.match(await sender.reply(), /^250 2\.0\.0 OK: \d+ bytes/);
    assert.match(await sender.reply(), /^250 2\.0\.0 Delivered/);
    assert.ok(hop.messages.pop()?.octets.toString().endsWith(`${content}\r\n`), `cut at ${cut}`);
  }
});
