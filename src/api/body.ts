/** A request's body as JSON: bounded and checked before anything is parsed. */

import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CallRefused } from './errors.ts';

/** Refuses a body above `octets` as soon as it is announced, or as soon as it has sent more. */
export function boundBody(octets: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: octets,
    onError: () => {
      throw new CallRefused(413, 'PGRST102', `The body is longer than ${octets} octets.`);
    },
  });
}

/**
 * The body as parsed JSON; keys such as `__proto__` are then ordinary own properties (JSON.parse defines, never assigns).
 * @throws CallRefused 415 where the content type is another one, 400 where it is not UTF-8 or not JSON
 */
export async function readJson({ req }: Context): Promise<unknown> {
  const type = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new CallRefused(415, 'PGRST107', 'The Content-Type must be application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await req.arrayBuffer()));
  } catch {
    throw new CallRefused(400, 'PGRST102', 'The body is not JSON.');
  }
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
