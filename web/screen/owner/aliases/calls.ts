/** Calls of `functions/v1` about an owner's aliases. */

import type { OwnerParts } from '../../owner-slot.tsx';

/** An answer of the server; `seconds` to wait, if it names them. */
export type Answered = { status: number; text: string; seconds: number };

/** @throws if no answer comes */
export type OwnersCall = (method: string, path: string, body?: object) => Promise<Answered>;

/** In milliseconds. */
const PATIENCE_MS = 15_000;

export function ownersCall({ ask, config }: Pick<OwnerParts, 'ask' | 'config'>): OwnersCall {
  return async (method, path, body) => {
    const answer = await ask(`${config.url}/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status, headers } = answer;
    return { status, text: await answer.text(), seconds: Number(headers.get('Retry-After') ?? 60) };
  };
}
