import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { StoreUnavailable } from '#store/store.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { createHealth, smtpGreets } from './health.ts';
import { listen } from '../net/listen.ts';

const well = async () => {};
const broken = () => Promise.reject(new Error('postgres://user:geheim@db refused'));
const mute = () => new Promise<void>(() => {});

test('the service is healthy if every part responds; else the reason names those that failed, without error messages that may hold an address', async () => {
  const gone = () => Promise.reject(new StoreUnavailable('Its file is gone.', { cause: broken }));
  for (const [store, smtp, reason] of [
    [well, well, undefined],
    [broken, well, 'no answer from: store'],
    [gone, broken, 'no answer from: store (Its file is gone.), smtp'],
  ] as const) {
    const health = await createHealth({ store, smtp }, new FakeClock())();
    assert.deepEqual(health, reason === undefined ? { ok: true } : { ok: false, reason });
  }
});

test('a part that does not respond within two seconds has failed', async () => {
  const clock = new FakeClock();
  const state = createHealth({ store: mute }, clock)();
  clock.advance(2000);
  assert.deepEqual(await state, { ok: false, reason: 'no answer from: store' });
});

test('an answer that came in time counts, even if the process had no CPU to read it in time', async () => {
  const clock = new FakeClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = createHealth({ store: () => promise }, clock)();
  // A turn of the event loop: timers first, then the sockets.
  clock.advance(2000);
  resolve();
  assert.deepEqual(await state, { ok: true });
});

test('an answer is cached for a second', async () => {
  let asked = 0;
  const clock = new FakeClock();
  const count = async () => {
    asked += 1;
  };
  const health = createHealth({ store: count }, clock);
  await Promise.all([health(), health()]);
  clock.advance(999);
  await health();
  assert.equal(asked, 1);
  clock.advance(1);
  await health();
  assert.equal(asked, 2);
});

/** A server that handles a connection as the test says. */
async function serverThat(t: TestContext, act: (socket: Socket) => void): Promise<number> {
  const server = createServer(act);
  t.after(() => server.close());
  return await listen(server, { host: '127.0.0.1', port: 0, variable: 'SMTP_PORT' });
}

test('the SMTP check passes if the server greets with 220, and fails if the greeting is another one, the connection is closed, or nothing listens', async (t) => {
  const greets = await serverThat(t, (socket) => socket.end('220 mx.a.test ESMTP\r\n'));
  await smtpGreets('127.0.0.1', greets)();
  const busy = await serverThat(t, (socket) => socket.end('421 busy\r\n'));
  const silent = await serverThat(t, (socket) => socket.destroy());
  for (const port of [busy, silent, 1]) await assert.rejects(smtpGreets('127.0.0.1', port)());
});

test('the SMTP check fails if a server accepts the connection and never greets', async (t) => {
  const { promise: connected, resolve } = Promise.withResolvers<Socket>();
  const port = await serverThat(t, resolve);
  const check = smtpGreets('127.0.0.1', port, undefined, 1)();
  await assert.rejects(check, /no greeting/);
  (await connected).destroy();
});
