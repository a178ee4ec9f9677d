import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { encodedMessage, questionOf, uint16 } from '#support/dns-message.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { encodeName } from './names.ts';
import { askByTcp } from './tcp-query.ts';
import { encodeQuery } from './wire.ts';

const QUERY = encodeQuery(1, encodeName('a.test') ?? assert.fail(), 16);
const REPLY = encodedMessage(
  QUERY,
  questionOf(QUERY),
  { records: [], rcode: 0, authentic: false },
  { room: Infinity, minimum: 60 },
);

/** Queries a server that sends these octets on a connection. */
async function ask(t: TestContext, speak: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak(socket);
  });
  t.after(() => server.close());
  const port = await listenOnLoopback(server);
  const open = new Set<Socket>();
  const clock = new FakeClock();
  const to = { address: '127.0.0.1', port };
  const answer = await askByTcp(QUERY, to, 2000, { connect, clock }, open);
  assert.equal(open.size, 0, 'the connection is closed');
  assert.equal(clock.pending, 0, 'no timer is left');
  return answer;
}

test('an answer that arrives octet by octet is assembled', async (t) => {
  const answer = await ask(t, async (socket) => {
    for (const octet of Buffer.concat([uint16(REPLY.length), REPLY])) {
      socket.write(Buffer.of(octet));
      await setImmediate();
    }
  });
  assert.deepEqual(answer, REPLY);
});

test('a server that closes before the end of its answer has not answered', async (t) => {
  const cut = Buffer.concat([uint16(REPLY.length), REPLY.subarray(0, -1)]);
  assert.equal(await ask(t, (socket) => socket.end(cut)), undefined);
});

test('an announced length above 16 KB is rejected before the octets arrive', async (t) => {
  const answer = await ask(t, (socket) => socket.write(uint16(16_385)));
  assert.equal(answer, 'malformed');
});
