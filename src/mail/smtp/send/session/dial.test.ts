import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { dial } from './dial.ts';

/** Sockets that connect or fail on the test's command. */
function network(addresses: string[], timeoutMs = 60_000) {
  const clock = new FakeClock();
  const sockets = new Map<string, Socket>();
  const connect = ({ host }: { host: string }) => {
    const socket = new Socket();
    sockets.set(host, socket);
    return socket;
  };
  const dialled = dial({ addresses, port: 25 }, connect, clock, clock.now() + timeoutMs);
  return {
    clock,
    dialled,
    asked: () => [...sockets.keys()],
    socket: (address: string) => sockets.get(address) ?? assert.fail(`${address} was not dialled`),
  };
}

const failure = (detail: RegExp) => (error: unknown) =>
  error instanceof ConnectionFailure && detail.test(error.message);

test('a second address is tried after 2.5 s without an answer, and the first may still win', async () => {
  const { clock, dialled, asked, socket } = network(['192.0.2.1', '192.0.2.2']);
  clock.advance(2499);
  assert.deepEqual(asked(), ['192.0.2.1']);
  clock.advance(1);
  assert.deepEqual(asked(), ['192.0.2.1', '192.0.2.2']);
  socket('192.0.2.1').emit('connect');
  const closed = once(socket('192.0.2.2'), 'close');
  assert.equal(await dialled, socket('192.0.2.1'));
  assert.ok(socket('192.0.2.2').destroyed, 'the loser is closed');
  await closed;
  assert.equal(clock.pending, 0, 'no timer is left');
});

test('one address that fails does not end the attempt of another; if all fail, the error has the last reason', async () => {
  for (const connects of [true, false]) {
    const { clock, dialled, socket } = network(['192.0.2.1', '192.0.2.2']);
    clock.advance(2500);
    socket('192.0.2.2').emit('error', new Error('refused'));
    if (connects) socket('192.0.2.1').emit('connect');
    else socket('192.0.2.1').emit('error', new Error('no route'));
    if (connects) assert.equal(await dialled, socket('192.0.2.1'));
    else await assert.rejects(dialled, failure(/no route/));
  }
});

test('each address gets ten seconds, and all of them together the given time', async () => {
  const one = network(['192.0.2.1']);
  one.clock.advance(9999);
  assert.ok(!one.socket('192.0.2.1').destroyed);
  one.clock.advance(1);
  await assert.rejects(one.dialled, failure(/no answer/));

  const hurried = network(['192.0.2.1', '192.0.2.2'], 4000);
  hurried.clock.advance(4000);
  await assert.rejects(hurried.dialled, failure(/no time left/));
  assert.ok(hurried.socket('192.0.2.1').destroyed && hurried.socket('192.0.2.2').destroyed);
});
