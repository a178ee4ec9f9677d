/** Calls of the product by its owner. */

import { type Failure, failureOf, failureOfError } from './failure.ts';
import type { ManageParts } from './script.ts';

/** The server has refused a call. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

/** The reason of any thrown value, of our own calls and of auth-js. */
export const failureOfAny = (error: unknown): Failure =>
  error instanceof Refused ? error.failure : failureOfError(error);

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
