/** The api: HTTP in, Store, sessions and mail engine out. It answers the product's calls and rejects all others. */

import { type Context, Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { Store } from '#store/store.ts';
import { addAuthCalls } from './auth/calls.ts';
import { isExcused } from './auth/excused.ts';
import { demandSecondFactor } from './auth/user.ts';
import { AuthRefused } from './auth/wire/refused.ts';
import { callerReader, type ForCallers } from './caller.ts';
import { addCompatCalls } from './compat/calls.ts';
import type { SignedNames } from './compat/options.ts';
import { CallRefused, type ErrorBody, nothingHere } from './errors.ts';
import { addOwnerCalls, addTestMailCall, type FunctionOptions } from './functions/calls.ts';
import { type RouteOptions, guard } from './guard.ts';
import { addTableCalls } from './rest/calls.ts';
import { addSwitchOffCalls } from './switch-off/calls.ts';
import type { SwitchOffTokens } from './switch-off/token.ts';

export type ApiOptions = OwnNames &
  RouteOptions &
  FunctionOptions & {
    store: Store;
    /** The rule for the visibility of an alias; absent: every caller who enters its address sees it. */
    ownership?: Ownership;
    /** Makes and reads the links that switch forwarding off; absent: there are none. */
    switchOffTokens?: SwitchOffTokens;
    /** Signs the names that programs choose from before they make an alias; absent: no program has a key here. */
    signedNames?: SignedNames;
    /** The session facility; absent: auth/v1 is not found, and no caller is an owner. */
    auth?: { facility: Facility };
  };

const OPEN: Ownership = { mode: 'open', since: undefined };

/** Octets of path and query; our longest call has 400. */
const URL_LENGTH = 2048;

/**
 * The api as a Hono application whose routes are all under `/rest`, `/functions`, `/auth`, `/off` and `/api`. The
 * serving program adds the headers of all responses (app/http/server.ts); only `/api` admits another origin.
 */
export function createApi(options: ApiOptions): Hono {
  const { store, auth, now, switchOffTokens, ownership = OPEN } = options;
  const { switched = () => {} } = options;
  const facility = auth?.facility;
  const api = new Hono();
  const guarded = guard(options, {
    key: 'with-token',
    urlLength: URL_LENGTH,
    refusal: writeCallRefusal,
    ...(facility && { isExcused: (c) => isExcused(c, facility) }),
  });
  const callerOf = callerReader(options.anonKey, facility);
  const forCallers: ForCallers = (call) => guarded(async (c) => call(c, await callerOf(c)));

  addTableCalls(
    api,
    store,
    {
      ...options,
      ownership,
      now,
      switched,
      hasReplies: options.replies !== undefined,
      hasSenders: options.senderNames !== undefined,
      owned: facility?.aliases,
      demandSecondFactor: async ({ signedIn }) => {
        if (facility && signedIn) await demandSecondFactor(facility, signedIn.session, 403);
      },
    },
    forCallers,
  );
  addTestMailCall(api, { ...options, ownership }, forCallers);
  if (facility) addOwnerCalls(api, options, facility, { guarded, forCallers });
  if (switchOffTokens) addSwitchOffCalls(api, { ...options, switched, tokens: switchOffTokens });
  for (const base of ['/rest/*', '/functions/*']) {
    api.all(
      base,
      forCallers(async () => {
        throw nothingHere();
      }),
    );
  }
  // Bases of the specification, section 7, that are not offered.
  for (const base of ['/realtime/v1/*', '/storage/v1/*']) {
    api.all(
      base,
      forCallers(async (c) => {
        return c.json({ code: 'not_offered', message: 'This service is not offered here.' }, 404);
      }),
    );
  }
  if (auth) addAuthCalls(api, { ...options, ...auth, ours: options });
  const { manyAliases: aliases, signedNames } = options;
  if (facility && aliases && signedNames) {
    const { publicUrl } = facility;
    addCompatCalls(api, { ...options, facility, aliases, signedNames, publicUrl });
  }
  return api;
}

/**
 * The form of errors of rest/v1 and functions/v1: PostgREST's four members, for every source of the error.
 * @returns undefined for an unexpected error
 */
function writeCallRefusal(c: Context, error: unknown): Response | undefined {
  if (error instanceof CallRefused) return c.json(error.body, error.status);
  if (!(error instanceof AuthRefused)) return undefined;
  const { code, message, status } = error;
  return c.json({ code, message, details: null, hint: null } satisfies ErrorBody, status);
}
