/** The extensions in a server's EHLO reply (RFC 5321 section 4.1.1.1) that we use. */

import type { FarReply } from './reply-parser.ts';

export type Extensions = {
  /** RFC 2920. */
  readonly pipelining: boolean;
  /** RFC 6152. */
  readonly eightBitMime: boolean;
  /** RFC 6531. */
  readonly smtpUtf8: boolean;
  /** RFC 3207. */
  readonly startTls: boolean;
  /** RFC 1870: undefined if SIZE is not offered, 0 if the server does not declare a limit. */
  readonly size: number | undefined;
  /** Mechanisms of RFC 4954, upper case. */
  readonly auth: readonly string[];
};

/** The extensions of a server that supports only HELO: none. */
export const NO_EXTENSIONS: Extensions = {
  pipelining: false,
  eightBitMime: false,
  smtpUtf8: false,
  startTls: false,
  size: undefined,
  auth: [],
};

/** @param ehlo a 250 reply to EHLO; its first line is the greeting */
export function parseExtensions(ehlo: FarReply): Extensions {
  const offered = new Map<string, string[]>();
  for (const line of ehlo.lines.slice(1)) {
    // RFC 5321 section 4.1.1.1: keywords do not depend on case. `AUTH=PLAIN` is an old form that still occurs.
    const [keyword = '', ...parameters] = line.trim().toUpperCase().split(/[ =]+/);
    const before = offered.get(keyword);
    if (before === undefined) offered.set(keyword, parameters);
    else for (const parameter of parameters) before.push(parameter);
  }
  const size = offered.get('SIZE');
  return {
    pipelining: offered.has('PIPELINING'),
    eightBitMime: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    startTls: offered.has('STARTTLS'),
    size: size && (/^\d{1,15}$/.test(size[0] ?? '') ? Number(size[0]) : 0),
    auth: offered.get('AUTH') ?? [],
  };
}
