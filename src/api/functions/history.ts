/** `GET /functions/v1/history?alias_id=...`: the history of an alias's mail, for its owner. */

import type { Context } from 'hono';
import type { SenderNames } from '#mail/senders/sender-names.ts';
import type { Caller } from '../caller.ts';
import { type FunctionParts, ownedAlias } from './function-call.ts';

export async function historyCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { store, lastArrivals, writeHistory, senderNames: names } = parts;
  const { alias } = await ownedAlias(store, caller, c.req.query('alias_id'));
  await writeHistory();
  const { events, days } = await store.history.of(alias.id);
  return c.json({
    events: events.map(({ at, kind, domain, reason, code, host, name }) => ({
      at: time(at),
      kind,
      domain,
      reason,
      code,
      host,
      ...shown(alias.id, names, name === undefined ? undefined : names?.open(alias.id, name)),
    })),
    days: days.map(({ day, delivered }) => ({ day: time(day).slice(0, 10), delivered })),
    last: lastArrivals(alias.id).map(({ at, domain, author }) => ({
      at: time(at),
      domain,
      ...shown(alias.id, names, author),
    })),
  });
}

/** @param author undefined: no author is authenticated, or an earlier secret has sealed the name */
const shown = (aliasId: string, names: SenderNames | undefined, author: string | undefined) =>
  names && author !== undefined && { sender: names.of(aliasId, author), author };

/** ISO 8601, UTC. */
const time = (ms: number): string => new Date(ms).toISOString();
