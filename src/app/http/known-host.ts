/** Keeps pages of other sites out of servers without a login that are for people on this machine. */

import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';

/**
 * Answers only requests that name this server by an IP address or as localhost. A web page can point its own name at
 * 127.0.0.1 (DNS rebinding) and could then read our responses, but its requests still carry its name.
 */
export const knownHost: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 || hostname === 'localhost') return await next();
  return c.text('Please open this server by its IP address.\n', 421);
};
