import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { dial } from '#mail/smtp/send/session/dial.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { connectFrom } from './outgoing.ts';

/** A server that records the addresses of its clients. */
async function server(t: TestContext) {
  const from: (string | undefined)[] = [];
  const sockets: Socket[] = [];
  const listening = createServer((socket) => {
    sockets.push(socket);
    from.push(socket.remoteAddress);
  });
  const port = await listenOnLoopback(listening);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return { from, listening, port };
}

test('mail leaves from OUTGOING_ADDRESS, and no server of a missing family is reached', async (t) => {
  const { from, listening, port } = await server(t);
  const reach = async (addresses: string[], outgoing: string[]) => {
    const clock = new FakeClock();
    const arrived = once(listening, 'connection');
    const until = clock.now() + 10_000;
    const socket = await dial({ addresses, port }, connectFrom(outgoing, connect), clock, until);
    await arrived;
    socket.destroy();
    return from.at(-1);
  };
  assert.equal(await reach(['127.0.0.1'], []), '127.0.0.1');
  assert.equal(await reach(['127.0.0.1'], ['127.0.0.7']), '127.0.0.7');
  assert.equal(await reach(['127.0.0.1'], ['::1', '127.0.0.7']), '127.0.0.7');
  assert.equal(await reach(['::1', '127.0.0.1'], ['127.0.0.7']), '127.0.0.7');
  assert.equal(await reach(['localhost'], ['127.0.0.7']), '127.0.0.7');
  const clock = new FakeClock();
  const away = dial(
    { addresses: ['::1'], port },
    connectFrom(['127.0.0.7'], connect),
    clock,
    clock.now() + 1,
  );
  await assert.rejects(away, /OUTGOING_ADDRESS does not include an address of this family/);
});
