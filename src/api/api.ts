/** The api: HTTP in, Store and mail engine out. It answers the product's five calls and refuses everything else. */

import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, type Handler, Hono } from 'hono';
import type { Log } from '#store/log.ts';
import type { SharedCounts } from '#store/postgres/shared-counts.ts';
import { type Store, StoreUnavailable } from '#store/store.ts';
import { callOf } from './call.ts';
import { CallRefused } from './errors.ts';
import { type SendTestMail, sendTestMailCall } from './functions/send-test-mail.ts';
import { keyDemand } from './key.ts';
import { clientAddress, trustedProxyList, type TrustedProxies } from './limits/client-address.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { type AliasCallOptions, aliasCalls } from './rest/aliases.ts';
import { targetOf } from './target.ts';

export type ApiOptions = AliasCallOptions & {
  store: Store;
  /** The public anonymous key. */
  anonKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** Absent: test mails are simulated by the screen, and the call is not found. */
  sendTestMail?: SendTestMail;
  /** The counts of all nodes, for the pause between test mails; absent where this is the only one. */
  sharedCounts?: SharedCounts;
  /** Absent: no limits per address block, as load tests need it. */
  rateLimits?: RateLimits;
  /** Proxies whose word on the client's address counts; absent: none. */
  trustedProxies?: TrustedProxies;
};

/** Octets of path and query; the longest call of ours has 400. */
const URL_LENGTH = 2048;

/**
 * The api as a Hono application whose routes all lie under `/rest` and `/functions`. Whoever serves it adds the headers that
 * all answers have (app/http/headers.ts); other origins are let in by no header of its own.
 */
export function createApi(options: ApiOptions): Hono {
  const { store, log, sendTestMail } = options;
  const api = new Hono();
  const admit = gate(options);
  // One handler a route and no middleware: each layer of Hono's costs a hot call as much as the call itself.
  const guarded =
    (answer: (c: Context) => Promise<Response>): Handler =>
    async (c) => {
      try {
        await admit(c);
        const response = await answer(c);
        // Only a new alias is answered so.
        if (response.status === 201) await options.rateLimits?.created(addressOf(c, options));
        return response;
      } catch (error) {
        return refusal(c, error, log);
      }
    };

  const calls = aliasCalls(store, options);
  api.all(
    '/rest/v1/aliases',
    guarded(async (c) => {
      const call = Object.hasOwn(calls, c.req.method) ? calls[c.req.method] : undefined;
      if (!call) throw new CallRefused(405, 'PGRST105', 'The method is none of GET, POST, PATCH.');
      return call(c);
    }),
  );
  if (sendTestMail) {
    const call = sendTestMailCall({ ...options, sendTestMail });
    api.post('/functions/v1/send-test-mail', guarded(call));
  }
  for (const base of ['/rest/*', '/functions/*']) {
    api.all(
      base,
      guarded(async () => {
        throw new CallRefused(404, 'PGRST205', 'There is nothing here but the table aliases.');
      }),
    );
  }
  return api;
}

/** What every request has to pass before anything of it is read. */
function gate(options: ApiOptions): (c: Context) => Promise<void> {
  const { anonKey, rateLimits } = options;
  const demandKey = keyDemand(anonKey);
  return async (c) => {
    const { path, query } = targetOf(c.req.url);
    if (path.length + query.length > URL_LENGTH) {
      throw new CallRefused(414, 'PGRST100', `The URL is longer than ${URL_LENGTH} octets.`);
    }
    demandKey(c.req);
    if (!rateLimits) return;
    const wait = await rateLimits.take(callOf(c.req.method, path, query), addressOf(c, options));
    if (wait === 0) return;
    c.header('Retry-After', String(wait));
    const message = `Too many requests. Please wait ${wait} seconds.`;
    throw new CallRefused(429, 'rate_limited', message);
  };
}

const NO_PROXIES = trustedProxyList([]);

/** Whose call it is, as far as that can be known. */
function addressOf(c: Context, { trustedProxies = NO_PROXIES }: ApiOptions): string {
  const peer = getConnInfo(c).remote.address ?? '';
  return clientAddress(peer, c.req.header('x-forwarded-for'), trustedProxies);
}

function refusal(c: Context, error: unknown, log: Log): Response {
  if (error instanceof CallRefused) return c.json(error.body, error.status);
  // The path only: the query holds addresses.
  const call = { method: c.req.method, path: c.req.path };
  if (error instanceof StoreUnavailable) {
    log.error({ ...call, reason: reasonOf(error) }, 'the store is unavailable');
    const refused = new CallRefused(503, 'PGRST001', 'The database does not answer. Try again.');
    return c.json(refused.body, refused.status);
  }
  const stack = error instanceof Error ? error.stack : String(error);
  log.error({ ...call, stack }, 'a call failed');
  return c.json(new CallRefused(500, 'internal', 'Something went wrong here.').body, 500);
}

/** What the operator is told of the cause; never more than the driver's own words for it. */
function reasonOf({ message, cause }: StoreUnavailable): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
