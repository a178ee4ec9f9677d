/** Our own texts: the reasons for a test mail to be refused, with confirmed addresses. */

import { shortTime } from './short-time.ts';

export const notConfirmed = (email: string) =>
  `Please confirm your address first. We sent a mail to ${email}.`;

/** @param until in a form for shortTime */
export const paused = (until: unknown) => `Forwarding is paused until ${shortTime(until)}.`;
