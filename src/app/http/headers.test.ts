import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityHeaders } from './headers.ts';

test('no response may be framed, embedded by another site, sniffed or cached, and no link from it sends a Referer', () => {
  assert.deepEqual(securityHeaders(false), {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  });
});
