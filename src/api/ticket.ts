/** The ticket of a browser: it proves which aliases were made there, until they are confirmed. */

import { hash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** 32 octets in base64url. */
const TICKET = /^[\w-]{43}$/;

/** @returns SHA-256, hexadecimal, as the store has it; undefined: the request has no ticket, or an invalid one */
export function ticketOf(request: HonoRequest): string | undefined {
  const header = request.header('x-alias-ticket');
  if (header === undefined || !TICKET.test(header)) return undefined;
  return hash('sha256', header, 'hex');
}
