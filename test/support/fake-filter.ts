/** A spam filter that answers as a test says, over real HTTP, and our client of it. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { Filter } from '#mail/filter/filter.ts';
import { Rspamd } from '#mail/filter/rspamd.ts';
import { keptClient } from '#network/kept-client.ts';
import { FakeClock } from './fake-clock.ts';
import { listenOnLoopback } from './loopback.ts';
import { RecordingLog } from './sending.ts';

export type Asked = {
  /** Method and path. */
  line: string;
  headers: IncomingMessage['headersDistinct'];
  body: Buffer;
};

/** Its response, which it may delay for any time. */
export type FilterAnswer = (asked: Asked, response: ServerResponse) => void;

export const action =
  (word: unknown): FilterAnswer =>
  (_, response) =>
    void response.end(JSON.stringify({ score: 1, required_score: 15, action: word, symbols: {} }));

export async function fakeFilter(t: TestContext, says: FilterAnswer = action('no action')) {
  const asked: Asked[] = [];
  let connections = 0;
  // The client decides how long a connection stays idle.
  const server = createServer({ keepAliveTimeout: 0 }, (...given) => void answer(...given));
  server.on('connection', () => (connections += 1));
  const port = await listenOnLoopback(server);
  const clock = new FakeClock();
  const log = new RecordingLog();
  const results: string[] = [];
  const requests = await keptClient({ host: '127.0.0.1', port, isSecure: false });
  const filter = new Filter({
    server: new Rspamd({ requests, password: 'secret', hostname: 'mx.alias.test' }),
    clock,
    observe: (result) => results.push(result),
    log,
  });
  const stop = async () => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  };
  t.after(async () => {
    requests.close();
    if (server.listening) await stop();
  });
  const fake = {
    port,
    filter,
    clock,
    log,
    results,
    asked,
    connections: () => connections,
    /** May be changed at any time. */
    says,
    stop,
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headersDistinct: headers } = request;
    // A request that is given up ends in an error.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const one = { line: `${method} ${url}`, headers, body };
    asked.push(one);
    fake.says(one, response);
  }
  return fake;
}
