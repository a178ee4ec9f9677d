/** A copy of web/client/short-time.ts, whose script may have come under another address: it must not be imported. */

import { LOCALE } from '#languages/en/manage.ts';

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;

/** `21 Nov, 14:03`. @param time ISO 8601, or milliseconds since 1970 */
export const shortTime = (time: string | number) => form(time, TIME);

/** `21 Nov`: days are counted by UTC. */
export const shortDay = (time: string | number) => form(time, { ...DAY, timeZone: 'UTC' });

function form(time: string | number, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(LOCALE, options);
}
