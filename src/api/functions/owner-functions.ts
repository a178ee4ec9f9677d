/** Small calls of owners: the history of an alias, their data, a new switch-off link. */

import type { Context } from 'hono';
import { readRealAddress } from '#domains/real-address.ts';
import type { SenderNames } from '#mail/senders/sender-names.ts';
import { personalData } from '#store/personal-data.ts';
import { demandSecondFactor } from '../auth/user.ts';
import { readMembers } from '../body.ts';
import type { Caller } from '../caller.ts';
import { type FunctionParts, notFound, ownedAlias } from './function-call.ts';

/** `GET /functions/v1/history?alias_id=...`: the history of an alias's mail. */
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

/**
 * `GET /functions/v1/my-data`: all stored data of the caller, as a download. A session of a user with a second factor
 * must have shown it: 403 `insufficient_aal`.
 */
export async function myDataCall(
  c: Context,
  { asker: { email }, signedIn }: Caller,
  parts: FunctionParts,
): Promise<Response> {
  const { store, facility, senderNames: names, noteSealing } = parts;
  if (signedIn === undefined) throw notFound();
  await demandSecondFactor(facility, signedIn.session, 403);
  // Rows from before the canonical spelling belong to the same person.
  const earlier = email === undefined ? [] : (readRealAddress(email)?.earlier ?? []);
  const addresses = email === undefined ? [] : [email, ...earlier];
  const data = await personalData(store, signedIn.user, addresses, {
    name: (aliasId, sealed) => names?.open(aliasId, sealed),
    note: (aliasId, sealed) => noteSealing?.open(aliasId, sealed)?.text,
  });
  c.header('Content-Disposition', 'attachment; filename="veilpost-my-data.json"');
  return c.json(data);
}

const BODY_OCTETS = 512;

/** `POST /functions/v1/new-switch-off-link {alias_id}`: voids the links in earlier messages. */
export async function newSwitchOffLinkCall(
  c: Context,
  caller: Caller,
  { store, switched }: FunctionParts,
) {
  const { alias_id: id } = await readMembers(c, BODY_OCTETS);
  const { alias, owner } = await ownedAlias(store, caller, id);
  const epoch = await store.owners.renewLink(alias.id, owner);
  if (epoch === undefined) throw notFound();
  // Its next message contains the new link.
  switched(alias);
  return c.json({});
}
