/** The public anonymous key. It is no secret - the page carries it - but nothing is answered without it. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { CallRefused } from './errors.ts';

/**
 * Demands the key in the header `apikey`, as Supabase's gateway does; where an Authorization header is present it
 * must carry the very same key, so no other token (`alg=none` or well signed) ever means anything here.
 */
export function demandKey(key: string): MiddlewareHandler {
  const expected = digest(key);
  const isKey = (given: string) => timingSafeEqual(digest(given), expected);
  return async ({ req }, next) => {
    const given = req.header('apikey');
    if (given === undefined) {
      throw new CallRefused(401, 'PGRST302', 'No API key found in request');
    }
    const authorization = req.header('authorization');
    const keys = authorization === undefined ? [given] : [given, bearerToken(authorization)];
    // Each is compared whatever the others are: the time must not tell.
    if (keys.map(isKey).includes(false)) throw new CallRefused(401, 'PGRST301', 'Invalid API key');
    await next();
  };
}

/** RFC 6750 section 2.1; empty where it is another scheme. */
const bearerToken = (authorization: string) => /^Bearer (.*)$/i.exec(authorization)?.[1] ?? '';

/** Of one length whatever the text, as the comparison needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest();
