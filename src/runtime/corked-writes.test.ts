import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { listenOnLoopback } from '#support/loopback.ts';
import { until } from '#support/sending.ts';
import { cork } from './corked-writes.ts';

/** One connection: our end, and what the other end has read so far. */
async function connection(t: TestContext): Promise<{ socket: Socket; read: () => string }> {
  const server = createServer((peer) => peer.on('data', (octets) => (heard += octets.toString())));
  let heard = '';
  const port = await listenOnLoopback(server);
  const socket = connect({ port, host: '127.0.0.1' });
  t.after(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  return { socket, read: () => heard };
}

test('writes of one event-loop turn to several connections leave at its end', async (t) => {
  const [ann, bob] = [await connection(t), await connection(t)];
  for (const word of ['one ', 'two']) {
    for (const { socket } of [ann, bob]) {
      cork(socket);
      socket.write(word);
    }
  }
  assert.deepEqual([ann.socket.writableLength, bob.socket.writableLength], [7, 7]);
  await turn();
  assert.deepEqual([ann.socket.writableLength, bob.socket.writableLength], [0, 0]);
  await until(() => ann.read() === 'one two' && bob.read() === 'one two');
});

test('a connection that is ended is flushed at once', async (t) => {
  const { socket, read } = await connection(t);
  cork(socket);
  socket.write('last ');
  socket.end('words');
  assert.equal(socket.writableLength, 0);
  await until(() => read() === 'last words');
});

test('a connection that breaks before the end of the turn does not stop the others', async (t) => {
  const [ann, bob] = [await connection(t), await connection(t)];
  for (const { socket } of [ann, bob]) {
    cork(socket);
    socket.write('hello');
  }
  ann.socket.destroy();
  await until(() => bob.read() === 'hello');
});
