/** The cookie of a browser at a provider, so that only this browser's response counts (RFC 9700 section 4.7). */

import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { FLOW_MS } from '#auth/accounts/pkce.ts';

const NAME = 'veilpost-flow';

/** A name that no neighbouring domain can set (RFC 6265bis section 4.1.3.2); browsers only accept it over https. */
export const prefixOf = (publicUrl: string): 'host' | undefined =>
  publicUrl.startsWith('https:') ? 'host' : undefined;

/** Empty: none. */
export function browserCookie(c: Context, publicUrl: string): string {
  return getCookie(c, NAME, prefixOf(publicUrl)) ?? '';
}

export function setBrowserCookie(c: Context, publicUrl: string, value: string): void {
  const prefix = prefixOf(publicUrl);
  setCookie(c, NAME, value, {
    path: '/',
    httpOnly: true,
    // The provider's redirect comes from another site.
    sameSite: 'Lax',
    maxAge: FLOW_MS / 1000,
    secure: prefix !== undefined,
    ...(prefix !== undefined && { prefix }),
  });
}
