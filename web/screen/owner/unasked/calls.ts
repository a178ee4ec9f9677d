/** What someone has made for the address of the session: rows of `rest/v1/unconfirmed_aliases`. */

import type { OwnerParts } from '../../owner-slot.tsx';
import { askServer, type ServerParts } from '../call.ts';
import type { OwnerAnswer } from '../events.ts';

/**
 * Carries out 'readUnasked': the aliases that the owner decides on. Those of this browser are kept at once: other servers
 * do not recognize the browser when a session begins.
 */
export async function unaskedOf(parts: OwnerParts, owner: string): OwnerAnswer {
  try {
    const answer = await ask(parts, '', {});
    // An older server.
    if (answer.status === 404) return { type: 'unaskedTold', owner, rows: [], kept: false };
    const all = await rowsOf(answer);
    const mine = all.filter(({ made_here }) => made_here === true);
    const kept = await Promise.all(mine.map(({ alias_id }) => decide(parts, alias_id, true)));
    const rows = all
      .filter((row) => !mine.includes(row))
      .map(({ alias_id, alias_email }) => ({ id: alias_id, alias: alias_email }));
    return { type: 'unaskedTold', owner, rows, kept: kept.includes(true) };
  } catch {
    // The next visit to the page asks again.
  }
}

/** Carries out 'answerUnasked'. */
export async function answered(parts: OwnerParts, id: string, keep: boolean): OwnerAnswer {
  try {
    await decide(parts, id, keep);
    return { type: 'unaskedEnded', id, keep, done: true };
  } catch {
    // The session may have ended meanwhile.
    if (parts.sessions.kept()) return { type: 'unaskedEnded', id, keep, done: false };
    return { type: 'left', farewell: undefined };
  }
}

/** Keeps or deletes an alias. @returns false: it is gone, or was kept elsewhere @throws if the server does not say */
async function decide(parts: ServerParts, id: string, keep: boolean): Promise<boolean> {
  const answer = await ask(parts, `?alias_id=eq.${id}`, {
    method: keep ? 'PATCH' : 'DELETE',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    ...(keep && { body: '{"kept":true}' }),
  });
  return (await rowsOf(answer)).length > 0;
}

type Row = { alias_id: string; alias_email: string; made_here?: boolean };

async function rowsOf(answer: Response): Promise<Row[]> {
  const rows: unknown = await answer.json();
  if (answer.ok && Array.isArray(rows)) return rows;
  throw new Error('no list');
}

const ask = (parts: ServerParts, query: string, init: RequestInit) =>
  askServer(parts, `rest/v1/unconfirmed_aliases${query}`, init);
