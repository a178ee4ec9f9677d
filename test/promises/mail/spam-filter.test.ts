/** The spam filter in the sender's session: its verdict decides, and a silent or broken filter does not cost mail. */

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { action, type FilterAnswer, fakeFilter } from '#support/fake-filter.ts';
import {
  ALIAS,
  type Forwarding,
  forwarding,
  hand,
  letter,
  REAL,
  relayed,
} from '#support/forwarding.ts';
import { until } from '#support/sending.ts';

const OTHER = 'alias-1111@alias.test';
const ID = String.raw`\(\w{10}\)$`;

async function filtering(t: TestContext, says?: FilterAnswer) {
  const fake = await fakeFilter(t, says);
  const engine = await forwarding(t, { filter: fake.filter });
  return { ...engine, fake };
}

const arrived = ({ hop }: Forwarding) =>
  hop.messages.map(({ octets }) => octets.toString('latin1'));

for (const [words, reply] of [
  [['no action', 'rewrite subject', 'add header'], '250 2.0.0 Delivered [0-9a-v]{10}$'],
  [['greylist', 'soft reject'], `451 4.7.1 Try again later ${ID}`],
  [['reject', 'discard', 'quarantine'], `550 5.7.1 This mail looks unwanted ${ID}`],
] as const) {
  for (const word of words) {
    test(`the filter says ${word}: each recipient gets its reply`, async (t) => {
      const engine = await filtering(t, action(word));
      await engine.alias(OTHER, 'other@mailbox.test');
      const client = await engine.client();
      const mail = letter(word);
      const recipients = [ALIAS, OTHER, 'abuse@alias.test'];
      assert.match(await hand(client, [ALIAS], mail), new RegExp(`^${reply}`));
      await client.say('MAIL FROM:<ann@example.org> PRDR');
      for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>`);
      await client.say('DATA');
      await client.say(`${letter(`${word} to three`)}.`);
      const each = [await client.reply(), await client.reply(), await client.reply()];
      assert.match(each[0] ?? '', new RegExp(`^${reply}`));
      assert.match(each[1] ?? '', new RegExp(`^${reply}`));
      assert.match(each[2] ?? '', /^250 /, 'the operator reads all mail');
      await client.reply();
      // One query per message, however many aliases it has.
      assert.deepEqual(engine.fake.results, [word, word]);
      const marks = arrived(engine).filter((text) => text.includes('X-Spam: Yes\r\n'));
      assert.equal(marks.length, word === 'add header' ? 3 : 0);
      for (const text of marks) {
        assert.match(text, /\r\nVeilpost-Loop: \w+\r\nX-Spam: Yes\r\nDate: /);
        assert.ok(text.endsWith(mail) || text.endsWith(letter(`${word} to three`)));
      }
    });
  }
}

const WRONG: Record<string, FilterAnswer> = {
  'answers 500': (_, response) => void response.writeHead(500).end('{"action":"reject"}'),
  'is cut in the middle': (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"action":"reject"', () => {
      response.destroy();
    });
  },
  'answers 10 MB': (_, response) =>
    void response.end(`{"symbols":"${'x'.repeat(10_485_760)}","action":"reject"}`),
  'answers HTML': (_, response) => void response.end('<html>reject</html>'),
  'answers action: 7': action(7),
  'answers an action of its own': action('destroy'),
  'answers JSON without an action': (_, response) => void response.end('["reject"]'),
  'changes the protocol': (_, response) => {
    response.socket?.end(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    );
  },
  'speaks no HTTP': (_, response) => void response.socket?.end('550 reject\r\n'),
  redirects: (_, response) =>
    void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end('{"action":"reject"}'),
};

test('a filter that is down or invalid does not cost mail, and is logged once a minute', async (t) => {
  const engine = await filtering(t);
  const { fake } = engine;
  const client = await engine.client();
  for (const [name, says] of Object.entries(WRONG)) {
    fake.says = says;
    assert.match(await hand(client, [ALIAS], letter(name)), /^250 /, name);
    assert.equal(fake.results.at(-1), 'failed', name);
  }
  assert.equal(fake.log.lines.length, 1, fake.log.lines.join('\n'));
  assert.match(fake.log.lines[0] ?? '', /^warn no usable answer from the spam filter/);
  fake.clock.advance(60_000);
  await hand(client, [ALIAS], letter('a minute later'));
  assert.equal(fake.log.lines.length, 2);
  fake.says = action('reject');
  assert.match(await hand(client, [ALIAS], letter('it works again')), /^550 /);
  assert.equal(engine.hop.messages.length, Object.keys(WRONG).length + 1);
  assert.equal(fake.clock.pending, 0);
  assert.doesNotMatch(fake.log.lines.join(), /reject|html/);
});

test('a filter has 8 s: its verdict after 7 counts, and after 9.2 the message was sent', async (t) => {
  const held: (() => void)[] = [];
  const engine = await filtering(t, (asked, response) => {
    held.push(() => action('reject')(asked, response));
  });
  const { fake } = engine;
  const client = await engine.client();
  const handed = async (text: string) => {
    await client.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
    client.send(`${letter(text)}.\r\n`);
    await until(() => held.length === 1);
  };
  await handed('after 7 s');
  fake.clock.advance(7000);
  held.pop()?.();
  assert.match(await client.reply(), /^550 5\.7\.1 /);
  await handed('after 9.2 s');
  fake.clock.advance(8000);
  assert.match(await client.reply(), /^250 /);
  fake.clock.advance(1200);
  held.pop()?.();
  fake.says = action('reject');
  assert.match(await hand(client, [ALIAS], letter('the next one')), /^550 /);
  assert.deepEqual(fake.results, ['reject', 'failed', 'reject']);
  assert.equal(engine.hop.messages.length, 1);
});

test('a hundred messages in fifty sessions wait for the twenty places of the filter, and nothing is left of them', async (t) => {
  const held: (() => void)[] = [];
  const fake = await fakeFilter(t, (asked, response) => {
    held.push(() => action('no action')(asked, response));
  });
  const engine = await forwarding(t, { filter: fake.filter, limits: false });
  const sessions = await Promise.all(Array.from({ length: 50 }, () => engine.client()));
  const handed = sessions.map(async (client, session) => {
    for (let mail = 0; mail < 2; mail++) {
      assert.match(await hand(client, [ALIAS], letter(`${session} ${mail}`)), /^250 /);
    }
  });
  // All the others wait for a place: each query has its timer.
  await until(() => fake.clock.pending === 50);
  await until(() => held.length >= 20);
  assert.equal(held.length, 20);
  fake.says = action('no action');
  for (const answer of held) answer();
  await Promise.all(handed);
  // Kept, unless one has rested for ten seconds.
  assert.ok(fake.connections() < 50, `${fake.connections()}`);
  assert.equal(engine.hop.messages.length, 100);
  assert.deepEqual([fake.clock.pending, engine.receiver.inFlightOctets], [0, 0]);
});

test('the filter gets the octets as received, the alias and never a real address', async (t) => {
  const engine = await filtering(t);
  const client = await engine.client();
  const mail = `${relayed(letter('with dots'))}..one\r\n...two\r\n\xe4\r\n`;
  await hand(client, [ALIAS.replace('@', '+shop@')], mail, 'ann@example.org');
  await hand(client, [ALIAS], letter('a report'), '');
  const [first, second] = engine.fake.asked;
  assert.equal(first?.line, 'POST /checkv2');
  assert.equal(first?.body.toString('latin1'), mail.replaceAll(/^\./gm, ''));
  const fields = Object.entries(first?.headers ?? {});
  const ours = fields.filter(([name]) => !['host', 'connection'].includes(name));
  assert.deepEqual(Object.fromEntries(ours), {
    'content-length': [String(first?.body.length)],
    'queue-id': [/ id (\w+)/.exec(arrived(engine)[0] ?? '')?.[1]],
    'mta-name': ['mx.alias.test'],
    from: ['ann@example.org'],
    rcpt: [ALIAS],
    ip: ['127.0.0.1'],
    helo: ['client.test'],
    password: ['secret'],
  });
  assert.deepEqual(second?.headers.from, ['<>']);
  assert.doesNotMatch(JSON.stringify(engine.fake.asked), new RegExp(REAL.split('@', 1)[0] ?? ''));
});

test('the filter is not asked about reports, about mail for the operator, and about more than 20 MB', async (t) => {
  const engine = await filtering(t, action('reject'));
  const client = await engine.client();
  assert.match(await hand(client, ['postmaster@alias.test'], letter('to the operator')), /^250 /);
  const large = `${letter('large')}${`${'x'.repeat(998)}\r\n`.repeat(21_000)}`;
  assert.match(await hand(client, [ALIAS], large), /^250 /);
  assert.deepEqual(engine.fake.asked, []);
});

test('a message that the filter greylists for four hours is sent: without Redis it would be deferred forever', async (t) => {
  const engine = await filtering(t, action('greylist'));
  const { clock } = engine.fake;
  const handed = async (text: string) => {
    const client = await engine.client();
    return hand(client, [ALIAS], letter(text));
  };
  assert.match(await handed('one'), /^451 4\.7\.1 /);
  clock.advance(4 * 3_600_000 - 1);
  assert.match(await handed('one'), /^451 4\.7\.1 /);
  clock.advance(1);
  assert.match(await handed('one'), /^250 /);
  assert.match(await handed('another of the same sender'), /^250 /);
});

test('the retry of a message that was delivered is answered from the ledger, whatever the filter answers now', async (t) => {
  const engine = await filtering(t);
  const mail = letter('delivered');
  const first = await engine.client();
  assert.match(await hand(first, [ALIAS], mail), /^250 /);
  await engine.leave(first);
  engine.fake.says = action('reject');
  const again = await engine.client();
  assert.equal(await hand(again, [ALIAS], mail), '250 2.0.0 Delivered');
  assert.equal(engine.hop.messages.length, 1);
  assert.equal(engine.fake.asked.length, 1);
});

test('a kept connection that the filter closes just as it is taken costs no answer', async (t) => {
  const used = new WeakSet<Socket>();
  const engine = await filtering(t, (asked, response) => {
    const { socket } = response.req;
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    action('reject')(asked, response);
  });
  const client = await engine.client();
  const large = `${letter('three')}${`${'x'.repeat(998)}\r\n`.repeat(200)}`;
  for (const mail of [letter('one'), letter('two'), large]) {
    assert.match(await hand(client, [ALIAS], mail), /^550 /);
  }
  assert.equal(engine.fake.asked.at(-1)?.body.toString('latin1'), large);
  assert.deepEqual(engine.fake.results, ['reject', 'reject', 'reject']);
  assert.equal(engine.fake.connections(), 3);
});
