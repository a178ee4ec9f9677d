import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';

const PROXY = '127.0.0.2';
const NAMED = 'PROXY TCP4 192.0.2.33 10.0.0.1 49153 25\r\n';
const LOCAL = Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex');

/** A receiver whose clients come through a balancer at 127.0.0.2. */
async function behindProxy(t: TestContext, options: Parameters<typeof receiving>[1] = {}) {
  const all = await receiving(t, { isProxy: (address) => address === PROXY, ...options });
  const from = async (address: string) => {
    const client = await SmtpClient.connect(all.port, address);
    t.after(() => client.destroy());
    return client;
  };
  return { ...all, from, addresses: () => all.policy.clients.map(({ address }) => address) };
}

test('the client that a proxy names counts as the client', async (t) => {
  const { from, addresses, policy } = await behindProxy(t);
  const client = await from(PROXY);
  // In pieces, as a network may deliver it.
  for (const octet of NAMED) client.send(octet);
  assert.match(await client.reply(), /^220 /);
  assert.deepEqual(addresses(), ['192.0.2.33']);
  await client.say('EHLO a.test');
  assert.match(await client.deliver(), /^250 /);
  assert.equal(policy.messages.length, 1);
});

test("a health check by the proxy has the proxy's own address", async (t) => {
  const { from, addresses } = await behindProxy(t);
  for (const header of [LOCAL, Buffer.from('PROXY UNKNOWN\r\n')]) {
    const check = await from(PROXY);
    check.send(header);
    assert.match(await check.reply(), /^220 /);
    assert.match(await check.say('QUIT'), /^221 /);
  }
  assert.deepEqual(addresses(), [PROXY, PROXY]);
});

test('only the proxy may name a client: a PROXY header from another address counts as data before the greeting', async (t) => {
  const { from, addresses } = await behindProxy(t);
  const early = await from('127.0.0.3');
  early.send(NAMED);
  assert.match(await early.reply(), /^(?:220|554) /);
  const patient = await from('127.0.0.3');
  assert.match(await patient.reply(), /^220 /);
  assert.match(await patient.say(NAMED.trimEnd()), /^5\d\d /);
  assert.deepEqual(new Set(addresses()), new Set(['127.0.0.3']));
});

test('a client that sends data before our greeting is rejected, through a proxy too', async (t) => {
  const { from } = await behindProxy(t);
  const client = await from(PROXY);
  client.send(`${NAMED}EHLO early.test\r\n`);
  assert.match(await client.reply(), /^554 /);
});

test('a proxy without a header is cut off without a reply, and so is a silent proxy after 5 s', async (t) => {
  const clock = new FakeClock();
  const { from, receiver, addresses } = await behindProxy(t, { clock });
  const wrong = await from(PROXY);
  wrong.send('EHLO client.test\r\n');
  assert.equal(await wrong.untilClosed(), '');
  const silent = await from(PROXY);
  silent.send('PROXY TCP4 ');
  const marked = await from('127.0.0.3');
  // Once this client is greeted, the previous one has been accepted.
  assert.match(await marked.reply(), /^220 /);
  clock.advance(5000);
  assert.equal(await silent.untilClosed(), '');
  assert.deepEqual(addresses(), ['127.0.0.3']);
  assert.equal(receiver.connections, 1);
});

test('connections are counted by the client that the proxy names, in any form of its address', async (t) => {
  const { from, addresses } = await behindProxy(t, { limits: { connectionsPerBlock: 1 } });
  for (const [addressesAndPorts, code] of [
    ['TCP4 192.0.2.1 10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.2 10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.1 10.0.0.1 1 25', '421 '],
    ['TCP6 ::ffff:192.0.2.3 ::ffff:10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.3 10.0.0.1 1 25', '421 '],
  ] as const) {
    const client = await from(PROXY);
    client.send(`PROXY ${addressesAndPorts}\r\n`);
    assert.ok((await client.reply()).startsWith(code), addressesAndPorts);
  }
  assert.deepEqual(addresses(), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
});
