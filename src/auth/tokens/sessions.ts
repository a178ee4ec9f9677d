/** Sessions: their start, their refresh tokens, and their end - at once, and on every node within a second. */

import { randomUUID } from 'node:crypto';
import { BoundedMap } from '#collections/bounded-map.ts';
import { SECOND_FACTORS } from '#store/sessions/factors.ts';
import type { Person } from '#store/sessions/people.ts';
import type { AuthSession, SessionStore } from '#store/sessions/sessions.ts';
import type { SignInProof } from '#store/sessions/standing-session.ts';
import type { Method } from './access-token.ts';
import type { RefreshTokens } from './refresh-token.ts';

/** The time for which an earlier token stays valid, for a lost response or another tab. */
const REUSE_MS = 10_000;
/** Later uses of the parent token that are tolerated within a day: a laptop that slept before the response. */
const FORGIVEN = 3;
const FORGIVEN_WITHIN_MS = 86_400_000;
/** The lifetime of a session without a refresh. */
const IDLE_MS = 180 * 86_400_000;
/** Most sessions of one user: passkeys and codes for another browser begin any number of them. */
const MOST = 100;
/** The delay until the end of a session on another node is seen. */
const KNOWN_MS = 1000;
const MOST_KNOWN = 10_000;
/** Characters of a UUID's first 64 bits. */
const FAMILY = 18;

export type Refreshed =
  /** `person`: the session's user, if it was read. */
  | { kind: 'refreshed'; session: AuthSession; person?: Person }
  | { kind: 'refused'; error: 'refresh_token_not_found' | 'session_expired' }
  /** A token that was replaced long ago came back: it was copied. The session has ended. */
  | { kind: 'misused'; session: AuthSession };

export type SessionsOptions = {
  store: SessionStore;
  tokens: RefreshTokens;
  /** Milliseconds since 1970. */
  now: () => number;
};

export class Sessions {
  readonly #store: SessionStore;
  readonly #tokens: RefreshTokens;
  readonly #now: () => number;
  /** Sessions that were read recently, by id. */
  #known = new BoundedMap<string, { session: AuthSession; at: number }>(MOST_KNOWN);

  constructor({ store, tokens, now }: SessionsOptions) {
    this.#store = store;
    this.#tokens = tokens;
    this.#now = now;
  }

  async begin(userId: string, method: string): Promise<AuthSession> {
    const session = this.#made(userId, method, randomUUID());
    // In one turn, for one flush; the embedded database inserts first.
    await Promise.all([this.#store.insert(session), this.#store.deleteOldest(userId, MOST)]);
    return session;
  }

  /** The same if the proof still stands, in one transaction. @returns undefined: it has ended */
  async beginOn(userId: string, method: string, by: SignInProof): Promise<AuthSession | undefined> {
    const own = randomUUID();
    const id = 'session' in by ? familyOf(by.session) + own.slice(FAMILY) : own;
    const session = this.#made(userId, method, id);
    if (!(await this.#store.insertOn(session, by))) return undefined;
    await this.#store.deleteOldest(userId, MOST);
    return session;
  }

  #made(userId: string, method: string, id: string): AuthSession {
    const now = this.#now();
    return {
      id,
      userId,
      counter: 1,
      late: 0,
      lateSince: 0,
      aal: 1,
      amr: JSON.stringify([{ method, timestamp: Math.floor(now / 1000) }]),
      createdAt: now,
      refreshedAt: now,
    };
  }

  /** The current refresh token. */
  tokenOf({ id, counter }: AuthSession): string {
    return this.#tokens.write({ sessionId: id, counter });
  }

  /** A forged token costs no query. */
  async refresh(text: string): Promise<Refreshed> {
    const token = this.#tokens.read(text);
    if (token === undefined) return { kind: 'refused', error: 'refresh_token_not_found' };
    const { sessionId, counter } = token;
    for (;;) {
      const now = this.#now();
      const advanced = await this.#store.advance(sessionId, counter, now, now - IDLE_MS);
      if (advanced !== undefined) return { kind: 'refreshed', ...advanced };
      const session = await this.#store.find(sessionId);
      // A counter ahead of ours belongs to a database that was restored from a backup.
      if (session === undefined || counter > session.counter) {
        return { kind: 'refused', error: 'refresh_token_not_found' };
      }
      if (now - session.refreshedAt >= IDLE_MS) {
        await this.end(sessionId);
        return { kind: 'refused', error: 'session_expired' };
      }
      // Another request with the same token was faster, or it is an old one.
      if (counter < session.counter) return this.#replayed(session, counter);
    }
  }

  /** The session in its state of at most a second ago; undefined if it has ended. */
  async find(id: string): Promise<AuthSession | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined && this.#now() - known.at < KNOWN_MS) return known.session;
    this.#known.delete(id);
    // The moment before the lookup counts.
    const at = this.#now();
    const session = await this.#store.find(id);
    if (session !== undefined && at - session.refreshedAt < IDLE_MS) {
      this.#known.set(session.id, { session, at });
      return session;
    }
    return undefined;
  }

  /** The session in its present state, for issuing its tokens. */
  async reread(id: string): Promise<AuthSession | undefined> {
    this.#known.delete(id);
    return this.find(id);
  }

  /** A second factor was verified in this session; if it was the user's first, their sessions without one end. */
  async raise(
    session: AuthSession,
    method: string,
    first: boolean,
  ): Promise<AuthSession | undefined> {
    const now = this.#now();
    const added: Method = { method, timestamp: Math.floor(now / 1000) };
    const methods = [added, ...methodsOf(session).filter((one) => one.method !== method)];
    const change = { aal: 2 as const, amr: JSON.stringify(methods) };
    const raised = await this.#store.setMethods(session.id, change, now);
    this.#known.delete(session.id);
    if (first) {
      await this.#store.deleteBelowAal2(session.userId, session.id);
      this.changed();
    }
    return raised;
  }

  /** The user no longer has a second factor, but the session has shown one: it falls back to its first factor. */
  async lower(session: AuthSession): Promise<AuthSession | undefined> {
    const methods = methodsOf(session).filter(({ method }) => !SECOND_FACTORS.includes(method));
    const change = { aal: 1 as const, amr: JSON.stringify(methods) };
    this.#known.delete(session.id);
    return this.#store.setMethods(session.id, change, this.#now());
  }

  /** A factor was removed, or an address changed: the sessions that fell or ended with it are read again. */
  changed(): void {
    this.#known = new BoundedMap(MOST_KNOWN);
  }

  async end(id: string): Promise<void> {
    this.#known.delete(id);
    await this.#store.delete(id);
  }

  /** All sessions of a user without `except`. */
  async endOf(userId: string, except?: string): Promise<void> {
    await this.#store.deleteOf(userId, except);
    this.changed();
  }

  /** All sessions of a user, and the API keys that they have made. */
  async endEverything(userId: string): Promise<void> {
    await this.#store.deleteAllOf(userId);
    this.changed();
  }

  async #replayed(session: AuthSession, counter: number): Promise<Refreshed> {
    const now = this.#now();
    // From the last advance on: a repeated response does not restart the time.
    if (now - session.refreshedAt < REUSE_MS) return { kind: 'refreshed', session };
    if (counter === session.counter - 1) {
      const late = await this.#store.countLate(session.id, now, now - FORGIVEN_WITHIN_MS);
      if (late <= FORGIVEN) return { kind: 'refreshed', session };
    }
    await this.end(session.id);
    return { kind: 'misused', session };
  }
}

/** The part of its id that a session shares with those that its device codes begin. */
export const familyOf = (id: string): string => id.slice(0, FAMILY);

/** Newest first. */
export function methodsOf({ amr }: Pick<AuthSession, 'amr'>): Method[] {
  const methods: Method[] = JSON.parse(amr);
  return methods;
}
