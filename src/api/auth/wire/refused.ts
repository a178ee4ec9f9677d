/** Errors of the session facility in GoTrue's wire format: https://supabase.com/docs/guides/auth/debugging/error-codes */

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallRefused } from '../../errors.ts';

/** An error response: thrown at its cause, written by `writeRefusal`. */
export class AuthRefused extends Error {
  override readonly name = 'AuthRefused';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Seconds for the header Retry-After; undefined: none. */
  readonly retryAfter: number | undefined;
  /** More members of the body, such as `weak_password`. */
  readonly more: Record<string, unknown>;
  /** Whether the response has the headers that the call has set before it was rejected. */
  keepsHeaders = false;

  /** @param message without an address, a token or a remote server's words */
  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { retryAfter, ...more }: { retryAfter?: number; [name: string]: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.more = more;
  }
}

/** RFC 6749 section 5.2: invalid requests to the token call. */
export class OAuthRefused extends Error {
  override readonly name = 'OAuthRefused';
  readonly error: 'invalid_request' | 'unsupported_grant_type';

  constructor(error: OAuthRefused['error'], message: string) {
    super(message);
    this.error = error;
  }
}

export const invalid = (message: string) => new AuthRefused(400, 'validation_failed', message);
export const tooSoon = (seconds: number, code = 'over_email_send_rate_limit') =>
  new AuthRefused(
    429,
    code,
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  );
export const tooMany = (seconds: number) =>
  new AuthRefused(429, 'over_request_rate_limit', `Please wait ${seconds} seconds.`, {
    retryAfter: seconds,
  });
/** The second factor is missing. */
export const notEnough = (status: 401 | 403 | 422) =>
  new AuthRefused(status, 'insufficient_aal', 'A second factor must be verified first.');
/** Wrong, used and expired alike. */
export const otpExpired = () =>
  new AuthRefused(403, 'otp_expired', 'Token has expired or is invalid');

/** A way to sign in that is not offered here, in the words that applications match on. */
export const notOffered =
  (status: 400 | 404 | 422, code: string, message: string) => async (): Promise<never> => {
    throw new AuthRefused(status, code, message);
  };

const VERSION = 'x-supabase-api-version';
/** From this version on `code` is the error's name. */
const NAMED_CODES = '2024-01-01';

/** Rethrows the error; its response has the headers that were set before. */
export function keepingHeaders(error: unknown): never {
  if (error instanceof AuthRefused) error.keepsHeaders = true;
  throw error;
}

/** @returns undefined for an error of another kind */
export function writeRefusal(c: Context, error: unknown): Response | undefined {
  if (error instanceof OAuthRefused) {
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  const refused = error instanceof CallRefused ? translated(error) : error;
  if (!(refused instanceof AuthRefused)) return undefined;
  const { status, code, message, retryAfter, more } = refused;
  const version = c.req.header(VERSION) ?? '';
  const named = /^\d{4}-\d\d-\d\d$/.test(version) && version >= NAMED_CODES;
  const body = named
    ? { code, message, ...more }
    : { code: status, error_code: code, msg: message, ...more };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-sb-error-code': code,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(named && { [VERSION]: version }),
  };
  // Only the guard, and calls that keep its headers, set headers before a refusal. A Response without Hono saves a
  // tenth of a forged token's refusal.
  return error instanceof CallRefused || refused.keepsHeaders
    ? c.json(body, status, headers)
    : new Response(JSON.stringify(body), { status, headers });
}

/** Refusals by the shared parts of all calls, by status. */
const CODES = new Map<number, string>([
  [400, 'bad_json'],
  [413, 'request_too_large'],
  [414, 'validation_failed'],
  [415, 'bad_json'],
  [429, 'over_request_rate_limit'],
  [503, 'unexpected_failure'],
]);

/** The same refusal in auth/v1's own words. */
function translated({ status, message, body }: CallRefused): AuthRefused | CallRefused {
  const code = CODES.get(status);
  if (code !== undefined) {
    return new AuthRefused(status === 415 ? 400 : status, code, message);
  }
  // The key guard's usual refusal.
  return body.code.startsWith('PGRST30')
    ? new CallRefused(status, body.code, message)
    : new AuthRefused(status, 'unexpected_failure', message);
}
