/** Two pitfalls of Node 24 that a proof must avoid. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { connect, type ConnectionOptions, createServer, type TLSSocket } from 'node:tls';
import { issueCertificate, withChain } from '#support/certificate.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { CHAIN_ALONE, proofOf } from './connection-proof.ts';

const authority = issueCertificate({ commonName: 'Authority', isAuthority: true });
const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, issuer: authority });
const certificate = withChain(issueCertificate({ names: ['z.test'], issuer }), issuer);

async function connected(t: TestContext, port: number, options: ConnectionOptions) {
  const to = { port, host: '127.0.0.1', servername: 'a.test', ca: authority.cert };
  const socket = connect({ ...to, ...options });
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function served(t: TestContext) {
  const server = createServer(certificate, (socket: TLSSocket) => {
    socket.on('error', () => {});
    socket.end('hello');
  });
  t.after(() => server.close());
  return listenOnLoopback(server);
}

test('Node reports a resumed session as authorized although its name was rejected, so it proves nothing', async (t) => {
  const port = await served(t);
  const first = await connected(t, port, { rejectUnauthorized: false });
  const [session]: unknown[] = await once(first, 'session');
  assert.ok(session instanceof Buffer);
  assert.equal(first.authorized, false);
  const resumed = await connected(t, port, { rejectUnauthorized: false, session });
  assert.deepEqual([resumed.isSessionReused(), resumed.authorized], [true, true]);
  assert.equal(proofOf(resumed).chain, 'bad');
});

test('the chain is read in one go: a second call of the API returns none', async (t) => {
  const socket = await connected(t, await served(t), CHAIN_ALONE);
  const { certificates, chain, protocol } = proofOf(socket);
  const names = certificates.map(({ subject }) => subject);
  assert.deepEqual(names.slice(0, 2), ['CN=z.test', 'CN=Issuer']);
  assert.deepEqual([chain, protocol], ['good', 'TLSv1.3']);
  assert.deepEqual(proofOf(socket).certificates, []);
});
