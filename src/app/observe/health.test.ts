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

test('the service is healthy if every part responds', async () => {
  const health = createHealth({ store: well, smtp: well }, new FakeClock());
  assert.deepEqual(await health(), { ok: true });
});

test('the reason names the parts that failed and repeats no error message', async () => {
  const health = createHealth({ store: broken, smtp: well }, new FakeClock());
  assert.deepEqual(await health(), { ok: false, reason: 'no answer from: store' });
});

test('the message of StoreUnavailable is shown, as it holds no address', async () => {
  const gone = () => Promise.reject(new StoreUnavailable('Its file is gone.', { cause: broken }));
  const health = createHealth({ store: gone, smtp: broken }, new FakeClock());
  const reason = 'no answer from: store (Its file is gone.), smtp';
  assert.deepEqual(await health(), { ok: false, reason });
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

test('the SMTP check passes if the server greets with 220', async (t) => {
  const port = await serverThat(t, (socket) => socket.end('220 mx.a.test ESMTP\r\n'));
  await smtpGreets('127.0.0.1', port)();
});

test('the SMTP check fails if the greeting is another one, the connection is closed, or nothing listens', async (t) => {
  const busy = await serverThat(t, (socket) => socket.end('421 busy\r\n'));
  const silent = await serverThat(t, (socket) => socket.destroy());
  await assert.rejects(smtpGreets('127.0.0.1', busy)());
  await assert.rejects(smtpGreets('127.0.0.1', silent)());
  await assert.rejects(smtpGreets('127.0.0.1', 1)());
});

test('the SMTP check fails if a server accepts the connection and never greets', async (t) => {
  const { promise: connected, resolve } = Promise.withResolvers<Socket>();
  const port = await serverThat(t, resolve);
  const check = smtpGreets('127.0.0.1', port, undefined, 1)();
  await assert.rejects(check, /no greeting/);
  (await connected).destroy();
});
