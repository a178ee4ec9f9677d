/** `GET /functions/v1/history?alias_id=...`: what happened to the mail of an alias, for its owner. */

import type { Context } from 'hono';
import { type OwnerCallOptions, ownedAlias } from './owned-alias.ts';

export type HistoryCallOptions = OwnerCallOptions & {
  /** The last mails that arrived, newest first, as far as this node knows. Times are milliseconds since 1970. */
  lastArrivals: (aliasId: string) => readonly { at: number; domain: string }[];
};

export function historyCall(options: HistoryCallOptions): (c: Context) => Promise<Response> {
  const { store, lastArrivals } = options;
  return async (c) => {
    const { alias } = await ownedAlias(options, c, c.req.query('alias_id'));
    const { events, days } = await store.history.of(alias.id);
    return c.json({
      events: events.map((event) => ({ ...event, at: time(event.at) })),
      days: days.map(({ day, delivered }) => ({ day: time(day).slice(0, 10), delivered })),
      last: lastArrivals(alias.id).map(({ at, domain }) => ({ at: time(at), domain })),
    });
  };
}

/** ISO 8601, UTC. */
const time = (ms: number): string => new Date(ms).toISOString();
