/** `GET /functions/v1/history?alias_id=...`: the history of an alias's mail, for its owner. */

import type { Store } from '#store/store.ts';
import type { CallOfCaller } from '../caller.ts';
import { ownedAlias } from './owned-alias.ts';

export type HistoryCallOptions = {
  store: Pick<Store, 'aliasById' | 'history'>;
  /** Writes this node's pending history, so that an owner sees a mail of a moment ago. Never rejects. */
  writeHistory: () => Promise<void>;
  /** The last delivered mails, newest first, as far as this node knows. Times are milliseconds since 1970. */
  lastArrivals: (aliasId: string) => readonly { at: number; domain: string }[];
};

export function historyCall({
  store,
  lastArrivals,
  writeHistory,
}: HistoryCallOptions): CallOfCaller {
  return async (c, caller) => {
    const { alias } = await ownedAlias(store, caller, c.req.query('alias_id'));
    await writeHistory();
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
