/**
 * The api behind the real HTTP server, as a process of its own: argument is the database address. Prints its port; each line on
 * standard input is answered with its resident memory in octets.
 */

import { createInterface } from 'node:readline';
import { createApi } from '#api/api.ts';
import { createHttpServer } from '#app/http/server.ts';
import { listen } from '#app/listen.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';

const store = await openStore(process.argv[2] ?? '', { now: Date.now, log: SILENT });
const api = createApi({
  store,
  space: { domains: ['bench.test'], numbers: { first: 1000, last: 99_999_999 } },
  anonKey: 'key',
  now: Date.now,
  log: SILENT,
  isOwnDomain: () => false,
});
const server = createHttpServer(api.fetch);
console.log(await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' }));

for await (const _ of createInterface({ input: process.stdin })) {
  console.log(process.memoryUsage.rss());
}
process.exit(0);
