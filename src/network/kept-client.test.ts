import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { issueCertificate } from '#support/certificate.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { RemoteServerSilent } from './http-client.ts';
import { type KeptClient, keptClient } from './kept-client.ts';

/** A client of the server, at a port or at the path. */
async function open(
  t: TestContext,
  server: Server,
  { path, isSecure = false }: { path?: string; isSecure?: boolean } = {},
): Promise<KeptClient> {
  const port = path === undefined ? await listenOnLoopback(server) : 0;
  if (path !== undefined) await once(server.listen(path), 'listening');
  const host = '127.0.0.1';
  const requests = await keptClient(path ? { socketPath: path } : { host, port, isSecure });
  t.after(() => {
    requests.close();
    server.close();
  });
  return requests;
}

const asked = { method: 'POST', path: '/', headers: {} } as const;
const never = () => new AbortController().signal;

test('a response that comes before the body is sent ends the request, and no more of the body is read', async (t) => {
  let sockets = 0;
  const server = createServer((socket) => {
    sockets += 1;
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.pause().write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      });
  });
  const requests = await open(t, server);
  let taken = 0;
  function* pieces() {
    for (; taken < 1000; taken++) yield Buffer.alloc(65_536);
  }
  for (const round of [1, 2]) {
    taken = 0;
    const answer = await requests.answer({ ...asked, body: pieces, signal: never() });
    assert.equal(answer.toString(), '{}');
    const before = taken;
    assert.ok(before < 1000);
    await new Promise(setImmediate);
    assert.equal(taken, before);
    assert.equal(sockets, round, 'such a connection is not kept');
  }
});

test('a canceled request is over when its promise settles', async (t) => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', () => {})
      .once('close', () => closed.resolve());
  });
  const requests = await open(t, server);
  const givenUp = new AbortController();
  const { signal } = givenUp;
  const answer = requests.answer({ ...asked, body: Buffer.from('x'), signal });
  await once(server, 'connection');
  givenUp.abort();
  await assert.rejects(answer, new RemoteServerSilent('no answer in time'));
  await closed.promise;
  await assert.rejects(requests.answer({ ...asked, signal }), RemoteServerSilent);
});

test('a request that never gets a connection can be canceled', async (t) => {
  // It accepts the client's TLS hello, and sends nothing.
  const silent = createServer((socket) => socket.resume());
  const requests = await open(t, silent, { isSecure: true });
  const givenUp = new AbortController();
  const answer = requests.answer({ ...asked, signal: givenUp.signal });
  await new Promise(setImmediate);
  givenUp.abort();
  await assert.rejects(answer, new RemoteServerSilent('no answer in time'));
});

test('a server with an untrusted certificate gets no request', async (t) => {
  const sent: Buffer[] = [];
  const server = createTlsServer(issueCertificate({ names: ['localhost'] }), (socket) => {
    socket.on('error', () => {}).on('data', (octets) => sent.push(octets));
  });
  const requests = await open(t, server, { isSecure: true });
  const answer = requests.answer({ ...asked, body: Buffer.from('x'), signal: never() });
  await assert.rejects(answer, new RemoteServerSilent('DEPTH_ZERO_SELF_SIGNED_CERT'));
  assert.deepEqual(sent, []);
});

test('a socket of this machine is reached by its path', async (t) => {
  const path = join(tempFolder(t.after.bind(t)), 'filter.sock');
  const server = createHttpServer((request, response) => {
    request.resume().once('end', () => response.end(request.url));
  });
  const requests = await open(t, server, { path });
  assert.equal((await requests.answer({ ...asked, signal: never() })).toString(), '/');
});

test('whatever a server sends, the result is a response of 200 or none', async (t) => {
  const random = seededRandom(20_261_125);
  const GOOD = 'HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{"action":"no action"}';
  const CHUNKED =
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n{"action":"no action"}\r\n0\r\n\r\n';
  let says = GOOD;
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(says, 'latin1'));
  });
  const requests = await open(t, server);
  let answers = 0;
  for (let round = 0; round < rounds(100); round++) {
    const octets = Buffer.from(round % 2 === 0 ? GOOD : CHUNKED);
    for (let changes = Math.floor(random() * 3); changes > 0; changes--) {
      octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256);
    }
    says = octets.toString('latin1').slice(0, random() < 0.8 ? undefined : random() * 60);
    await requests.answer({ ...asked, signal: never() }).then(
      () => (answers += 1),
      (error: unknown) => assert.ok(error instanceof RemoteServerSilent, String(error)),
    );
  }
  assert.ok(answers > rounds(25) && answers < rounds(100), `${answers}`);
});
