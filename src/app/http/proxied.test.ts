import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { FakeClock } from '#support/fake-clock.ts';
import { listen } from '../net/listen.ts';
import { takeProxied } from './proxied.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

const PROXY = '127.0.0.2';
const V2 = Buffer.from('0d0a0d0a000d0a515549540a2111000cc00002210a000001c0010050', 'hex');
const REQUEST = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n';

/** A server that responds with its client's address, with a balancer at 127.0.0.2. */
async function behindProxy(t: TestContext) {
  const site = new Hono().get('/', (c) => c.text(`<${getConnInfo(c).remote.address}>`));
  const server = createHttpServer(site.fetch);
  takeProxied(server, (address) => address === PROXY, new FakeClock());
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' });
  t.after(() => server.closeAllConnections());
  const open = (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    t.after(() => socket.destroy());
    let heard = '';
    socket.on('data', (octets) => {
      heard += String(octets);
    });
    socket.on('error', () => {});
    const closed = once(socket, 'close').then(() => heard);
    return { socket, closed };
  };
  /** Sends everything at once. @returns the whole answer until the connection is closed */
  const ask = async (from: string, ...said: (string | Buffer)[]) => {
    const { socket, closed } = open(from);
    socket.write(Buffer.concat(said.map((one) => Buffer.from(one))));
    return closed;
  };
  return { server, open, ask };
}

// A wrong header, silence, and a check of the proxy itself: src/mail/smtp/receive/receiver.test.ts.
test('the client that a proxy names is the client, for every request of the connection', async (t) => {
  const { ask } = await behindProxy(t);
  for (const header of [V2, 'PROXY TCP4 192.0.2.33 10.0.0.1 49153 80\r\n']) {
    const answer = await ask(PROXY, header, REQUEST, LAST);
    assert.deepEqual(answer.match(/<[^>]+>/g), ['<192.0.2.33>', '<192.0.2.33>']);
  }
});

test('a header that arrives byte by byte, and a request after it, are read', async (t) => {
  const { open } = await behindProxy(t);
  const { socket, closed } = open(PROXY);
  socket.setNoDelay(true);
  for (const octet of V2) socket.write(Buffer.of(octet));
  socket.write(LAST);
  assert.match(await closed, /<192\.0\.2\.33>$/);
});

test('no one else may name a client: a header from elsewhere is not a valid request', async (t) => {
  const { ask } = await behindProxy(t);
  assert.match(await ask('127.0.0.3', V2, LAST), /^HTTP\/1\.1 400 [^<]*$/);
  assert.match(await ask('127.0.0.3', 'PROXY UNKNOWN\r\n', LAST), /^HTTP\/1\.1 400 [^<]*$/);
  assert.match(await ask('127.0.0.3', LAST), /<127\.0\.0\.3>$/);
});

test('a server that closes ends idle connections of proxies, too', async (t) => {
  const { open, server } = await behindProxy(t);
  const { socket, closed } = open(PROXY);
  socket.write(Buffer.concat([V2, Buffer.from(REQUEST)]));
  await once(socket, 'data');
  await closeHttpServer(server);
  assert.match(await closed, /<192\.0\.2\.33>$/);
});
