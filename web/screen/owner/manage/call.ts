/** Calls of the product by its owner. */

import type { ManageParts } from './script.ts';

/** The reason for an owner's failed call. */
export type Failure =
  /** The action waits for a code of the second factor, and then runs again. */
  | 'secondFactor'
  | 'wrongCode'
  | 'busy'
  | 'taken'
  | 'full'
  | 'refused'
  | 'cancelled'
  | 'unreachable'
  | 'failed';

/**
 * From the words of the answer.
 * @param status of HTTP
 * @param text any text with the error's code
 */
export function failureOf(status: number, text: string): Failure {
  if (text.includes('insufficient_aal')) return 'secondFactor';
  if (/mfa_(?:verification_failed|challenge_expired)|otp_expired/.test(text)) return 'wrongCode';
  if (status === 429) return 'busy';
  if (text.includes('email_exists')) return 'taken';
  if (text.includes('too_many_rules')) return 'full';
  if (/email_address_invalid|no_reply_address|validation_failed/.test(text)) return 'refused';
  if (/NotAllowedError|CEREMONY_ABORTED/.test(text)) return 'cancelled';
  return status === 0 || status >= 500 ? 'unreachable' : 'failed';
}

/** The reason of any thrown value, of our own calls and of auth-js, which puts status and code of the answer into its errors. */
export function failureOfAny(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  if (typeof error !== 'object' || error === null) return 'failed';
  const { status, code, name, cause }: Record<string, unknown> = { ...error };
  const said = [code, name, error instanceof Error ? error.name : '', cause].join(' ');
  return failureOf(typeof status === 'number' ? status : said.includes('WebAuthn') ? 400 : 0, said);
}

/** The server has refused a call. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

/** @returns the body */
export async function call(
  parts: Pick<ManageParts, 'call'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const { status, text } = await parts.call(method, path, body);
  if (status >= 300) throw new Refused(failureOf(status, text));
  return text;
}

/** A change that matches no row is answered with success and an empty list. */
export async function rows(parts: ManageParts, method: string, path: string, body?: unknown) {
  const list: unknown = JSON.parse(await call(parts, method, path, body));
  if (!Array.isArray(list) || list.length === 0) throw new Refused('failed');
  return list;
}

/**
 * A setting of the alias. A Supabase project does not have it, nor does a server without the feature.
 * @throws if it cannot be read
 */
export async function readSetting(parts: ManageParts, id: string, name: string): Promise<unknown> {
  const path = `rest/v1/alias_states?alias_id=eq.${id}&select=${name}`;
  const [row]: Record<string, unknown>[] = await rows(parts, 'GET', path);
  return row?.[name];
}

/** @throws if it was not stored */
export const changeSetting = (parts: ManageParts, id: string, setting: object) =>
  rows(parts, 'PATCH', `rest/v1/alias_states?alias_id=eq.${id}`, setting);

/** auth-js returns its errors. */
export function throwError({ error }: { error: unknown }): void {
  if (error) throw error;
}
