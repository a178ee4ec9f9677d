/** Message dates (RFC 5322 section 3.3), with the obsolete forms of section 4.3. */

import { addressTokens } from './address-tokens.ts';

/** A longer field is not a date. */
const OCTETS = 1000;

/** The tokens, separated by one blank, without comments. Day of week, seconds and zone may be missing. */
const DATE_TIME =
  /^(?:[a-z]+ ,? ?)?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{2,4}) (\d{1,2}) : (\d{2})(?: : (\d{2}))?(?: ([+-]\d{4}|[a-z]+))?$/i;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** RFC 5322 section 4.3, in hours. All other names, single letters included, are ignored: they are often wrong. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({ edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 }),
);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** RFC 5322 section 3.3 has years of four digits, and we write no longer ones. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The time that a date-time names.
 * @param text the body of a field, folded or not
 * @returns milliseconds since 1970; undefined if it is invalid, or before 1900
 */
export function readDateTime(text: string): number | undefined {
  if (text.length > OCTETS) return undefined;
  const words = addressTokens(text).map(({ start, end }) => text.slice(start, end));
  const found = DATE_TIME.exec(words.join(' '));
  if (found === null) return undefined;
  const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] = found;
  const written = fullYear(year);
  const moment = Date.UTC(
    written,
    MONTHS.indexOf(month.toLowerCase()),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  // RFC 5322 section 3.3: a minute may have a leap second. No other number may overflow into another day.
  const isReal =
    new Date(moment - (second === '60' ? 1000 : 0)).getUTCDate() === Number(day) &&
    Number(minute) < 60 &&
    Number(second) <= 60;
  const utc = moment - offset(zone);
  return isReal && written >= 1900 && utc <= LAST ? utc : undefined;
}

/** RFC 5322 section 4.3: two digits are a year from 1950 to 2049, three are counted from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year + (digits.length === 2 && year < 50 ? 2000 : 1900);
}

/** The zone's offset from UTC in milliseconds. */
function offset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return (ZONES.get(zone.toLowerCase()) ?? 0) * HOUR_MS;
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? -ahead : ahead;
}
