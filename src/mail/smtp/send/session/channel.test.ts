import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { until } from '#support/sending.ts';
import { Channel } from './channel.ts';
import type { ConnectionFailure } from './connection-failure.ts';
import type { FarReply } from './reply-parser.ts';

/** A channel, its socket, and the server's side of the connection. */
async function connected(t: TestContext) {
  const server = createServer();
  const port = await listenOnLoopback(server);
  const accepted: Promise<Socket[]> = once(server, 'connection');
  const socket = connect({ port, host: '127.0.0.1' });
  const [far] = await accepted;
  assert.ok(far);
  if (socket.connecting) await once(socket, 'connect');
  const clock = new FakeClock();
  const channel = new Channel(socket, clock);
  t.after(() => {
    channel.abort();
    far.destroy();
    server.close();
  });
  return { channel, clock, socket, far };
}

test('up to eight unread replies are kept, and a ninth ends the connection', async (t) => {
  const { channel, socket, far } = await connected(t);
  far.write('250 ok\r\n'.repeat(8));
  await until(() => socket.bytesRead === 64);
  await turn();
  assert.equal(channel.failure, undefined);
  far.write('250 ok\r\n');
  await until(() => socket.destroyed);
  assert.throws(() => channel.write('NOOP\r\n'), { reason: 'garbled' });
});

const nothing = () => {};

test('commands and content are sent together at the end of their event-loop turn, in one write', async (t) => {
  const { channel, socket } = await connected(t);
  channel.write('NOOP\r\n');
  assert.equal(socket.writableCorked, 1);
  await turn();
  assert.equal(socket.writableCorked, 0);
  const written = channel.writeAll([Buffer.from('hello\r\n')], () => Infinity, nothing);
  assert.equal(socket.writableCorked, 1);
  await written;
  await turn();
  assert.equal(socket.writableCorked, 0);
});

/** A listener that records its calls. */
function recording() {
  const told: string[] = [];
  const listener = {
    replied: (far: FarReply) => void told.push(`${far.code}`),
    failed: (failure: ConnectionFailure) => void told.push(failure.reason),
  };
  return { told, listener };
}

test('a listener gets one reply or failure: one that has already arrived immediately, a later one on arrival', async (t) => {
  const { channel, socket, far } = await connected(t);
  const { told, listener } = recording();
  far.write('250 one\r\n');
  await until(() => socket.bytesRead === 9);
  channel.awaitReply(Infinity, listener);
  assert.deepEqual(told, ['250']);
  channel.awaitReply(Infinity, listener);
  assert.deepEqual(told, ['250']);
  far.end('354 two\r\n250 three\r\n');
  await until(() => socket.destroyed);
  assert.deepEqual(told, ['250', '354']);
  channel.awaitReply(Infinity, listener);
  channel.awaitReply(Infinity, listener);
  assert.deepEqual(told, ['250', '354', '250', 'closed']);
});

test('a listener gets its timeout once, and the deadline of a reply that has arrived has no effect', async (t) => {
  const { channel, clock, far } = await connected(t);
  const { told, listener } = recording();
  channel.awaitReply(clock.now() + 60_000, listener);
  far.write('250 one\r\n');
  await until(() => told.length > 0);
  clock.advance(60_000);
  assert.equal(channel.failure, undefined);
  channel.awaitReply(clock.now() + 60_000, listener);
  clock.advance(59_999);
  assert.deepEqual(told, ['250']);
  clock.advance(1);
  channel.abort();
  assert.deepEqual(told, ['250', 'silent']);
});
