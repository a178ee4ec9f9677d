/** All stored data of a person, as JSON: for the person's own download, and for requests to the operator. */

import type { ApiKey } from './sessions/api-keys.ts';
import type { Factor } from './sessions/factors.ts';
import type { Identity } from './sessions/identities.ts';
import type { Passkey } from './sessions/passkeys.ts';
import type { AuthSession } from './sessions/sessions.ts';
import type { User } from './sessions/users.ts';
import type { ComplaintDay } from './history/complaint-store.ts';
import type { History } from './history/history-store.ts';
import type { AliasNote } from './owners/notes.ts';
import type { KnownSender } from './owners/sender-store.ts';
import type { Alias, OwnedAlias, Store } from './store.ts';

type Json = Record<string, unknown>;

/** Opens a text that was sealed for an alias; undefined if no accepted secret has sealed it. */
type Open = (aliasId: string, sealed: string) => string | undefined;

/** Of the names of senders, and of the owner's notes. */
export type OpenTexts = { name: Open; note: Open };

/**
 * Times are ISO 8601, UTC. Secrets are left out: passwords, keys, tickets, codes and hashes of them.
 * @param user undefined: these addresses have no user
 * @param addresses the person's real address, in every spelling that a row may have
 * @throws StoreUnavailable
 */
export async function personalData(
  store: Pick<
    Store,
    'auth' | 'aliasesOf' | 'history' | 'complaints' | 'senders' | 'notes' | 'plans'
  >,
  user: User | undefined,
  addresses: readonly string[],
  { name: openName, note: openNote }: OpenTexts,
) {
  const { identities, sessions, factors, passkeys, apiKeys } = store.auth;
  const of = async <Row>(
    rows: { of(userId: string): Promise<Row[]> },
    shape: (row: Row) => Json,
  ) => (user === undefined ? [] : (await rows.of(user.id)).map(shape));
  const owned = (await Promise.all(addresses.map((one) => store.aliasesOf(one)))).flat();
  const notes = (await Promise.all(addresses.map((one) => store.notes.of(one)))).flat();
  const numbers = await Promise.all(
    addresses.map(async (address) => ({ address, aliases: await store.plans.of(address) })),
  );
  const plans = numbers.filter(({ aliases }) => aliases !== undefined);
  const keys = await of(apiKeys, apiKeyData);
  return {
    user: user === undefined ? null : userData(user),
    identities: await of(identities, identityData),
    sessions: await of(sessions, sessionData),
    factors: await of(factors, factorData),
    passkeys: await of(passkeys, passkeyData),
    aliases: owned.map(({ alias }) => alias),
    alias_states: owned.map(stateData),
    // Only for people who have several aliases, or may have.
    ...(keys.length > 0 && { api_keys: keys }),
    ...(notes.length > 0 && { alias_notes: notes.map((note) => noteData(note, openNote)) }),
    ...(plans.length > 0 && { plans }),
    history: await Promise.all(
      owned.map(async ({ alias }) =>
        historyData(alias, await store.history.of(alias.id), openName),
      ),
    ),
    complaints: await Promise.all(
      owned.map(async ({ alias }) => complaintData(alias, await store.complaints.of(alias.id))),
    ),
    senders: await Promise.all(
      owned.map(async ({ alias }) => senderData(alias, await store.senders.of(alias.id), openName)),
    ),
  };
}

const userData = (user: User): Json => ({
  id: user.id,
  email: user.email,
  new_email: user.newEmail,
  email_confirmed_at: time(user.confirmedAt),
  has_password: user.password !== null,
  is_anonymous: user.anonymous,
  app_metadata: JSON.parse(user.app),
  user_metadata: JSON.parse(user.meta),
  created_at: time(user.createdAt),
  updated_at: time(user.updatedAt),
  last_sign_in_at: time(user.lastSignInAt),
});

const identityData = (identity: Identity): Json => ({
  id: identity.id,
  provider: identity.provider,
  subject: identity.subject,
  identity_data: JSON.parse(identity.data),
  created_at: time(identity.createdAt),
  last_sign_in_at: time(identity.lastSignInAt),
});

const sessionData = (session: AuthSession): Json => ({
  id: session.id,
  aal: `aal${session.aal}`,
  amr: JSON.parse(session.amr),
  created_at: time(session.createdAt),
  refreshed_at: time(session.refreshedAt),
});

const factorData = (factor: Factor): Json => ({
  id: factor.id,
  factor_type: factor.type,
  friendly_name: factor.name,
  status: factor.verified ? 'verified' : 'unverified',
  created_at: time(factor.createdAt),
});

const passkeyData = (passkey: Passkey): Json => ({
  id: passkey.id,
  name: passkey.name,
  created_at: time(passkey.createdAt),
  last_used_at: time(passkey.lastUsedAt),
});

const apiKeyData = (key: ApiKey): Json => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  created_at: time(key.madeAt),
  last_used_at: time(key.usedAt),
});

const stateData = ({ alias, state }: OwnedAlias): Json => ({
  alias_id: alias.id,
  confirmed_at: time(state.confirmedAt),
  paused_until: time(state.pausedUntil),
  ends_at: time(state.endsAt),
  link_epoch: state.linkEpoch,
  reply_body: state.replyBody,
  known_only: state.knownOnly,
});

const noteData = ({ aliasId, note, site, pinned, changedAt }: AliasNote, open: Open): Json => ({
  alias_id: aliasId,
  label: opened(open, aliasId, note),
  site: opened(open, aliasId, site),
  pinned,
  changed_at: time(changedAt),
});

const historyData = ({ id }: Alias, { events, days }: History, open: Open): Json => ({
  alias_id: id,
  events: events.map(({ at, kind, domain, reason, code, host, name }) => ({
    at: time(at),
    kind,
    domain,
    reason,
    code,
    host,
    author: opened(open, id, name),
  })),
  days: days.map(({ day, delivered }) => ({ day: time(day)?.slice(0, 10), delivered })),
});

const complaintData = ({ id }: Alias, days: readonly ComplaintDay[]): Json => ({
  alias_id: id,
  days: days.map(({ day, complaints }) => ({ day: time(day)?.slice(0, 10), complaints })),
});

/** A sender of whom only mail was seen has no name: it is kept as a MAC that no one can reverse. */
const senderData = ({ id }: Alias, senders: readonly KnownSender[], open: Open): Json => ({
  alias_id: id,
  senders: senders.map(({ rule, at, seenAt, name }) => ({
    rule,
    name: opened(open, id, name),
    at: time(at),
    seen_at: time(seenAt),
  })),
});

const opened = (open: Open, id: string, sealed: string | null | undefined) =>
  sealed == null ? null : (open(id, sealed) ?? null);

const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
