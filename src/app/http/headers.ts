/** Headers that protect the visitor; each answer of every server of ours has them, unless it sets its own. */

import type { OutgoingHttpHeaders } from 'node:http';

/** @param https whether visitors come by https: RFC 6797 section 7.2 forbids Strict-Transport-Security on http */
export function securityHeaders(https: boolean): OutgoingHttpHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // For answers that are no page: nothing may be loaded, nothing may frame it.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // All other answers hold personal data: no cache may keep them.
    'Cache-Control': 'no-store',
    // A year, as RFC 6797 section 6.1.1 counts it; sub-domains are the operator's own affair.
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
