/** A visitor's call to the api: with the token of the owner's session, else with the public key; and the ticket. */

import { type Ticket, TICKET_FIELD } from './ticket.ts';

/** The same as `fetch`, with its `Authorization` set. */
export type Ask = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Tokens of the kept session; undefined: there is none, or it has ended, and the call is a stranger's. */
export type Tokens = {
  /** @throws if it must be renewed, and cannot be now */
  current: () => Promise<string | undefined>;
  /** A newer token than the refused one. @throws if it cannot be renewed now */
  renewed: () => Promise<string | undefined>;
  /** Forgets the session. */
  drop: () => void;
};

/** @param key the public anonymous key */
export function createAsk(key: string, ticket: Pick<Ticket, 'current'>, tokens: Tokens): Ask {
  return async (input, init) => {
    const send = (token = key) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', key);
      headers.set('Authorization', `Bearer ${token}`);
      const shown = ticket.current();
      if (shown !== undefined) headers.set(TICKET_FIELD, shown);
      return fetch(input, { ...init, headers });
    };
    const token = await tokens.current();
    const answer = await send(token);
    if (token === undefined || answer.status !== 401) return answer;
    const renewed = await tokens.renewed();
    const second = await send(renewed);
    if (renewed === undefined || second.status !== 401) return second;
    tokens.drop();
    return send();
  };
}
