/** An SMTP reply (RFC 5321 section 4.2) with its enhanced status code (RFC 2034, RFC 3463). */

/** A reply without its text. */
export type Status = {
  /** Three digits, 200 to 599. */
  readonly code: number;
  /** `class.subject.detail`, or empty if RFC 2034 section 4 allows none (greeting, EHLO, 3yz). */
  readonly enhanced: string;
};

export type Reply = Status & {
  /** Printable US-ASCII; several lines are joined with `\n`. */
  readonly text: string;
};

/** @param enhanced empty if RFC 2034 does not allow an enhanced status code */
export function reply(code: number, enhanced: string, text: string): Reply {
  return { code, enhanced, text };
}

/** Formats the reply (RFC 5321 section 4.2.1): each line has the code and the enhanced code. */
export function formatReply({ code, enhanced, text }: Reply): string {
  const prefix = enhanced === '' ? '' : `${enhanced} `;
  if (!text.includes('\n')) return `${code} ${prefix}${text}\r\n`;
  const lines = text.split('\n');
  return lines
    .map((line, i) => `${code}${i === lines.length - 1 ? ' ' : '-'}${prefix}${line}\r\n`)
    .join('');
}

/** Positive completion, 2yz. */
export const isPositive = (code: number) => code >= 200 && code < 300;
/** Transient negative completion, 4yz: the client keeps the message and retries. */
export const isTransient = (code: number) => code >= 400 && code < 500;
/** Permanent negative completion, 5yz. */
export const isPermanent = (code: number) => code >= 500;

/**
 * The last detail of each subject in IANA's registry of enhanced status codes (RFC 5248). There are no gaps below it.
 * Providers use their own codes (5.7.509, 5.1.351), which reveal the provider of a real address.
 */
const LAST_DETAILS = [0, 10, 4, 6, 7, 6, 10, 30];

/** RFC 3463 section 2: class, subject, detail, without leading zeros. */
export const ENHANCED = /^[245](?:\.(?:0|[1-9]\d{0,2})){2}$/;

/** Whether an enhanced status code is registered, and not one of a single provider. */
export function isRegisteredStatus(code: string): boolean {
  if (!ENHANCED.test(code)) return false;
  const [, subject = Number.NaN, detail = Number.NaN] = code.split('.').map(Number);
  return detail <= (LAST_DETAILS[subject] ?? -1);
}
