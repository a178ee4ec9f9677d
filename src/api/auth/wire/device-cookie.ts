/**
 * The cookie of a browser in which someone was signed in: its requests for letters to that address have a budget of
 * their own.
 */

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Facility } from '#auth/facility.ts';
import { KNOWN_MS } from '#auth/letters/known-browsers.ts';
import { prefixOf } from './browser-cookie.ts';

const NAME = 'veilpost-device';

type Site = Pick<Facility, 'publicUrl'>;

/** Empty: none. */
export function deviceCookie(c: Context, { publicUrl }: Site): string {
  return getCookie(c, NAME, prefixOf(publicUrl)) ?? '';
}

/** @param email of the signed-in user; null: an anonymous one, about whom nothing is stored */
export function setDeviceCookie(
  c: Context,
  { publicUrl, browsers }: Pick<Facility, 'publicUrl' | 'browsers'>,
  email: string | null,
): void {
  if (email === null) return;
  setCookie(c, NAME, browsers.cookieOf(email), {
    ...attributes(publicUrl),
    httpOnly: true,
    // Only our own pages request letters.
    sameSite: 'Strict',
    maxAge: KNOWN_MS / 1000,
  });
}

export function clearDeviceCookie(c: Context, { publicUrl }: Site): void {
  deleteCookie(c, NAME, attributes(publicUrl));
}

/** The attributes by which the browser identifies cookies. */
function attributes(publicUrl: string) {
  const prefix = prefixOf(publicUrl);
  return { path: '/', secure: prefix !== undefined, ...(prefix !== undefined && { prefix }) };
}
