import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '#support/fake-clock.ts';
import { until } from '#support/sending.ts';
import { Channel } from './channel.ts';

/** A channel, its socket, and the server's side of the connection. */
async function connected(t: TestContext) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const accepted: Promise<Socket[]> = once(server, 'connection');
  const socket = connect({ port: address.port, host: '127.0.0.1' });
  const [far] = await accepted;
  assert.ok(far);
  if (socket.connecting) await once(socket, 'connect');
  const channel = new Channel(socket, new FakeClock());
  t.after(() => {
    channel.abort();
    far.destroy();
    server.close();
  });
  return { channel, socket, far };
}

test('eight replies may wait to be read, and a ninth one ends the connection', async (t) => {
  const { channel, socket, far } = await connected(t);
  far.write('250 ok\r\n'.repeat(8));
  await until(() => socket.bytesRead === 64);
  await turn();
  assert.equal(channel.failure, undefined);
  far.write('250 ok\r\n');
  await until(() => socket.destroyed);
  assert.throws(() => channel.write('NOOP\r\n'), { reason: 'garbled' });
});

test('commands and content leave at the end of their event-loop turn, in one write with others', async (t) => {
  const { channel, socket } = await connected(t);
  channel.write('NOOP\r\n');
  assert.equal(socket.writableCorked, 1);
  await turn();
  assert.equal(socket.writableCorked, 0);
  const written = channel.writeAll(
    [Buffer.from('hello\r\n')],
    () => Infinity,
    () => {},
  );
  assert.equal(socket.writableCorked, 1);
  await written;
  await turn();
  assert.equal(socket.writableCorked, 0);
});
