/** Our trace fields in a message: Received (RFC 5321 section 4.4) and Delivered-To (RFC 9228). */

/** The origin of a message, as far as a header may name it. */
export type Origin = {
  /** The client's name in EHLO or HELO, safe to write into a header field. */
  helo: string;
  address: string;
  esmtp: boolean;
  /** The TLS protocol, for example `TLSv1.3`; null for plaintext. */
  tls: string | null;
  utf8: boolean;
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * @param origin absent for our own message
 * @param by our own name
 * @param recipient the alias in RCPT TO, never the real address; undefined: not named
 */
export function receivedField(
  origin: Origin | undefined,
  by: string,
  id: string,
  recipient: string | undefined,
  now: number,
): string {
  const from = origin === undefined ? '' : `from ${origin.helo} (${literal(origin.address)})\r\n\t`;
  const transfer = origin === undefined ? '' : ` with ${protocol(origin)}`;
  const named = recipient === undefined ? ';\r\n\t' : `\r\n\tfor <${recipient}>; `;
  return `Received: ${from}by ${by}${transfer} id ${id}${named}${dateTime(now)}\r\n`;
}

/** The last date-time written: many messages share a second. */
let latest = { second: Number.NaN, text: '' };

/** RFC 5322 section 3.3 date-time, in UTC. @param ms since 1970 */
export function dateTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) latest = { second, text: writeDateTime(ms) };
  return latest.text;
}

function writeDateTime(ms: number): string {
  const date = new Date(ms);
  const day = `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()}`;
  const month = `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${month} ${date.toISOString().slice(11, 19)} +0000`;
}

/** RFC 4291 section 2.5.5.2: how a dual-stack socket gives an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** RFC 5321 section 4.1.3. */
function literal(text: string): string {
  const address = text.replace(MAPPED, '');
  return address.includes(':') ? `[IPv6:${address.replace(/%.*/, '')}]` : `[${address}]`;
}

/** RFC 3848, and RFC 6531 section 4.3 for the names with UTF8. */
function protocol({ esmtp, tls, utf8 }: Origin): string {
  if (!esmtp) return 'SMTP';
  return `${utf8 ? 'UTF8SMTP' : 'ESMTP'}${tls === null ? '' : 'S'}`;
}
