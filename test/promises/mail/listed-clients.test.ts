/** Clients in a list of the DNS (RFC 5782): rejected if they name an alias, but not by a list that cannot be trusted. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Resolve } from '#mail/dns/answer.ts';
import { type DnsList, DnsLists, type Listing } from '#mail/filter/dns-lists.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import type { ServedName } from '#support/dns-message.ts';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns, NO_ANSWER, type Node } from '#support/zone-resolver.ts';
import { ALIAS, type Forwarding, forwarding, hand, letter } from '#support/forwarding.ts';
import { RecordingLog, until } from '#support/sending.ts';
import { SmtpClient } from '#support/smtp-client.ts';

const LISTED = '203.0.113.7';
const LISTED_6 = '2001:db8::25';
const AT = {
  four: '7.113.0.203.list.test',
  six: '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.list.test',
};
const ZONES: Record<string, Node> = {
  [AT.four]: { A: ['127.0.0.4'] },
  [AT.six]: { A: ['127.0.0.2'] },
};

type Options = ConstructorParameters<typeof DnsLists>[0];

/** One list, unless others are given. */
const listsWith = (options: Partial<Options> & Pick<Options, 'resolve' | 'clock'>) =>
  new DnsLists({
    lists: [{ zone: 'list.test' }],
    random: Math.random,
    isExempt: isForbidden,
    observe: () => {},
    log: new RecordingLog(),
    ...options,
  });

/** An engine with a balancer, with one list. */
async function listening(t: TestContext, zones = ZONES, list: Partial<DnsList> = {}) {
  const dns = fakeDns(zones);
  const clock = new FakeClock();
  const log = new RecordingLog();
  const observed: Listing['kind'][] = [];
  const lists = [{ zone: 'list.test', ...list }];
  const observe = (kind: Listing['kind']) => observed.push(kind);
  const dnsLists = listsWith({ lists, resolve: dns.resolve, clock, log, observe });
  const reasons: string[] = [];
  const history = {
    add: async (events: readonly { kind: string; reason: string; domain: string }[]) => {
      for (const { kind, reason, domain } of events) reasons.push(`${kind} ${reason} ${domain}`);
    },
    addDelivered: async () => {},
  };
  // Each client names its address by the PROXY protocol.
  const receiving = { isProxy: () => true };
  const engine = await forwarding(t, { dnsLists, history, receiving });
  return { ...engine, dns, lists: { clock, log }, observed, reasons };
}

async function clientAt(t: TestContext, { port }: Pick<Forwarding, 'port'>, address: string) {
  const client = await SmtpClient.connect(port);
  t.after(() => client.destroy());
  const [family, ours] = address.includes(':') ? ['TCP6', '::1'] : ['TCP4', '192.0.2.1'];
  client.send(`PROXY ${family} ${address} ${ours} 4000 25\r\n`);
  await client.reply();
  await client.say('EHLO client.test');
  await client.say('MAIL FROM:<ann@example.org>');
  return client;
}

const REFUSED = '550 5.7.1 Service unavailable; client host blocked using list.test';

test('a listed client is rejected at RCPT of an alias, by IPv4 and IPv6, and its owner finds it in the history', async (t) => {
  const engine = await listening(t);
  for (const address of [LISTED, LISTED_6, `::ffff:${LISTED}`]) {
    const client = await clientAt(t, engine, address);
    assert.equal(await client.say(`RCPT TO:<${ALIAS}>`), REFUSED, address);
  }
  const other = await clientAt(t, engine, '203.0.113.8');
  assert.match(await other.say(`RCPT TO:<${ALIAS}>`), /^250 /);
  await engine.forwarder.writeHistory();
  assert.deepEqual(engine.reasons, Array(3).fill('refused listed example.org'));
  assert.deepEqual(engine.observed, ['listed', 'listed', 'listed', 'clear']);
});

test('only a client that names an alias is looked up, and none in a private network', async (t) => {
  const engine = await listening(t);
  const stranger = await clientAt(t, engine, LISTED);
  assert.match(await stranger.say('RCPT TO:<alias-1111@alias.test>'), /^550 5\.1\.1 /);
  assert.match(await stranger.say('RCPT TO:<abuse@alias.test>'), /^250 /);
  for (const address of ['127.0.0.1', '10.1.2.3', 'fd00::1']) {
    const client = await clientAt(t, engine, address);
    assert.match(await client.say(`RCPT TO:<${ALIAS}>`), /^250 /);
  }
  assert.deepEqual(engine.dns.questions, []);
});

test('only the answers that the operator configured count', async (t) => {
  const engine = await listening(t, ZONES, { codes: ['127.0.0.2', '127.0.0.3'] });
  const four = await clientAt(t, engine, LISTED);
  assert.match(await four.say(`RCPT TO:<${ALIAS}>`), /^250 /);
  const six = await clientAt(t, engine, LISTED_6);
  assert.equal(await six.say(`RCPT TO:<${ALIAS}>`), REFUSED);
});

for (const [name, zones] of Object.entries({
  'refuses public resolvers': { [AT.four]: { A: ['127.255.255.254'] } },
  'was sold': { [AT.four]: { A: ['198.51.100.1'] } },
  'lists every address': { ...ZONES, '1.0.0.127.list.test': { A: ['127.0.0.2'] } },
})) {
  test(`a list that ${name} does not reject anyone, and is logged once an hour`, async (t) => {
    const engine = await listening(t, zones);
    const client = await clientAt(t, engine, LISTED);
    for (let times = 0; times < 3; times++) {
      assert.match(await client.say(`RCPT TO:<${ALIAS}>`), /^250 /);
      await client.sayAll('RSET', 'MAIL FROM:<ann@example.org>');
    }
    const { clock, log } = engine.lists;
    assert.equal(log.lines.length, 1, log.lines.join('\n'));
    assert.match(log.lines[0] ?? '', /^warn ignoring a DNS list with unusable answers/);
    clock.advance(3_600_000);
    assert.match(await client.say(`RCPT TO:<${ALIAS}>`), /^250 /);
    assert.equal(log.lines.length, 2);
    assert.deepEqual(engine.observed, Array(4).fill('silent'));
  });
}

test('a list without an answer delays a message for five seconds, and does not reject anyone', async (t) => {
  const engine = await listening(t, { [AT.four]: { A: NO_ANSWER } });
  const client = await clientAt(t, engine, LISTED);
  client.send(`RCPT TO:<${ALIAS}>\r\n`);
  await until(() => engine.lists.clock.isDueIn(5000));
  engine.lists.clock.advance(5000);
  assert.match(await client.reply(), /^250 /);
  assert.equal(engine.lists.clock.pending, 0);
});

test('a listed client may retry a message that it has handed over to get the verdict', async (t) => {
  const zones: Record<string, Node> = {};
  const engine = await listening(t, zones);
  const mail = letter('handed over');
  const first = await clientAt(t, engine, LISTED);
  await first.say('RSET');
  assert.match(await hand(first, [ALIAS], mail), /^250 /);
  await engine.leave(first);
  zones[AT.four] = { A: ['127.0.0.4'] };
  const again = await clientAt(t, engine, LISTED);
  await again.say('RSET');
  assert.equal(await hand(again, [ALIAS], mail), '250 2.0.0 Delivered');
  assert.equal(engine.hop.messages.length, 1);
});

/** A list behind a real resolver with its cache. */
async function listServer(t: TestContext, zone: Record<string, ServedName>) {
  const all: ServedName = { A: ['127.0.0.2'], ttl: 3600 };
  const state = { listsAll: false };
  const server = await DnsServer.start(
    new Proxy(zone, { get: (own, name) => (state.listsAll ? all : Reflect.get(own, name)) }),
  );
  t.after(() => server.close());
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  const lists = listsWith({ resolve, clock });
  return { server, clock, lists, state };
}

test('a list that begins to list every address rejects no one, and no one for its earlier answers in the hour after', async (t) => {
  const { clock, lists, state } = await listServer(t, { [AT.four]: { A: ['127.0.0.4'] } });
  assert.equal((await lists.of(LISTED)).kind, 'listed');
  state.listsAll = true;
  assert.equal((await lists.of('203.0.113.8')).kind, 'silent');
  state.listsAll = false;
  for (const address of [LISTED, '203.0.113.8']) {
    assert.equal((await lists.of(address)).kind, 'silent', address);
  }
  clock.advance(3_600_000);
  assert.equal((await lists.of(LISTED)).kind, 'listed');
  assert.equal((await lists.of('203.0.113.8')).kind, 'clear');
});

test('a listed client that has used up the DNS queries of its block is found', async (t) => {
  const server = await DnsServer.start({ [AT.four]: { A: ['127.0.0.4'] } });
  t.after(() => server.close());
  server.behaviour = ({ name }, reply) => (name.endsWith('.list.test') ? [reply] : []);
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  const lists = listsWith({ resolve, clock });
  // The names in its SPF records, at servers of its own that do not respond.
  for (let i = 0; i < 300; i++)
    void resolve(`n${i}.silent${i % 50}.test`, 'A', { block: '203.0.113.0/24' });
  assert.equal((await lists.of(LISTED)).kind, 'listed');
});

test('a client that is looked up while another one finds that a list has every address is not rejected', async () => {
  const clean = Promise.withResolvers<void>();
  const all: Record<string, Node> = {};
  const [everybody, nobody] = [
    fakeDns(new Proxy(all, { get: () => ({ A: ['127.0.0.2'] }) })).resolve,
    fakeDns().resolve,
  ];
  let tests = 0;
  const resolve: Resolve = async (name, type) => {
    // The first client's test is answered after the second one's, and by a list that works again.
    if (!name.endsWith('.127.list.test') || tests++ >= 2) return everybody(name, type);
    await clean.promise;
    return nobody(name, type);
  };
  const lists = listsWith({ resolve, clock: new FakeClock() });
  const first = lists.of(LISTED);
  await until(() => tests === 2);
  assert.equal((await lists.of('203.0.113.8')).kind, 'silent');
  clean.resolve();
  assert.equal((await first).kind, 'silent');
});
