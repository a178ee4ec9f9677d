import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Hono } from 'hono';
import { LiveUpdates } from './live-updates.ts';
import { Shelf } from './shelf.ts';

const MAIL = { sender: '', recipients: [], octets: Buffer.alloc(1) };

/** Event streams over a shelf, and how many of them watch it. */
function streams(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shelf = new Shelf({ mails: 10, octets: 1000 }, () => 0);
  let watchers = 0;
  const watch = shelf.watch.bind(shelf);
  shelf.watch = (watcher) => {
    watchers += 1;
    const unwatch = watch(watcher);
    return () => {
      watchers -= 1;
      unwatch();
    };
  };
  const updates = new LiveUpdates(shelf);
  t.after(() => updates.close());
  const app = new Hono().get('/events', (c) => updates.stream(c));
  const open = async () => {
    const response = await app.request('/events');
    const reader = response.body?.getReader() ?? assert.fail('no stream');
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    return { response, read, leave: () => reader.cancel() };
  };
  const tick = (ms: number) => t.mock.timers.tick(ms);
  return { shelf, updates, app, open, watching: () => watchers, tick };
}

test('a page gets an event when it connects, for each message, and every 25 s as a keepalive', async (t) => {
  const { shelf, open, tick } = streams(t);
  const { read } = await open();
  assert.equal(await read(), ':\n\n');
  shelf.add(MAIL);
  assert.match(await read(), /^event: mail\n/);
  tick(25_000);
  assert.equal(await read(), ':\n\n');
});

test('a page that has left is forgotten, and so are all when the mailbox closes', async (t) => {
  const { open, watching, updates } = streams(t);
  const [one] = [await open(), await open()];
  assert.equal(watching(), 2);
  await one.leave();
  while (watching() > 1) await new Promise(setImmediate);
  updates.close();
  while (watching() > 0) await new Promise(setImmediate);
});

test('a hundred pages may be open, and a page that closes frees its place', async (t) => {
  const { app, open, watching } = streams(t);
  const first = await open();
  for (let i = 1; i < 100; i += 1) assert.equal((await open()).response.status, 200);
  assert.equal((await app.request('/events')).status, 503);
  await first.leave();
  while (watching() > 99) await new Promise(setImmediate);
  assert.equal((await open()).response.status, 200);
});
