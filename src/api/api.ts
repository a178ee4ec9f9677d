/** The api: HTTP in, Store and mail engine out. It answers the product's five calls and refuses everything else. */

import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Log } from '#store/log.ts';
import { type Store, StoreUnavailable } from '#store/store.ts';
import { callOf } from './call.ts';
import { CallRefused } from './errors.ts';
import { type SendTestMail, sendTestMailCall } from './functions/send-test-mail.ts';
import { demandKey } from './key.ts';
import { clientAddress, trustedProxyList, type TrustedProxies } from './limits/client-address.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { type AliasCallOptions, aliasCalls } from './rest/aliases.ts';

export type ApiOptions = AliasCallOptions & {
  store: Store;
  /** The public anonymous key. */
  anonKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** Absent: test mails are simulated by the screen, and the call is not found. */
  sendTestMail?: SendTestMail;
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
  const { store, now, log, sendTestMail } = options;
  const api = new Hono();
  for (const base of BASES) {
    api.use(base, boundUrl, demandKey(options.anonKey), limited(options));
  }

  const calls = aliasCalls(store, options);
  api.all('/rest/v1/aliases', (c, next) => {
    const call = Object.hasOwn(calls, c.req.method) ? calls[c.req.method] : undefined;
    if (!call) throw new CallRefused(405, 'PGRST105', 'The method is none of GET, POST, PATCH.');
    return call(c, next);
  });
  if (sendTestMail) {
    api.post('/functions/v1/send-test-mail', sendTestMailCall({ store, now, sendTestMail }));
  }
  for (const base of BASES) {
    api.all(base, () => {
      throw new CallRefused(404, 'PGRST205', 'There is nothing here but the table aliases.');
    });
  }

  api.onError((error, c) => {
    if (error instanceof CallRefused) return c.json(error.body, error.status);
    // The path only: the query holds addresses.
    const call = { method: c.req.method, path: c.req.path };
    if (error instanceof StoreUnavailable) {
      log.error({ ...call, reason: reasonOf(error) }, 'the store is unavailable');
      const refused = new CallRefused(503, 'PGRST001', 'The database does not answer. Try again.');
      return c.json(refused.body, refused.status);
    }
    log.error({ ...call, stack: error.stack }, 'a call failed');
    return c.json(new CallRefused(500, 'internal', 'Something went wrong here.').body, 500);
  });
  return api;
}

const BASES = ['/rest/*', '/functions/*'];

const boundUrl: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length + search.length > URL_LENGTH) {
    throw new CallRefused(414, 'PGRST100', `The URL is longer than ${URL_LENGTH} octets.`);
  }
  await next();
};

function limited({
  rateLimits,
  trustedProxies = trustedProxyList([]),
}: ApiOptions): MiddlewareHandler {
  return async (c, next) => {
    if (!rateLimits) return next();
    const peer = getConnInfo(c).remote.address ?? '';
    const address = clientAddress(peer, c.req.header('x-forwarded-for'), trustedProxies);
    const call = callOf(c.req.method, new URL(c.req.url));
    const wait = await rateLimits.take(call, address);
    if (wait > 0) {
      c.header('Retry-After', String(wait));
      const message = `Too many requests from your network. Please wait ${wait} seconds.`;
      throw new CallRefused(429, 'rate_limited', message);
    }
    await next();
  };
}

/** What the operator is told of the cause; never more than the driver's own words for it. */
function reasonOf({ message, cause }: StoreUnavailable): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
