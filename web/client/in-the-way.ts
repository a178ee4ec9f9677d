/** Our own texts: why no test mail is sent where addresses are confirmed. */

import { shortTime } from './short-time.ts';

export const notConfirmed = (email: string) =>
  `Please confirm your address first. We sent a mail to ${email}.`;

/** @param until as shortTime takes it */
export const paused = (until: unknown) => `Forwarding is paused until ${shortTime(until)}.`;
