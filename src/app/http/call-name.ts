/** The name of a request in metrics: one of a small fixed set for every request. */

import { type Call, callOf } from '#api/call.ts';
import { targetOf } from '#api/target.ts';

/** @param url of the request */
export function callName(method: string, url: string): Call | 'page' | 'asset' | 'health' {
  const { path, query } = targetOf(url);
  if (path === '/' || path === '/privacy' || path === '/privacy/') return 'page';
  if (path === '/healthz') return 'health';
  if (path === '/robots.txt' || path === '/.well-known/security.txt') return 'asset';
  return path.startsWith('/assets/') ? 'asset' : callOf(method, path, query);
}
