/** What someone has made for the address of the session: rows of `rest/v1/unconfirmed_aliases`. */

import type { Answered, OwnersParts } from '../call.ts';
import type { OwnerAnswer } from '../events.ts';

/**
 * Carries out 'readUnasked': the aliases that the owner decides on. Those of this browser are kept at once: other servers
 * do not recognize the browser when a session begins.
 */
export async function unaskedOf(parts: OwnersParts, owner: string): OwnerAnswer {
  try {
    const answer = await ask(parts, 'GET');
    // An older server.
    if (answer.status === 404) return { type: 'unaskedTold', owner, rows: [], kept: false };
    const all = rowsOf(answer);
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
export async function answered(parts: OwnersParts, id: string, keep: boolean): OwnerAnswer {
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
async function decide(parts: OwnersParts, id: string, keep: boolean): Promise<boolean> {
  const query = `?alias_id=eq.${id}`;
  const answer = keep ? ask(parts, 'PATCH', query, { kept: true }) : ask(parts, 'DELETE', query);
  return rowsOf(await answer).length > 0;
}

type Row = { alias_id: string; alias_email: string; made_here?: boolean };

function rowsOf({ status, text }: Answered): Row[] {
  const rows: unknown = JSON.parse(text);
  if (status < 300 && Array.isArray(rows)) return rows;
  throw new Error('no list');
}

const ask = ({ call }: OwnersParts, method: string, query = '', body?: object) =>
  call(method, `rest/v1/unconfirmed_aliases${query}`, body);
