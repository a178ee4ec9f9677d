/** An HTTP server on Node for a fetch handler, with limits on what a client may cost. */

import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import { isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { begunInTurns } from './begun-in-turns.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

/** Longest request line and headers together, in octets: room for the longest call and a proxy's additions. */
const HEADER_OCTETS = 16_384;

/** Longest time without progress while a client reads a complete response, in milliseconds. */
const UNREAD_MS = 30_000;

/**
 * The host name of a request without Host: HTTP/1.0 does not have the field (RFC 1945), and health checks of load
 * balancers still use it. Every browser sends one. HTTP/1.1 requires it (RFC 9112 section 3.2), and Node answers 400
 * without it.
 */
const NO_HOST = 'localhost';

/**
 * The server listens only after `listen`. Timeouts are in milliseconds; RFC 9112 section 9.8 leaves them to us. A
 * client that sends slowly is answered 408 and closed, too many headers are answered 431. A client that reads nothing
 * is closed.
 * @param headers of every response that does not set them itself
 * @param unread milliseconds without progress after which a connection with a complete response is closed
 */
export function createHttpServer(
  fetch: Fetch,
  headers: OutgoingHttpHeaders = {},
  unread = UNREAD_MS,
): Server {
  // The listener replaces the global Response by one that holds a text as it is. Node's own makes a stream of it, which
  // is half the cost of a lookup.
  const answer = getRequestListener(fetch, { hostname: NO_HOST });
  const inTurns = begunInTurns();
  const always = Object.entries(headers);
  const server = createServer(
    {
      maxHeaderSize: HEADER_OCTETS,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      noDelay: true,
    },
    (request, response) => {
      // While the server closes, it does not wait for a connection that has become idle.
      response.once('close', () => {
        if (!server.listening) setImmediate(() => server.closeIdleConnections());
      });
      // Node has no limit for it. The time starts when the response is complete, as preparing one may take long; the
      // next request ends it.
      response.once('prefinish', () => response.socket?.setTimeout(unread));
      for (const [name, value] of always) if (value !== undefined) response.setHeader(name, value);
      inTurns(() => {
        if (!response.destroyed) void answer(request, response);
      });
    },
  );
  server.maxHeadersCount = 100;
  server.maxConnections = 10_000;
  return server;
}

/** Stops accepting, lets requests in flight finish, and closes idle connections at once, like Node's `close`. */
export const closeHttpServer = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/**
 * Keeps pages of other sites out of servers without a login that are for people on this machine: it answers only requests that name this server by an IP address or as localhost. A web page can point its own name at
 * 127.0.0.1 (DNS rebinding) and could then read our responses, but its requests still carry its name.
 */
export const knownHost: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 || hostname === 'localhost') return await next();
  return c.text('Please open this server by its IP address.\n', 421);
};

/**
 * Headers that protect the visitor: every response of our servers has them, unless it sets its own.
 * @param https whether visitors come by https: RFC 6797 section 7.2 forbids Strict-Transport-Security on http
 */
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
