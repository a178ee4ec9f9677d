/** Headers that protect the visitor; each answer of every server of ours has them. */

import type { MiddlewareHandler } from 'hono';

/** Nothing may be loaded, nothing may frame it: for answers that are no page. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS: [name: string, value: string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

/** A year, as RFC 6797 section 6.1.1 counts it; sub-domains are the operator's own affair. */
const HSTS = 'max-age=31536000';

/** @param https whether visitors come by https: RFC 6797 section 7.2 forbids the header on http */
export function securityHeaders(https: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of ALWAYS) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', CLOSED);
    // What is no page and no file is somebody's data: no cache may keep it.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    if (https) headers.set('Strict-Transport-Security', HSTS);
  };
}
