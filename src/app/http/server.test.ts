import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Hono } from 'hono';
import { listen } from '../net/listen.ts';
import { closeHttpServer, createHttpServer, knownHost, securityHeaders } from './server.ts';

async function serving(t: TestContext, app: Hono): Promise<{ server: Server; port: number }> {
  const server = createHttpServer(app.fetch);
  t.after(() => server.close());
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' });
  return { server, port };
}

/** Sends octets and returns the whole response until the server closes. */
async function raw(port: number, octets: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(octets);
  let text = '';
  socket.on('data', (part) => {
    text += part.toString();
  });
  await once(socket, 'close');
  return text;
}

test('a URL or headers of 16 kB are rejected before anything reads them, shorter ones are read', async (t) => {
  const reached: string[] = [];
  const app = new Hono().all('*', (c) => c.text(`${reached.push(c.req.path)}`));
  const { port } = await serving(t, app);
  const ask = (path: string, x: string) =>
    raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${x}\r\n\r\n`);
  const long = 'x'.repeat(16_400);
  assert.match(await ask(`/${long}`, ''), /^HTTP\/1\.1 431 /);
  assert.match(await ask('/', long), /^HTTP\/1\.1 431 /);
  assert.deepEqual(reached, []);
  assert.match(await ask('/', 'x'.repeat(16_000)), /^HTTP\/1\.1 200 /);
});

test('timeouts and limits of the HTTP server: headers, requests, keep-alive, unread responses, connections', async (t) => {
  const { server, port } = await serving(t, new Hono());
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server;
  assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout], [10_000, 30_000, 10_000]);
  let unread: number | undefined;
  server.once('request', (_, response) => {
    response.once('prefinish', () => (unread = response.socket?.timeout));
  });
  await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.equal(unread, 30_000);
  assert.equal(Reflect.get(server, 'noDelay'), true, 'TCP_NODELAY');
  assert.deepEqual([server.maxHeadersCount, server.maxConnections], [100, 10_000]);
});

test('a request that is not HTTP is answered 400 and closed', async (t) => {
  const { port } = await serving(t, new Hono());
  assert.match(await raw(port, 'EHLO client.test\r\n\r\n'), /^HTTP\/1\.1 400 /);
});

test('graceful shutdown finishes requests in flight and closes idle connections', async (t) => {
  const reached = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const app = new Hono();
  app.get('/quick', (c) => c.text('quick'));
  app.get('/slow', async (c) => {
    reached.resolve();
    await finish.promise;
    return c.text('slow');
  });
  const { server, port } = await serving(t, app);
  // So only the shutdown closes an idle connection.
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const [quick] = await once(get({ port, path: '/quick', agent }), 'response');
  quick.resume();
  await once(quick, 'end');
  const slow = once(
    get({ port, path: '/slow', agent: new Agent({ keepAlive: true }) }),
    'response',
  );
  await reached.promise;
  const closed = closeHttpServer(server);
  finish.resolve();
  const [answer] = await slow;
  assert.equal(answer.statusCode, 200);
  answer.resume();
  await closed;
});

test('a server without a login responds to IP addresses and localhost, not to names', async () => {
  const app = new Hono();
  app.use(knownHost);
  app.get('/', (c) => c.text('inside'));
  for (const host of ['127.0.0.1:8025', 'localhost:8025', '[::1]:8025', '192.0.2.1']) {
    assert.equal((await app.request(`http://${host}/`)).status, 200, host);
  }
  for (const host of ['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test:8025']) {
    assert.equal((await app.request(`http://${host}/`)).status, 421, host);
  }
});

test('a client that never reads its response loses its connection', async (t) => {
  const app = new Hono();
  // More than the system's buffers hold.
  app.get('/', (c) => c.body(Buffer.alloc(64_000_000)));
  const server = createHttpServer(app.fetch, {}, 50);
  t.after(() => server.close());
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' });
  const client = connect(port, '127.0.0.1');
  t.after(() => client.destroy());
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [connection]: Socket[] = await once(server, 'connection');
  assert.ok(connection);
  await once(connection, 'close');
});

test('a response that takes long to prepare is waited for', async (t) => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>();
  const app = new Hono();
  app.get('/', async (c) => {
    await made;
    return c.text('made');
  });
  const server = createHttpServer(app.fetch, {}, 1);
  t.after(() => server.close());
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' });
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await once(server, 'request');
  const ended = closeHttpServer(server);
  // A later timer of the same length fires after the server's.
  setTimeout(make, 5);
  assert.equal(await (await answer).text(), 'made');
  await ended;
});

test('of sixty requests at once a few are handled in each turn of the event loop, so mail is not held up', async (t) => {
  const app = new Hono();
  let most = 0;
  let handled = 0;
  app.get('/', (c) => {
    handled += 1;
    most = Math.max(most, handled);
    setImmediate(() => (handled = 0));
    return c.text('read');
  });
  const { server, port } = await serving(t, app);
  // On a slow machine the second requests come late.
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const ask = async () => {
    const [answer] = await once(get({ port, path: '/', agent }), 'response');
    assert.equal(answer.statusCode, 200);
    answer.resume();
    await once(answer, 'end');
  };
  // Over sixty connections; the second requests come in together.
  for (let i = 0; i < 2; i++) await Promise.all(Array.from({ length: 60 }, ask));
  // A request that has just come in may join those in the current turn.
  assert.ok(most <= 16, `${most} requests`);
});

test('no response may be framed, embedded by another site, sniffed or cached, and no link from it sends a Referer', () => {
  assert.deepEqual(securityHeaders(false), {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  });
});
