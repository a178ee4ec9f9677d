/** All calls of functions/v1 and their routes. */

import type { Hono } from 'hono';
import type { Alias } from '#store/store.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { ForCallers } from '../caller.ts';
import type { RouteGuard } from '../guard.ts';
import type { Facility } from '#auth/facility.ts';
import { deviceCodeCall } from './device-code.ts';
import { type HistoryCallOptions, historyCall } from './history.ts';
import { myDataCall } from './my-data.ts';
import { newSwitchOffLinkCall } from './new-switch-off-link.ts';
import { notMeCall } from './not-me.ts';
import { type OwnersReplies, replyAddressCall } from './reply-address.ts';
import { changeSenderCall, sendersCall } from './senders.ts';
import { type SendTestMail, sendTestMailCall, type TestMailOptions } from './send-test-mail.ts';

export type FunctionOptions = Omit<TestMailOptions, 'sendTestMail' | 'ownership'> &
  OwnNames & {
    /** Called for each alias that was switched, paused or deleted, or has a new switch-off link. */
    switched?: (alias: Alias) => void;
    /** Absent: the screen simulates test mails, and the call is not found. */
    sendTestMail?: SendTestMail;
    /** The last delivered mails of an alias; absent: unknown. */
    lastArrivals?: HistoryCallOptions['lastArrivals'];
    /** Absent: owners do not answer through us. */
    replies?: OwnersReplies | undefined;
    /** Absent: owners know no senders. */
    senderNames?: HistoryCallOptions['senderNames'];
    /** Absent: no history waits to be written here. */
    writeHistory?: HistoryCallOptions['writeHistory'];
  };

type Rooms = {
  ownership: TestMailOptions['ownership'];
  /** Undefined: there are no sessions, and no calls of owners. */
  facility: Facility | undefined;
  guarded: RouteGuard;
  forCallers: ForCallers;
};

export function addFunctionCalls(api: Hono, options: FunctionOptions, rooms: Rooms): void {
  const { store, switched, sendTestMail, senderNames, now } = options;
  const { lastArrivals = () => [], writeHistory = async () => {} } = options;
  const history = { store, lastArrivals, writeHistory, senderNames };
  const senders = { ...history, switched, now };
  const { ownership, facility, guarded, forCallers } = rooms;
  const path = (name: string) => `/functions/v1/${name}`;
  if (sendTestMail) {
    const call = sendTestMailCall({ ...options, ownership, sendTestMail });
    api.post(path('send-test-mail'), forCallers(call));
  }
  if (!facility) return;
  api.post(path('device-code'), forCallers(deviceCodeCall(facility)));
  // The link is the proof, with or without a session.
  api.post(path('not-me'), guarded(notMeCall(facility)));
  api.get(path('history'), forCallers(historyCall(history)));
  api.get(path('senders'), forCallers(sendersCall(senders)));
  api.post(path('senders'), forCallers(changeSenderCall(senders)));
  api.get(path('my-data'), forCallers(myDataCall(store, facility, senderNames)));
  api.post(path('reply-address'), forCallers(replyAddressCall(store, options.replies, options)));
  api.post(path('new-switch-off-link'), forCallers(newSwitchOffLinkCall(store, switched)));
}
