/** Calls of the product by its owner. */

import type { ManageParts } from './script.ts';
import { failureOf, failureOfError } from './failure.ts';
import type { Failure } from './state.ts';

/** In milliseconds. */
const PATIENCE_MS = 15_000;

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
  { ask, config }: Pick<ManageParts, 'ask' | 'config'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const answer = await ask(`${config.url}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(failureOf(answer.status, text));
  return text;
}

/** A change that matches no row is answered with success and an empty list. */
export async function rows(parts: ManageParts, method: string, path: string, body?: unknown) {
  const list: unknown = JSON.parse(await call(parts, method, path, body));
  if (!Array.isArray(list) || list.length === 0) throw new Refused('failed');
  return list;
}
