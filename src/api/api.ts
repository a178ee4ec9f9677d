/** The api: HTTP in, Store, sessions and mail engine out. It answers the product's calls and refuses everything else. */

import { Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { SharedCounts } from '#store/shared-counts.ts';
import type { Store } from '#store/store.ts';
import { addAuthCalls } from './auth/calls.ts';
import { signedInDemand } from './auth/signed-in.ts';
import { CallRefused } from './errors.ts';
import { deviceCodeCall } from './functions/device-code.ts';
import { notMeCall } from './functions/not-me.ts';
import { functionRefusal } from './functions/refusal.ts';
import { type SendTestMail, sendTestMailCall } from './functions/send-test-mail.ts';
import { addressOf, type GuardOptions, guard, tableRefusal } from './guard.ts';
import { type AliasCallOptions, aliasCalls } from './rest/aliases.ts';

export type ApiOptions = AliasCallOptions &
  GuardOptions & {
    store: Store;
    /** Milliseconds since 1970. */
    now: () => number;
    /** Who gets an alias to see; absent: whoever names its address. */
    ownership?: Ownership;
    /** Absent: test mails are simulated by the screen, and the call is not found. */
    sendTestMail?: SendTestMail;
    /** The counts of all nodes, for the pause between test mails; absent where this is the only one. */
    sharedCounts?: SharedCounts;
    /** The session facility; absent: auth/v1 is not found. */
    auth?: { facility: Facility };
  };

/** Octets of path and query; the longest call of ours has 400. */
const URL_LENGTH = 2048;

/**
 * The api as a Hono application whose routes all lie under `/rest`, `/functions` and `/auth`. Whoever serves it adds the
 * headers that all answers have (app/http/headers.ts); other origins are let in by no header of its own.
 */
export function createApi(options: ApiOptions): Hono {
  const { store, sendTestMail, auth } = options;
  const api = new Hono();
  const guarded = guard(options, { key: 'alone', urlLength: URL_LENGTH, refusal: tableRefusal });

  const calls = aliasCalls(store, options);
  api.all(
    '/rest/v1/aliases',
    guarded(async (c) => {
      const call = Object.hasOwn(calls, c.req.method) ? calls[c.req.method] : undefined;
      if (!call) throw new CallRefused(405, 'PGRST105', 'The method is none of GET, POST, PATCH.');
      const response = await call(c);
      // Only a new alias is answered so.
      if (response.status === 201) await options.rateLimits?.created(addressOf(c, options));
      return response;
    }),
  );
  if (sendTestMail) {
    const call = sendTestMailCall({ ...options, sendTestMail });
    api.post('/functions/v1/send-test-mail', guarded(call));
  }
  if (auth) {
    const { facility } = auth;
    const demand = signedInDemand({ ...facility, anonKey: options.anonKey });
    const key = { key: 'with-token', urlLength: URL_LENGTH, refusal: functionRefusal } as const;
    const withToken = guard(options, key);
    api.post('/functions/v1/device-code', withToken(deviceCodeCall(facility, demand)));
    api.post('/functions/v1/not-me', withToken(notMeCall(facility)));
  }
  for (const base of ['/rest/*', '/functions/*']) {
    api.all(
      base,
      guarded(async () => {
        throw new CallRefused(404, 'PGRST205', 'There is nothing here but the table aliases.');
      }),
    );
  }
  // Bases of the specification, section 7, that are not offered.
  for (const base of ['/realtime/v1/*', '/storage/v1/*']) {
    api.all(
      base,
      guarded(async (c) => {
        return c.json({ code: 'not_offered', message: 'This service is not offered here.' }, 404);
      }),
    );
  }
  if (auth) addAuthCalls(api, { ...options, ...auth, ours: options });
  return api;
}
