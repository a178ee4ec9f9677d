import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { until } from '#support/sending.ts';
import { BatchWriter, PIECE_OCTETS } from './batch-writer.ts';
import { Channel } from './channel.ts';
import type { ConnectionFailure } from './connection-failure.ts';
import { DeadlineTimer } from './deadline-timer.ts';
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

const started = () => {
  const clock = new FakeClock();
  const start = clock.now();
  const expired: number[] = [];
  const timer = new DeadlineTimer(clock, () => expired.push(clock.now() - start));
  return { clock, timer, expired, in: (ms: number) => clock.now() + ms };
};

test('a hundred consecutive waits need one timer, and leave none running', () => {
  const { clock, timer, expired, in: at } = started();
  for (let i = 0; i < 100; i++) {
    timer.set(at(60_000));
    assert.equal(clock.pending, 1);
    clock.advance(1);
    timer.set(Infinity);
  }
  timer.stop();
  assert.equal(clock.pending, 0);
  clock.advance(1_000_000);
  assert.deepEqual(expired, []);
});

const PIECES = Array.from({ length: 64 }, () => Buffer.alloc(PIECE_OCTETS));

/** It is never connected, and says so after the test, when its memory is released. */
const nowhere = () => new Socket().on('error', () => {});

/** The numbers of pieces of successive batches, each sent in this many milliseconds. */
async function batches(times: readonly number[], pieces = PIECES): Promise<number[]> {
  const clock = new FakeClock();
  const writer = new BatchWriter(clock);
  let at = writer.write(nowhere(), pieces, 0, () => {});
  const counts = [at];
  for (const ms of times) {
    const left = writer.whenLeft();
    clock.advance(ms);
    writer.drained();
    await left;
    const end = writer.write(nowhere(), pieces, at, () => {});
    counts.push(end - at);
    at = end;
  }
  return counts;
}

test('the first batch has 256 KiB, and each one sent fast is followed by one of twice the size, up to 1 MiB', async () => {
  assert.deepEqual(await batches([1000, 1000, 1000]), [4, 8, 16, 16]);
});

test('a batch that took more than a second is followed by single pieces, until they are sent fast again', async () => {
  assert.deepEqual(await batches([1001, 10, 10]), [4, 1, 2, 4]);
});

test('a batch ends with the message', async () => {
  assert.deepEqual(await batches([], PIECES.slice(0, 3)), [3]);
});
