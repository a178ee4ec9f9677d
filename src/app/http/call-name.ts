/** The name of a request in metrics: one of a small fixed set. */

import type { HonoRequest } from 'hono';
import { type Call, callOf } from '#api/call.ts';
import { targetOf } from '#api/target.ts';

type Named = Call | 'page' | 'asset' | 'health';

/** `path` is without escapes, as the routes are matched. */
export function callName({
  method,
  path,
  url,
}: Pick<HonoRequest, 'method' | 'path' | 'url'>): Named {
  if (path === '/' || path === '/privacy' || path === '/privacy/') return 'page';
  if (path === '/healthz') return 'health';
  if (path === '/robots.txt' || path === '/.well-known/security.txt') return 'asset';
  return path.startsWith('/assets/') ? 'asset' : callOf(method, path, targetOf(url).query);
}
