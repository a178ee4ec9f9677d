/** An alias that takes mail of known senders only, and senders that its owner has blocked. */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { dkimSign } from 'mailauth';
import type { Ownership } from '#rules/ownership.ts';
import { MAIL_LIMITS } from '#mail/forward/forwarder.ts';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { ALIAS, copies, hand, REAL } from '#support/forwarding.ts';
import { action, fakeFilter } from '#support/fake-filter.ts';
import { judging } from '#support/judging.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { testKey, withDkim } from '#support/signing.ts';
import type { Node } from '#support/zone-resolver.ts';

const START = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const CONFIRMED: Ownership = { mode: 'confirmed', since: START - 1 };
const SECRET = 'a secret for tests';

const LATER = /^450 4\.7\.1 This mailbox takes mail of known senders only; try again later \(/;
const REFUSED = /^550 5\.7\.1 This mailbox takes mail of known senders only \(/;
const TAKEN = /^250 2\.0\.0 /;

/** Mail of these domains may come from this machine. */
const allowed = (...domains: string[]) =>
  Object.fromEntries(domains.map((one) => [one, { TXT: ['v=spf1 ip4:127.0.0.1 -all'] }]));

let number = 0;
/** A unique message. */
function mail(from: string, text = 'hello'): string {
  number += 1;
  return `Date: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <${number}@x.test>\r\nFrom: ${from}\r\nTo: <${ALIAS}>\r\nSubject: ${number}\r\n\r\n${text}\r\n`;
}

/** RFC 6376 section 8.2: a signature with l=, after which anyone may append text. */
async function partlySigned({ signer: { domain, selector }, pem }: ReturnType<typeof testKey>) {
  const octets = mail(`<orders@${domain}>`);
  const maxBodyLength = 'hello\r\n'.length;
  const one = { signingDomain: domain, selector, privateKey: pem, maxBodyLength };
  const signing = { ...one, canonicalization: 'relaxed/relaxed', signTime: new Date(START) };
  const { signatures } = await dkimSign(Buffer.from(octets), { ...signing, signatureData: [one] });
  assert.match(signatures, /; l=7;/);
  return signatures + octets;
}

/** A service with a confirmed alias, without known senders yet. */
async function owned(t: TestContext, options: Parameters<typeof judging>[1] = {}) {
  const way = await judging(t, { ownership: CONFIRMED, forOwners: true, ...options });
  await way.store.owners.confirm(REAL, START);
  const { alias } = (await way.store.aliasByAddress(ALIAS)) ?? assert.fail(ALIAS);
  const names = new SenderNames(options.secrets ?? [SECRET]);
  return {
    ...way,
    mine: alias,
    /** From an author, by SPF of the author's domain. */
    from: (author: string, envelope = author) => way.send(mail(`<${author}>`), envelope),
    lock: async (knownOnly = true) => {
      await way.forwarder.writeHistory();
      assert.ok(await way.store.owners.change(alias.id, { knownOnly }, REAL));
      way.forwarder.switched(alias);
    },
    /** The same as the owner's call. */
    rule: async (name: string, rule: 'let' | 'blocked') => {
      const sealed = { rule, name: names.seal(alias.id, name) };
      const macs = names.underEach(alias.id, name);
      assert.ok(await way.store.senders.setRule(alias.id, macs, sealed, way.clock.date()));
      way.forwarder.switched(alias);
    },
    events: async () => {
      await way.forwarder.writeHistory();
      const { events } = await way.store.history.of(alias.id);
      return events.map(({ kind, reason, name }) => {
        const author = name === undefined ? '' : (names.open(alias.id, name) ?? 'sealed');
        return `${kind} ${reason} ${author}`.trim();
      });
    },
  };
}

type Handed = [octets: string, envelope: string];

/** Twelve typical senders of a mailbox: shops by SPF, newsletters by the signature of their service, people at a large provider. */
async function twelveSenders(): Promise<{ zone: object; mails: (() => Promise<Handed>)[] }> {
  const shops = Array.from({ length: 4 }, (_, i) => `mail.shop${i}.example`);
  const news = Array.from({ length: 4 }, (_, i) => testKey('ed25519', `news${i}.example`));
  const gmail = testKey('ed25519', 'gmail.com');
  const signed = async (from: string, key: typeof gmail, envelope: string): Promise<Handed> => [
    await withDkim(mail(from), key.signer, { form: 'relaxed', now: START }),
    envelope,
  ];
  return {
    zone: {
      ...allowed(...shops),
      ...Object.fromEntries([...news, gmail].map(({ name, record }) => [name, { TXT: [record] }])),
      '_dmarc.news0.example': { TXT: ['v=DMARC1; p=reject'] },
      '_dmarc.shop0.example': { TXT: ['v=DMARC1; p=quarantine'] },
    },
    mails: [
      ...shops.map(
        (domain, i) => async (): Promise<Handed> => [
          mail(`"Shop ${i}" <orders@${domain}>`),
          `bounce-${number}@${domain}`,
        ],
      ),
      ...news.map(
        (key, i) => () =>
          signed(`News <no-reply@news${i}.example>`, key, `b-${number}@esp.example`),
      ),
      ...Array.from(
        { length: 4 },
        (_, i) => () => signed(`Friend <Friend.${i}@gmail.com>`, gmail, `friend.${i}@gmail.com`),
      ),
    ],
  };
}

test('after thirty days every sender of them passes a lock, and a newcomer is deferred for a day and then rejected', async (t) => {
  const { zone, mails } = await twelveSenders();
  const all = await owned(t, { zone: { ...zone, ...allowed('stranger.example') } });
  const { clock } = all;
  const random = seededRandom(1);
  const send = async (i: number) => all.send(...((await mails[i]?.()) ?? assert.fail()));
  for (let i = 0; i < mails.length; i += 1) assert.match(await send(i), TAKEN);
  for (let day = 0; day < 30; day += 1) {
    clock.jump(DAY);
    for (let i = 0; i < 2; i += 1) {
      assert.match(await send(Math.floor(random() * mails.length)), TAKEN);
    }
  }
  await all.lock();
  for (let i = 0; i < mails.length; i += 1) assert.match(await send(i), TAKEN, `sender ${i}`);
  const start = clock.date();
  for (let hours = 0; hours < 24; hours += 6) {
    assert.match(await all.from('sales@stranger.example'), LATER, `after ${hours} hours`);
    clock.jump(DAY / 4);
  }
  assert.equal(clock.date(), start + DAY);
  assert.match(await all.from('sales@stranger.example'), REFUSED);
  // A day and a sender have one line, however often it tries.
  const stranger = (await all.events()).filter((line) => line.includes('stranger'));
  assert.deepEqual(stranger, [
    'refused new_sender stranger.example',
    'held new_sender stranger.example',
    'held new_sender stranger.example',
  ]);
  // A week after its first attempt it is new again.
  clock.jump(7 * DAY);
  await all.store.senders.forgetExpired(clock.date());
  assert.match(await all.from('sales@stranger.example'), LATER);
  await all.lock(false);
  assert.match(await all.from('sales@stranger.example'), TAKEN);
});

test('a forgery of a known sender does not get in, and is never rejected permanently, because its senders cannot be distinguished', async (t) => {
  const shop = testKey('ed25519', 'shop.example');
  const zone = {
    ...allowed('shop.example', 'thief.example'),
    [shop.name]: { TXT: [shop.record] },
  };
  const all = await owned(t, { zone });
  assert.match(await all.from('orders@shop.example'), TAKEN);
  await all.lock();
  const signed = await withDkim(mail('<orders@shop.example>'), shop.signer, {
    form: 'relaxed',
    now: START,
  });
  const forged: [what: string, octets: string, envelope: string][] = [
    ['without a proof', mail('<orders@shop.example>'), 'orders@nobody.example'],
    ['by SPF of another domain', mail('<orders@shop.example>'), 'x@thief.example'],
    ['with a signature of another mail', signed.replace('hello', 'pay here'), 'x@thief.example'],
    [
      'with a part of the body signed',
      `${await partlySigned(shop)}pay here\r\n`,
      'x@thief.example',
    ],
    ['with two authors', mail('<orders@shop.example>, <x@thief.example>'), 'x@thief.example'],
    ['below another domain', mail('<orders@shop.example.thief.example>'), 'x@thief.example'],
  ];
  for (const [what, octets, envelope] of forged) {
    for (const after of [0, DAY + 1]) {
      all.clock.jump(after);
      const reply = await all.send(octets, envelope);
      assert.match(reply, what === 'with two authors' ? /^550 5\.6\.0 / : LATER, what);
    }
  }
  const partly = all.judged.flatMap(({ judgement }) => judgement.dkim).filter((one) => one.partial);
  assert.deepEqual([...new Set(partly.map(({ result }) => result))], ['pass']);
  assert.match(await all.from('orders@shop.example'), TAKEN);
  assert.ok((await all.events()).every((line) => !line.includes('shop.example')));
  // It cannot be blocked under a name that it does not prove, either.
  await all.rule('shop.example', 'blocked');
  assert.match(await all.send(mail('<orders@shop.example>'), 'x@thief.example'), LATER);
  await all.lock(false);
  assert.match(await all.send(mail('<orders@shop.example>'), 'x@thief.example'), TAKEN);
});

test('a blocked sender is rejected at once, and the other recipients of its mail get one copy each', async (t) => {
  const all = await owned(t, { zone: allowed('spam.example') });
  await all.rule('spam.example', 'blocked');
  const others = ['alias-1001', 'alias-1002', 'alias-1003', 'alias-1004'];
  for (const name of others) {
    await all.alias(`${name}@alias.test`, `${name}@mailbox.test`);
    await all.store.owners.confirm(`${name}@mailbox.test`, START);
  }
  const recipients = [ALIAS, ...others.map((name) => `${name}@alias.test`)];
  const octets = (text: string) => mail('<x@spam.example>', text);
  const client = await all.client();
  await client.say('MAIL FROM:<x@spam.example> PRDR');
  await client.sayAll(...recipients.map((one) => `RCPT TO:<${one}>`), 'DATA');
  client.send(`${octets('first')}.\r\n`);
  assert.match(await client.reply(), /^353 /);
  assert.match(await client.reply(), REFUSED);
  for (const _ of others) assert.match(await client.reply(), TAKEN);
  assert.match(await client.reply(), TAKEN);

  // A sender without PRDR gets each recipient's reply by its retries.
  const second = octets('second');
  const waiting = new Set(recipients);
  let refused = 0;
  for (let attempt = 0; waiting.size > 0 && attempt < 8; attempt += 1) {
    const once = await all.client();
    const taken: string[] = [];
    await once.say('MAIL FROM:<x@spam.example>');
    for (const one of waiting) {
      if ((await once.say(`RCPT TO:<${one}>`)).startsWith('250')) taken.push(one);
    }
    await once.say('DATA');
    const reply = await once.say(`${second}.`);
    if (/^[25]/.test(reply)) for (const one of taken) waiting.delete(one);
    if (reply.startsWith('5')) refused += taken.length;
    await all.leave(once);
  }
  assert.deepEqual([[...waiting], refused], [[], 1]);
  for (const text of ['first', 'second']) {
    assert.equal(copies(all, text, REAL), 0);
    for (const name of others) assert.equal(copies(all, text, `${name}@mailbox.test`), 1);
  }
  assert.deepEqual(await all.events(), ['refused blocked spam.example']);
});

test('any number of newcomers take a hundred rows, and none of the messages that known senders may send', async (t) => {
  // Of an alias in an hour; usually ten times as many.
  const most = 105;
  t.mock.property(MAIL_LIMITS.messages, 'most', most);
  const domains = Array.from({ length: most }, (_, i) => `new${i}.example`);
  const { 'new.example': spf, ...known } = allowed('shop.example', 'new.example');
  const zone = new Proxy<Record<string, Node>>(known, {
    get: (names, name) =>
      names[String(name)] ?? (/^new\d+\.example$/.test(String(name)) ? spf : undefined),
  });
  const all = await owned(t, { zone });
  assert.match(await all.from('orders@shop.example'), TAKEN);
  await all.lock();
  const client = await all.client();
  for (const domain of domains) {
    const sender = `x@${domain}`;
    assert.match(await hand(client, [ALIAS], mail(`<${sender}>`), sender), LATER, domain);
  }
  const rules = (await all.store.senders.of(all.mine.id)).map(({ rule }) => rule);
  assert.deepEqual([rules.length, rules.filter((rule) => rule === 'waiting').length], [101, 100]);
  assert.match(await all.from('orders@shop.example'), TAKEN);
});

test('neither the tables nor the log name a proven author, and one sender has a different number at each alias', async (t) => {
  const all = await owned(t, { zone: allowed('secret-shop.example') });
  const other = await all.alias('alias-1001@alias.test', 'john@mailbox.test');
  await all.store.owners.confirm('john@mailbox.test', START);
  const from = 'orders@secret-shop.example';
  const envelope = 'b@secret-shop.example';
  for (const to of [ALIAS, other.alias_email]) {
    assert.match(await all.send(mail(`<${from}>`), envelope, [to]), TAKEN);
  }
  await all.rule('secret-shop.example', 'blocked');
  assert.match(await all.send(mail(`<${from}>`), envelope), REFUSED);
  await all.forwarder.writeHistory();
  const ids = [all.mine.id, other.id];
  const [here, there] = await Promise.all(ids.map((id) => all.store.senders.of(id)));
  assert.equal(here?.length, 1);
  assert.notEqual(here?.[0]?.sender, there?.[0]?.sender);
  const history = (await all.store.history.of(all.mine.id)).events;
  assert.equal(history.length, 1);
  // The domain of the envelope is in the history as before: here it is left out of the search.
  const kept = JSON.stringify([
    here,
    there,
    history.map(({ sender, name, reason }) => [sender, name, reason]),
    all.log,
  ]);
  assert.doesNotMatch(kept, /secret-shop|orders/);
});

test('with a new SECRET_KEY, and the old one after it, known senders still pass, and so do the owner’s rules', async (t) => {
  const zone = allowed('shop.example', 'let.example', 'spam.example');
  const before = await owned(t, { zone, secrets: ['the old one'] });
  assert.match(await before.from('orders@shop.example'), TAKEN);
  await before.rule('let.example', 'let');
  await before.rule('spam.example', 'blocked');
  await before.lock();
  const { store, mine } = before;
  const both = { zone, seen: () => store, history: store.history, senders: store.senders };
  const shared = { ownership: CONFIRMED, ...both };
  const renewed = await judging(t, { ...shared, secrets: ['the new one', 'the old one'] });
  const say = (node: typeof renewed, domain: string) =>
    node.send(mail(`<x@${domain}>`), `x@${domain}`);
  const expected = { 'shop.example': TAKEN, 'let.example': TAKEN, 'spam.example': REFUSED };
  for (const [domain, verdict] of Object.entries(expected)) {
    assert.match(await say(renewed, domain), verdict);
  }
  await renewed.forwarder.writeHistory();
  assert.equal((await store.senders.of(mine.id)).length, 3);
  // They were written again, so the old secret can go.
  const after = await judging(t, { ...shared, secrets: ['the new one'] });
  for (const [domain, verdict] of Object.entries(expected)) {
    assert.match(await say(after, domain), verdict);
  }
});

test('mail that no one can prove waits, and what the filter rejects does not replace waiting senders', async (t) => {
  let word: Parameters<typeof action>[0] = 'reject';
  const fake = await fakeFilter(t, (...asked) => action(word)(...asked));
  const all = await owned(t, { zone: allowed('new.example'), filter: fake.filter });
  await all.lock();
  assert.match(await all.from('x@new.example'), /^550 5\.7\.1 This mail looks unwanted/);
  assert.deepEqual(await all.store.senders.of(all.mine.id), []);
  word = 'no action';
  all.clock.advance(1);
  assert.match(await all.from('x@new.example'), LATER);
  assert.equal((await all.store.senders.of(all.mine.id)).length, 1);
  all.clock.advance(1);
  assert.match(await all.from('x@new.example', 'x@unproven.example'), LATER);
  assert.deepEqual(await all.events(), [
    'held unproven',
    'held new_sender new.example',
    'refused unwanted new.example',
  ]);
});
