/** All calls of functions/v1 and their routes. */

import type { Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { ForCallers } from '../caller.ts';
import type { RouteGuard } from '../guard.ts';
import { listAliasesCall, makeAliasCall, noteAliasCall } from './aliases.ts';
import { apiKeysCall, newApiKeyCall, revokeApiKeyCall } from './api-keys.ts';
import { askedForCall, deviceCodeCall, notMeCall } from './codes-and-links.ts';
import type { FunctionCall, FunctionParts } from './function-call.ts';
import { historyCall, myDataCall, newSwitchOffLinkCall } from './owner-functions.ts';
import { replyAddressCall } from './reply-address.ts';
import { changeSenderCall, sendersCall } from './senders.ts';
import { type SendTestMail, sendTestMailCall, type TestMailOptions } from './send-test-mail.ts';

export type FunctionOptions = Omit<FunctionParts, 'facility' | MailParts> &
  // Absent: no mail engine runs here, so no mail has arrived, and no history waits to be written.
  Partial<Pick<FunctionParts, MailParts>> &
  Pick<TestMailOptions, 'log' | 'sharedCounts'> & {
    /** Absent: the screen simulates test mail, and the call is not found. */
    sendTestMail?: SendTestMail;
  };

type MailParts = 'lastArrivals' | 'switched' | 'writeHistory';

type Guards = { guarded: RouteGuard; forCallers: ForCallers };

const path = (name: string) => `/functions/v1/${name}`;

/** The call that anyone may make. */
export function addTestMailCall(
  api: Hono,
  options: FunctionOptions & Pick<TestMailOptions, 'ownership'>,
  forCallers: ForCallers,
): void {
  const { sendTestMail } = options;
  if (!sendTestMail) return;
  api.post(path('send-test-mail'), forCallers(sendTestMailCall({ ...options, sendTestMail })));
}

export function addOwnerCalls(
  api: Hono,
  options: FunctionOptions,
  facility: Facility,
  { guarded, forCallers }: Guards,
): void {
  const { lastArrivals = () => [], switched = () => {}, writeHistory = async () => {} } = options;
  const parts = { ...options, facility, lastArrivals, switched, writeHistory };
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
