import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { listenOnLoopback } from '#support/loopback.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { readShared, sharedRead } from './shared-read.ts';

/** A server that records its clients' octets, and the buffers in which they came. */
async function listening(t: TestContext) {
  const heard: string[] = [];
  const lent: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (accepted) => {
    const socket = readShared(accepted, (octets) => {
      heard.push(octets.toString('latin1'));
      lent.push(octets);
      socket.write('250 heard\r\n');
    });
    sockets.push(socket);
  });
  const port = await listenOnLoopback(server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const client = async () => {
    const connected = await SmtpClient.connect(port);
    t.after(() => connected.destroy());
    return connected;
  };
  return { client, port, heard, lent, sockets, server };
}

test('all clients are read into one buffer, which is wiped after each read', async (t) => {
  const { client, heard, lent } = await listening(t);
  const [ann, bob] = [await client(), await client()];
  await ann.say('the first secret');
  await bob.say('another');
  assert.deepEqual(heard, ['the first secret\r\n', 'another\r\n']);
  const [first, second] = lent;
  assert.equal(first?.buffer, second?.buffer);
  for (const octets of lent) assert.ok(octets.every((octet) => octet === 0));
});

test('servers are read into the same buffer, which is wiped as well', async (t) => {
  const { client, lent, port } = await listening(t);
  const ann = await client();
  await ann.say('hello');
  const said = Promise.withResolvers<string>();
  const onread = sharedRead((octets) => {
    lent.push(octets);
    said.resolve(octets.toString());
  });
  const socket = connect({ host: '127.0.0.1', port, onread });
  t.after(() => socket.destroy());
  socket.write('hello\r\n');
  assert.equal(await said.promise, '250 heard\r\n');
  assert.equal(lent.at(-1)?.buffer, lent[0]?.buffer);
  assert.ok(lent.at(-1)?.every((octet) => octet === 0));
});

test('a connection is written to and ends as any other, has the address of its client, and no longer counts at its server', async (t) => {
  const { client, sockets, server } = await listening(t);
  const ann = await client();
  assert.equal(await ann.say('hello'), '250 heard');
  // So that it can close.
  assert.equal(await promisify(server.getConnections.bind(server))(), 0);
  const [socket] = sockets;
  assert.ok(socket);
  assert.equal(socket.remoteAddress, '127.0.0.1');
  const ended = once(socket, 'end');
  ann.endWriting();
  await ended;
  socket.end('221 bye\r\n');
  assert.equal(await ann.untilClosed(), '221 bye\r\n');
});

test('a paused connection reads nothing', async (t) => {
  const { client, heard, sockets } = await listening(t);
  const [ann, bob] = [await client(), await client()];
  await ann.say('one');
  sockets[0]?.pause();
  ann.send('two\r\n');
  for (let i = 0; i < 3; i++) await bob.say('meanwhile');
  assert.ok(!heard.includes('two\r\n'));
  sockets[0]?.resume();
  assert.equal(await ann.reply(), '250 heard');
  assert.ok(heard.includes('two\r\n'));
});

test('a connection without a native handle is read nevertheless', async () => {
  const hidden = new Socket();
  const heard = Promise.withResolvers<string>();
  readShared(hidden, (octets) => heard.resolve(octets.toString()));
  hidden.push('hello');
  assert.equal(await heard.promise, 'hello');
});
