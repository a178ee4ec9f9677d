/**
 * What a call's headers prove: the public anonymous key, a token, a browser's ticket. The key is not a secret - the page
 * contains it - but every call requires it.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import type { HonoRequest } from 'hono';
import { CallRefused } from './errors.ts';

/** `with-token`: the call itself checks the header Authorization. `none`: a browser opens the address directly. */
export type KeyRule = 'with-token' | 'none';

/**
 * Requires the key in the header `apikey`, like Supabase's gateway.
 * @returns a function that throws CallRefused for a request without it
 */
export function keyDemand(key: string, rule: KeyRule): (req: HonoRequest) => void {
  const expected = Buffer.from(key);
  const isKey = (text: string) => {
    const given = Buffer.from(text);
    // Its length is not a secret: every page shows the key.
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return (req) => {
    if (rule === 'none') return;
    const given = req.header('apikey');
    if (given === undefined) {
      throw new CallRefused(401, 'PGRST302', 'No API key found in request');
    }
    if (!isKey(given)) throw new CallRefused(401, 'PGRST301', 'Invalid API key');
  };
}

/** RFC 6750 section 2.1; empty if it is another scheme. */
export const bearerToken = (authorization: string) =>
  /^Bearer (.*)$/i.exec(authorization)?.[1] ?? '';

/** 32 octets in base64url. */
const TICKET = /^[\w-]{43}$/;

/**
 * The ticket of a browser: it proves which aliases were made there, until they are confirmed.
 * @returns SHA-256, hexadecimal, as the store has it; undefined: the request has no ticket, or an invalid one
 */
export function ticketOf(request: HonoRequest): string | undefined {
  const header = request.header('x-alias-ticket');
  if (header === undefined || !TICKET.test(header)) return undefined;
  return hash('sha256', header, 'hex');
}
