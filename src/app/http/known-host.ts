/** Keeps other sites' pages out of servers that have no login and are meant for people on this machine. */

import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';

/**
 * Answers only requests that name this server by an IP address or as localhost. A page on the web can point its own
 * name at 127.0.0.1 (DNS rebinding) and would then read what is served here; its requests still carry its name.
 */
export const knownHost: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 || hostname === 'localhost') return await next();
  return c.text('Please open this server by its IP address.\n', 421);
};
