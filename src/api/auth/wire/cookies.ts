/**
 * Two cookies. One is of a browser at a provider, so that only this browser's response counts (RFC 9700 section 4.7).
 * The other is of a browser in which someone was signed in: its requests for letters to that address have a budget of
 * their own.
 */

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { FLOW_MS } from '#auth/accounts/pkce.ts';
import type { Facility } from '#auth/facility.ts';
import { KNOWN_MS } from '#auth/letters/known-browsers.ts';

const FLOW = 'veilpost-flow';
const DEVICE = 'veilpost-device';

/** A name that no neighbouring domain can set (RFC 6265bis section 4.1.3.2); browsers only accept it over https. */
const prefixOf = (publicUrl: string): 'host' | undefined =>
  publicUrl.startsWith('https:') ? 'host' : undefined;

/** The attributes by which the browser identifies cookies. */
function attributes(publicUrl: string) {
  const prefix = prefixOf(publicUrl);
  return { path: '/', secure: prefix !== undefined, ...(prefix !== undefined && { prefix }) };
}

/** Empty: none. */
export function browserCookie(c: Context, publicUrl: string): string {
  return getCookie(c, FLOW, prefixOf(publicUrl)) ?? '';
}

export function setBrowserCookie(c: Context, publicUrl: string, value: string): void {
  setCookie(c, FLOW, value, {
    ...attributes(publicUrl),
    httpOnly: true,
    // The provider's redirect comes from another site.
    sameSite: 'Lax',
    maxAge: FLOW_MS / 1000,
  });
}

type Site = Pick<Facility, 'publicUrl'>;

/** Empty: none. */
export function deviceCookie(c: Context, { publicUrl }: Site): string {
  return getCookie(c, DEVICE, prefixOf(publicUrl)) ?? '';
}

/** @param email of the signed-in user; null: an anonymous one, about whom nothing is stored */
export function setDeviceCookie(
  c: Context,
  { publicUrl, browsers }: Pick<Facility, 'publicUrl' | 'browsers'>,
  email: string | null,
): void {
  if (email === null) return;
  setCookie(c, DEVICE, browsers.cookieOf(email), {
    ...attributes(publicUrl),
    httpOnly: true,
    // Only our own pages request letters.
    sameSite: 'Strict',
    maxAge: KNOWN_MS / 1000,
  });
}

export function clearDeviceCookie(c: Context, { publicUrl }: Site): void {
  deleteCookie(c, DEVICE, attributes(publicUrl));
}
