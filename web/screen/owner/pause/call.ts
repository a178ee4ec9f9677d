/** The pause of an alias: a row of `rest/v1/alias_states`. Its end is ISO 8601; null: mail is forwarded. */

import { askServer, type ServerParts } from '../ask-server.ts';

/** @returns undefined: the server has no pauses @throws if it does not say */
export async function readPause(
  parts: ServerParts,
  id: string,
): Promise<string | null | undefined> {
  // Another address than that of the change: a browser's cache delays one while the other is under way.
  const answer = await ask(parts, `${id}&select=paused_until`, {});
  return answer.status === 404 ? undefined : endOf(answer);
}

/** @returns as it is stored now @throws if it was not stored; the error has the answer's status and code */
export async function storePause(
  parts: ServerParts,
  id: string,
  until: string | null,
): Promise<string | null> {
  const answer = await ask(parts, id, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify({ paused_until: until }),
  });
  return endOf(answer);
}

const ask = (parts: ServerParts, query: string, init: RequestInit) =>
  askServer(parts, `rest/v1/alias_states?alias_id=eq.${query}`, init);

async function endOf(answer: Response): Promise<string | null> {
  const text = await answer.text();
  // A change that matches no row is answered with success and an empty list.
  const [row]: { paused_until?: unknown }[] = answer.ok ? JSON.parse(text) : [];
  if (row) return typeof row.paused_until === 'string' ? row.paused_until : null;
  throw Object.assign(new Error('no pause'), { status: answer.status, code: text });
}
