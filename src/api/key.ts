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
    const token = /^Bearer (.*)$/i.exec(req.header('authorization') ?? `Bearer ${key}`)?.[1] ?? '';
    // Both are compared whatever the first comparison says: the time must not tell.
    const tokenFits = isKey(token);
    if (!isKey(given) || !tokenFits) throw new CallRefused(401, 'PGRST301', 'Invalid API key');
    await next();
  };
}

/** Of one length whatever the text, as the comparison needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest();
