/** The name of a request in metrics: from a small fixed set, whatever a client sends. */

import { type Call, callOf } from '#api/call.ts';

export function callName(method: string, url: URL): Call | 'page' | 'asset' | 'health' {
  const { pathname } = url;
  if (pathname === '/') return 'page';
  if (pathname === '/healthz') return 'health';
  return pathname.startsWith('/assets/') ? 'asset' : callOf(method, url);
}
