/** All calls of functions/v1 and their routes. */

import type { Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { ForCallers } from '../caller.ts';
import type { RouteGuard } from '../guard.ts';
import { listAliasesCall, makeAliasCall, noteAliasCall } from './aliases.ts';
import { apiKeysCall, newApiKeyCall, revokeApiKeyCall } from './api-keys.ts';
import { askedForCall } from './asked-for.ts';
import { deviceCodeCall } from './device-code.ts';
import type { FunctionCall, FunctionParts } from './function-call.ts';
import { historyCall } from './history.ts';
import { myDataCall } from './my-data.ts';
import { newSwitchOffLinkCall } from './new-switch-off-link.ts';
import { notMeCall } from './not-me.ts';
import { replyAddressCall } from './reply-address.ts';
import { changeSenderCall, sendersCall } from './senders.ts';
import { type SendTestMail, sendTestMailCall, type TestMailOptions } from './send-test-mail.ts';

export type FunctionOptions = Omit<FunctionParts, 'facility' | 'lastArrivals' | 'writeHistory'> &
  // Absent: no mail has arrived here recently, and no history waits to be written.
  Partial<Pick<FunctionParts, 'lastArrivals' | 'writeHistory'>> &
  Pick<TestMailOptions, 'log' | 'sharedCounts'> & {
    /** Absent: the screen simulates test mail, and the call is not found. */
    sendTestMail?: SendTestMail;
  };

type Rooms = {
  ownership: TestMailOptions['ownership'];
  /** Undefined: there are no sessions, and no calls of owners. */
  facility: Facility | undefined;
  guarded: RouteGuard;
  forCallers: ForCallers;
};

export function addFunctionCalls(api: Hono, options: FunctionOptions, rooms: Rooms): void {
  const { sendTestMail, lastArrivals = () => [], writeHistory = async () => {} } = options;
  const { ownership, facility, guarded, forCallers } = rooms;
  const path = (name: string) => `/functions/v1/${name}`;
  if (sendTestMail) {
    const call = sendTestMailCall({ ...options, ownership, sendTestMail });
    api.post(path('send-test-mail'), forCallers(call));
  }
  if (!facility) return;
  const parts = { ...options, facility, lastArrivals, writeHistory };
  const add = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', name: string, call: FunctionCall) =>
    api.on(
      method,
      path(name),
      forCallers((c, caller) => call(c, caller, parts)),
    );
  add('POST', 'device-code', deviceCodeCall);
  // The link is the proof, with or without a session.
  api.post(
    path('not-me'),
    guarded((c) => notMeCall(c, facility)),
  );
  api.post(
    path('asked-for'),
    guarded((c) => askedForCall(c, facility)),
  );
  add('GET', 'aliases', listAliasesCall);
  add('POST', 'aliases', makeAliasCall);
  add('PATCH', 'aliases', noteAliasCall);
  add('GET', 'api-keys', apiKeysCall);
  add('POST', 'api-keys', newApiKeyCall);
  add('DELETE', 'api-keys', revokeApiKeyCall);
  add('GET', 'history', historyCall);
  add('GET', 'senders', sendersCall);
  add('POST', 'senders', changeSenderCall);
  add('GET', 'my-data', myDataCall);
  add('POST', 'reply-address', replyAddressCall);
  add('POST', 'new-switch-off-link', newSwitchOffLinkCall);
}
