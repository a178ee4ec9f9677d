/**
 * The api as visitors reach it - behind the site with its headers and metrics, and the HTTP server - as a process of
 * its own: the first argument is the database address, a second one `sessions` adds auth/v1 and a call with the single
 * UPDATE of a refresh. Prints its port; it answers a line `cpu` on standard input with its CPU time so far, in
 * microseconds, and any other line with its resident memory in octets.
 */

import { createInterface } from 'node:readline';
import { createApi } from '#api/api.ts';
import { securityHeaders } from '#app/http/headers.ts';
import { createHttpServer } from '#app/http/server.ts';
import { createSite } from '#app/http/site.ts';
import { listen } from '#app/listen.ts';
import { createLog } from '#app/log.ts';
import { createMetrics } from '#app/observe/metrics.ts';
import { openStore } from '#store/open.ts';
import { benchFacility } from '../sessions/facility.ts';
import { updateCall } from '../sessions/updates.ts';

const log = createLog(process.stderr, true);
const store = await openStore(process.argv[2] ?? '', { now: Date.now, log });
const sessions = process.argv[3] === 'sessions';
const api = createApi({
  store,
  space: { domains: ['bench.test'], numbers: { first: 1000, last: 99_999_999 } },
  anonKey: 'key',
  now: Date.now,
  log,
  mailHost: 'mx.invalid',
  bounceDomain: 'b.invalid',
  ...(sessions && { auth: { facility: await benchFacility(store) } }),
});
if (sessions) {
  const { path, answer } = await updateCall(store.auth);
  api.post(path, answer);
}
const site = createSite({
  screen: {
    html: '<script type="application/json" id="veilpost-config">{}</script>',
    hashes: { scriptHashes: [], styleHashes: [] },
    files: new Map(),
  },
  now: Date.now,
  pageConfig: () => {
    throw new Error('The page is not measured here.');
  },
  api,
  health: async () => ({ ok: true }),
  metrics: createMetrics(),
  log,
});
const server = createHttpServer(site.fetch, securityHeaders(true));
console.log(await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' }));

for await (const line of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage();
  console.log(line === 'cpu' ? user + system : process.memoryUsage.rss());
}
process.exit(0);
