/** The pause of an alias: a row of `rest/v1/alias_states`. Its end is ISO 8601; null: mail is forwarded. */

import type { Answered, OwnersParts } from '../call.ts';
import type { OwnerAnswer } from '../events.ts';
import type { OwnerState } from '../state.ts';

/** @returns as it is stored now @throws if it was not stored; the error has the answer's status and code */
export const storePause = async (parts: OwnersParts, id: string, until: string | null) =>
  endOf(await ask(parts, 'PATCH', id, { paused_until: until }));

const ask = ({ call }: OwnersParts, method: string, query: string, body?: object) =>
  call(method, `rest/v1/alias_states?alias_id=eq.${query}`, body);

function endOf({ status, text }: Answered): string | null {
  // A change that matches no row is answered with success and an empty list.
  const [row]: { paused_until?: unknown }[] = status < 300 ? JSON.parse(text) : [];
  if (row) return typeof row.paused_until === 'string' ? row.paused_until : null;
  throw Object.assign(new Error('no pause'), { status, code: text });
}

/** Carries out 'readPause'. */
export async function pauseOf(
  parts: OwnersParts,
  id: string,
  state: () => OwnerState,
): OwnerAnswer {
  const { pause: known } = state();
  try {
    // Another address than that of the change: a browser's cache delays one while the other is under way.
    const answer = await ask(parts, 'GET', `${id}&select=paused_until`);
    // Undefined: the server has no pauses.
    const until = answer.status === 404 ? undefined : endOf(answer);
    // A pause that was made or ended meanwhile is newer.
    if (state().pause === known) return { type: 'pauseTold', id, until };
  } catch {
    // The next visit to the page asks again.
  }
}

/** Carries out 'endPause'. */
export async function endPause(parts: OwnersParts, id: string): OwnerAnswer {
  try {
    return { type: 'pauseTold', id, until: await storePause(parts, id, null) };
  } catch {
    return parts.sessions.kept() ? { type: 'pauseNotEnded', id } : { type: 'sessionEnded' };
  }
}
