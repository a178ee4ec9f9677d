/**
 * The api as visitors reach it - behind the site with its headers and metrics, and the HTTP server - as a process of its own:
 * first argument is the database address, `sessions` behind it adds auth/v1. Prints its port; each line on standard input is
 * answered with its resident memory in octets.
 */

import { createInterface } from 'node:readline';
import { createApi } from '#api/api.ts';
import { securityHeaders } from '#app/http/headers.ts';
import { createHttpServer } from '#app/http/server.ts';
import { createSite } from '#app/http/site.ts';
import { listen } from '#app/listen.ts';
import { createLog } from '#app/log.ts';
import { createMetrics } from '#app/metrics.ts';
import { openStore } from '#store/open.ts';
import { benchFacility } from '../sessions/facility.ts';

const log = createLog(process.stderr, true);
const store = await openStore(process.argv[2] ?? '', { now: Date.now, log });
const api = createApi({
  store,
  space: { domains: ['bench.test'], numbers: { first: 1000, last: 99_999_999 } },
  anonKey: 'key',
  now: Date.now,
  log,
  mailHost: 'mx.invalid',
  bounceDomain: 'b.invalid',
  ...(process.argv[3] === 'sessions' && { auth: { facility: await benchFacility(store) } }),
});
const site = createSite({
  screen: {
    html: '<script type="application/json" id="veilpost-config">{}</script>',
    hashes: { scriptHashes: [], styleHashes: [] },
    files: new Map(),
  },
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

for await (const _ of createInterface({ input: process.stdin })) {
  console.log(process.memoryUsage.rss());
}
process.exit(0);
