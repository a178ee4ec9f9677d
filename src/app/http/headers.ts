/** Headers that protect the visitor; every response of our servers has them, unless it sets its own. */

import type { OutgoingHttpHeaders } from 'node:http';

/** @param https whether visitors come by https: RFC 6797 section 7.2 forbids Strict-Transport-Security on http */
export function securityHeaders(https: boolean): OutgoingHttpHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // For responses that are not pages: nothing may be loaded, nothing may frame them.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // All other responses hold personal data: no cache may keep them.
    'Cache-Control': 'no-store',
    // A year, as RFC 6797 section 6.1.1 counts it; subdomains are the operator's own affair.
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
