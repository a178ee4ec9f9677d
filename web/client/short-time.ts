import { LOCALE } from '#languages/en/alias.ts';

/** `21 Nov, 14:03`: in the visitor's time zone. */
const FORM = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** @param time ISO 8601, or milliseconds since 1970; anything else gives an empty text */
export function shortTime(time: unknown): string {
  const date = new Date(typeof time === 'number' || typeof time === 'string' ? time : NaN);
  return Number.isNaN(date.getTime()) ? '' : FORM.format(date);
}
