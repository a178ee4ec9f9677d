/** The checks of every call before its content is read, and the responses to failures. */

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Handler } from 'hono';
import { routePath } from 'hono/route';
import type { StoreLog } from '#store/database.ts';
import { StoreUnavailable } from '#store/store.ts';
import { bodyArrived } from './body.ts';
import { type Call, callOf } from './call.ts';
import { CallRefused } from './errors.ts';
import { type KeyRule, keyDemand } from './key.ts';
import { clientAddress, trustedProxyList, type TrustedProxies } from './limits/client-address.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { targetOf } from './target.ts';

export type RouteOptions = {
  /** The public anonymous key. */
  anonKey: string;
  log: StoreLog;
  /** Absent: no limits per address block, as in load tests. */
  rateLimits?: RateLimits;
  /** Proxies whose header for the client's address counts; absent: none. */
  trustedProxies?: TrustedProxies;
};

/** The guard's settings for the calls of one base. */
export type RouteRules = {
  key: KeyRule;
  /** Octets of path and query. */
  urlLength: number;
  /** Whether this caller is exempt from the limit of all callers together; absent: no caller is. */
  isExcused?: (c: Context) => Promise<boolean>;
  /** Writes an error in the base's own format. @returns undefined for an unexpected error */
  refusal: (c: Context, error: unknown) => Response | undefined;
};

export type RouteGuard = (answer: (c: Context) => Promise<Response>) => Handler;

/** One handler for each route and no middleware: each layer of Hono's costs a hot call as much as the call itself. */
export function guard(options: RouteOptions, rules: RouteRules): RouteGuard {
  const { log, rateLimits } = options;
  const admit = gate(options, rules);
  return (answer) => async (c) => {
    let counted: Call | undefined;
    let answered: Response;
    try {
      counted = await admit(c);
      await bodyArrived(c.req);
      answered = await answer(c);
    } catch (error) {
      answered = rules.refusal(c, error) ?? fault(c, error, log, rules);
    }
    if (counted !== undefined && (answered.status >= 400 || c.get(LITTLE) === true)) {
      rateLimits?.didLittle(counted);
    }
    return answered;
  };
}

const LITTLE = 'did little';

/** The call did no more than a rejected one, although its response does not say so. */
export const didLittle = (c: Context): void => c.set(LITTLE, true);

/** @returns a function that resolves with the call that was counted for all callers together; undefined: none was */
function gate(options: RouteOptions, rules: RouteRules): (c: Context) => Promise<Call | undefined> {
  const { anonKey, rateLimits } = options;
  const demandKey = keyDemand(anonKey, rules.key);
  return async (c) => {
    const { path, query } = targetOf(c.req.url);
    // As sent.
    if (path.length + query.length > rules.urlLength) {
      const message = `The URL is longer than ${rules.urlLength} octets.`;
      throw new CallRefused(414, 'PGRST100', message);
    }
    demandKey(c.req);
    if (!rateLimits) return undefined;
    const call = callOf(c.req.method, c.req.path, query);
    const address = addressOf(c, options);
    const wait = rateLimits.take(call, address);
    if (wait === 0) return call;
    // Only for calls of sessions and keys: the limits of the others also protect the short names of aliases.
    const isExcused = /^(?:auth|key)_/.test(call) ? rules.isExcused : undefined;
    if (isExcused && (await rateLimits.takeExcused(call, address, () => isExcused(c)))) {
      return undefined;
    }
    c.header('Retry-After', String(wait));
    const message = `Too many requests. Please wait ${wait} seconds.`;
    throw new CallRefused(429, 'rate_limited', message);
  };
}

const NO_PROXIES = trustedProxyList([]);

/** The client's address, from the connection or trusted proxies. */
export function addressOf(c: Context, { trustedProxies = NO_PROXIES }: RouteOptions): string {
  const peer = getConnInfo(c).remote.address ?? '';
  return clientAddress(peer, c.req.header('x-forwarded-for'), trustedProxies);
}

function fault(c: Context, error: unknown, log: StoreLog, { refusal }: RouteRules): Response {
  const answer = (refused: CallRefused) =>
    refusal(c, refused) ?? c.json(refused.body, refused.status);
  // The route, not the URL: queries hold addresses, and paths hold switch-off links.
  const call = { method: c.req.method, path: routePath(c) };
  if (error instanceof StoreUnavailable) {
    log.error({ ...call, reason: reasonOf(error) }, 'database unavailable');
    return answer(new CallRefused(503, 'PGRST001', 'The database does not respond. Try again.'));
  }
  const stack = error instanceof Error ? error.stack : String(error);
  log.error({ ...call, stack }, 'a call failed');
  return answer(new CallRefused(500, 'internal', 'Something went wrong here.'));
}

/** The cause for the operator's log; at most the driver's own words. */
function reasonOf({ message, cause }: StoreUnavailable): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
