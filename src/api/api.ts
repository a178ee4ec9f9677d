/** The api: HTTP in, Store, sessions and mail engine out. It answers the product's calls and refuses everything else. */

import { Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { SharedCounts } from '#store/shared-counts.ts';
import type { Alias, Store } from '#store/store.ts';
import { addAuthCalls } from './auth/calls.ts';
import { signedInDemand } from './auth/signed-in.ts';
import { demandSecondFactor } from './auth/user.ts';
import { callerReader } from './caller.ts';
import { CallRefused } from './errors.ts';
import { deviceCodeCall } from './functions/device-code.ts';
import { type HistoryCallOptions, historyCall } from './functions/history.ts';
import { myDataCall } from './functions/my-data.ts';
import { newSwitchOffLinkCall } from './functions/new-switch-off-link.ts';
import { notMeCall } from './functions/not-me.ts';
import { functionRefusal } from './functions/refusal.ts';
import { type SendTestMail, sendTestMailCall } from './functions/send-test-mail.ts';
import { addressOf, type GuardOptions, guard, tableRefusal } from './guard.ts';
import { aliasStateCalls } from './rest/alias-states.ts';
import { aliasCalls } from './rest/aliases.ts';
import type { TableCall } from './rest/answer.ts';
import { switchOffCalls } from './switch-off/calls.ts';
import type { SwitchOffTokens } from './switch-off/token.ts';

export type ApiOptions = OwnNames &
  GuardOptions & {
    store: Store;
    /** Milliseconds since 1970. */
    now: () => number;
    /** Who gets an alias to see; absent: whoever names its address. */
    ownership?: Ownership;
    /** Told of each alias that was switched, paused or deleted. */
    switched?: (alias: Alias) => void;
    /** The last mails that arrived for an alias; absent: none is known. */
    lastArrivals?: HistoryCallOptions['lastArrivals'];
    /** Makes and reads the links that switch forwarding off; absent: there are none. */
    switchOffTokens?: SwitchOffTokens;
    /** Absent: test mails are simulated by the screen, and the call is not found. */
    sendTestMail?: SendTestMail;
    /** The counts of all nodes, for the pause between test mails; absent where this is the only one. */
    sharedCounts?: SharedCounts;
    /** The session facility; absent: auth/v1 is not found. */
    auth?: { facility: Facility };
  };

const OPEN: Ownership = { mode: 'open', since: undefined };

/** Octets of path and query; the longest call of ours has 400. */
const URL_LENGTH = 2048;

/**
 * The api as a Hono application whose routes all lie under `/rest`, `/functions` and `/auth`. Whoever serves it adds the
 * headers that all answers have (app/http/headers.ts); other origins are let in by no header of its own.
 */
export function createApi(options: ApiOptions): Hono {
  const { store, sendTestMail, auth, now, switched, switchOffTokens } = options;
  const { ownership = OPEN } = options;
  const facility = auth?.facility;
  const callerOf = callerReader({ anonKey: options.anonKey, facility });
  const api = new Hono();
  const guarded = guard(options, { key: 'alone', urlLength: URL_LENGTH, refusal: tableRefusal });
  // What the header Authorization means is for the call to judge: whose session it is.
  const withToken = { key: 'with-token', urlLength: URL_LENGTH } as const;
  const tableCall = guard(options, { ...withToken, refusal: tableRefusal });
  const functionCall = guard(options, { ...withToken, refusal: functionRefusal });

  const aliases = aliasCalls(store, {
    ...options,
    ownership,
    callerOf,
    demandSecondFactor: async ({ signedIn }) => {
      if (facility && signedIn) await demandSecondFactor(facility, signedIn.session, 403);
    },
  });
  const table = (calls: Record<string, TableCall>) =>
    tableCall(async (c) => {
      const call = Object.hasOwn(calls, c.req.method) ? calls[c.req.method] : undefined;
      if (call) return call(c);
      const methods = Object.keys(calls).join(', ');
      throw new CallRefused(405, 'PGRST105', `The method is none of ${methods}.`);
    });
  const createAlias = aliases.POST;
  api.all(
    '/rest/v1/aliases',
    table({
      ...aliases,
      ...(createAlias && {
        async POST(c) {
          const response = await createAlias(c);
          if (response.status === 201) await options.rateLimits?.created(addressOf(c, options));
          return response;
        },
      }),
    }),
  );
  api.all('/rest/v1/alias_states', table(aliasStateCalls(store, { callerOf, now, switched })));
  if (sendTestMail) {
    const call = sendTestMailCall({ ...options, ownership, callerOf, sendTestMail });
    api.post('/functions/v1/send-test-mail', functionCall(call));
  }
  if (facility) {
    const demand = signedInDemand({ ...facility, anonKey: options.anonKey });
    api.post('/functions/v1/device-code', functionCall(deviceCodeCall(facility, demand)));
    api.post('/functions/v1/not-me', functionCall(notMeCall(facility)));
    const owned = { store, callerOf };
    const { lastArrivals = () => [] } = options;
    api.get('/functions/v1/history', functionCall(historyCall({ ...owned, lastArrivals })));
    api.get('/functions/v1/my-data', functionCall(myDataCall(owned)));
    api.post('/functions/v1/new-switch-off-link', functionCall(newSwitchOffLinkCall(owned)));
  }
  if (switchOffTokens) {
    const calls = switchOffCalls({ store, tokens: switchOffTokens, switched });
    const open = guard(options, { key: 'none', urlLength: URL_LENGTH, refusal: tableRefusal });
    api.get('/off/:token', open(calls.show));
    api.post('/off/:token', open(calls.act));
  }
  for (const base of ['/rest/*', '/functions/*']) {
    api.all(
      base,
      guarded(async () => {
        throw new CallRefused(
          404,
          'PGRST205',
          'There is nothing here but the tables aliases and alias_states.',
        );
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
