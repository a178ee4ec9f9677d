/** Calls on an owner's aliases and account, for the scripts that are loaded on demand. */

import { askServer, type ServerParts } from './ask-server.ts';

/** An answer of the server; `seconds` to wait, if it names them. */
export type Answered = { status: number; text: string; seconds: number };

/** @throws if no answer comes */
export type OwnersCall = (method: string, path: string, body?: unknown) => Promise<Answered>;

export function ownersCall(parts: ServerParts): OwnersCall {
  return async (method, path, body) => {
    const answer = await askServer(parts, path, {
      method,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers } = answer;
    return { status, text: await answer.text(), seconds: Number(headers.get('Retry-After') ?? 60) };
  };
}
