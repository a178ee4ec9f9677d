/** All calls of rest/v1: tables, methods and their handlers. */

import type { Hono } from 'hono';
import type { CallOfCaller, ForCallers } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import { addressOf, type RouteOptions } from '../guard.ts';
import { type AliasStateOptions, aliasStateCalls } from './alias-states.ts';
import { type AliasCallOptions, aliasCalls } from './aliases.ts';
import { unconfirmedAliasCalls } from './unconfirmed-aliases.ts';

type TableOptions = RouteOptions &
  AliasCallOptions &
  AliasStateOptions & {
    /** The aliases of proven addresses; undefined: there are no sessions. */
    owned: Parameters<typeof unconfirmedAliasCalls>[0];
  };

type Calls = Record<string, CallOfCaller>;

export function addTableCalls(
  api: Hono,
  store: Parameters<typeof aliasCalls>[0],
  options: TableOptions,
  forCallers: ForCallers,
): void {
  const add = (path: string, calls: Calls) => api.all(path, forCallers(byMethod(calls)));
  const { POST: insert, ...others } = aliasCalls(store, options);
  add('/rest/v1/aliases', {
    ...others,
    async POST(c, caller) {
      const response = await insert(c, caller);
      options.rateLimits?.created(addressOf(c, options));
      return response;
    },
  });
  add('/rest/v1/alias_states', aliasStateCalls(store, options));
  add('/rest/v1/unconfirmed_aliases', unconfirmedAliasCalls(options.owned));
}

function byMethod(calls: Calls): CallOfCaller {
  return async (c, caller) => {
    const call = Object.hasOwn(calls, c.req.method) ? calls[c.req.method] : undefined;
    if (call) return call(c, caller);
    const methods = Object.keys(calls).join(', ');
    throw new CallRefused(405, 'PGRST105', `The method is none of ${methods}.`);
  };
}
