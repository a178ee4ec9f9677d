/** The interface of the database: aliases, owners, history, the ledger of deliveries, sessions, settings. One contract test for both. */

import type { AliasRequester } from '#rules/ownership.ts';
import type { Alias, InitialState, NewAlias, OwnedAlias } from './alias.ts';
import type { LedgerEntry, WhenNew, StoreLog } from './database.ts';
import type { AuthStore } from './sessions/auth-store.ts';
import type { ComplaintStore } from './history/complaint-store.ts';
import type { HistoryStore } from './history/history-store.ts';
import type { anotherAlias } from './owners/another.ts';
import type { NoteStore } from './owners/notes.ts';
import type { ownerChanges } from './owners/owner-changes.ts';
import type { PlanStore } from './owners/plans.ts';
import type { removals } from './owners/removals.ts';
import type { SenderStore } from './owners/sender-store.ts';
import type { StsPolicyStore } from './policies/sts-policies.ts';

export type { Alias, InitialState, LedgerEntry, NewAlias, OwnedAlias };
export { StoreUnavailable, WritesRefused } from './errors.ts';

/** The caller who switches an alias; `anybody`: the operator, or a person with a link that switches it off. */
export type Switcher =
  | (AliasRequester & {
      /** Whether the mode is `open`. */
      open: boolean;
      /** The time at which `confirmed` began (ms since 1970); absent: no row is from before. */
      since?: number;
    })
  | 'anybody';

/** The outcome of an insert: the stored row, the unique column that already holds the value, or the failed check. */
export type Insertion =
  /** `replaced`: the unconfirmed row that was removed for it; absent: none. */
  | { kind: 'created'; alias: Alias; replaced?: Alias }
  /** `real_email` if both are taken: the visitor already has an alias, so another candidate would not help. */
  | { kind: 'taken'; column: 'real_email' | 'alias_email' }
  /** The user was deleted, or has another address by now. */
  | { kind: 'not_owner' }
  | { kind: 'refused'; check: string };

/**
 * The only entry of the ledger that may be replaced; times are milliseconds since 1970. `undeliveredAt`: any except a
 * delivery (250) that is valid at this time. `noteUntil`: the note (451) that expires then.
 */
export type Replaced = { undeliveredAt: number } | { noteUntil: number };

/** A value, or a function that makes one, for values that take a while. */
export type InitialValue = string | (() => string | Promise<string>);

/**
 * Names of one domain in use: its aliases, and its retired names. With a plus sign in front of the domain: the names of
 * ten digits, which do not use up the domain's names.
 */
export type DomainCount = { domain: string; active: number; inactive: number; retired: number };

/**
 * Every method rejects with a StoreUnavailable when the database does not respond in time; the caller can handle no
 * other error. A resolved promise is durable: it survives `kill -9` and power loss.
 */
export interface Store {
  /** Whether a lookup costs no round trip, so that caching an alias is useless. */
  readonly isEmbedded: boolean;
  /**
   * Adds an alias, active, with a new id and the time of the insert, and its state with it: both or nothing. A retired
   * name counts as taken.
   * @param birth absent: unconfirmed, and without a browser's ticket
   * @param since for the owner's own alias: it replaces an unconfirmed row of the address that was made since then (ms
   * since 1970), whose name returns to the pool; absent: it replaces none
   */
  insertAlias(alias: NewAlias, birth?: InitialState, since?: number): Promise<Insertion>;
  /** All aliases of a real address, newest first. */
  aliasesOf(realEmail: string): Promise<OwnedAlias[]>;
  /** The same, only their names, in any order. */
  aliasNamesOf(realEmail: string): Promise<string[]>;
  /**
   * The one alias of a real address that has a short name, or none: for callers who do not own the address. Its cost does not
   * depend on the number of long names.
   */
  shortAliasOf(realEmail: string): Promise<OwnedAlias[]>;
  /** The alias with this address, or undefined. The lookup of every message. */
  aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined>;
  /** The alias with this id, or undefined. */
  aliasById(id: string): Promise<OwnedAlias | undefined>;
  /** Whether the address belonged to a deleted alias, and is never used again. */
  isRetired(aliasEmail: string): Promise<boolean>;
  /**
   * Switches forwarding; returns the changed row, or undefined if the id is unknown or the caller may not switch it
   * (rules/ownership.ts: `isTheirs`). The rule holds at the moment of the change: a ticket switches nothing once
   * someone has confirmed the alias.
   */
  setActive(id: string, active: boolean, asker: Switcher): Promise<Alias | undefined>;
  /** Whether there is any alias, or a retired name: a database without either is new, or the wrong one. */
  hasAliases(): Promise<boolean>;
  /** Names in use by domain and state, for metrics and for the choice of a domain. */
  countByDomain(): Promise<DomainCount[]>;
  /** The ledger's entry under a key (32 octets), or undefined for a missing or expired one at `now` (ms since 1970). */
  recall(key: Buffer, now: number): Promise<LedgerEntry | undefined>;
  /**
   * Writes an entry, or replaces it; it is valid until `expires` (ms since 1970).
   * @param only the only existing entry to replace, whichever node writes first; any if it is absent
   */
  remember(key: Buffer, entry: LedgerEntry, expires: number, only?: Replaced): Promise<void>;
  /** Deletes the entries that have expired at `now`. @returns their number */
  forgetExpired(now: number): Promise<number>;
  /**
   * The value kept under a name; if there is none yet, `initial` is kept and returned. All nodes get the same.
   * @param initial a function is called only for a missing value, at most once; its error rejects, and nothing is kept.
   * If another node was faster, its result is dropped
   */
  setting(name: string, initial: InitialValue): Promise<string>;
  /** Replaces `from` with `to`. @returns false if another value is stored by now */
  changeSetting(name: string, from: string, to: string): Promise<boolean>;
  /** Owners' changes to their aliases, and deletions. */
  readonly owners: OwnerStore;
  /** Owners' notes about their aliases. */
  readonly notes: NoteStore;
  /** The number of aliases that single addresses may have. */
  readonly plans: PlanStore;
  /** The senders known to aliases, and those that are blocked. */
  readonly senders: SenderStore;
  /** The history of messages. */
  readonly history: HistoryStore;
  /** Policies of other domains for their mail servers. */
  readonly stsPolicies: StsPolicyStore;
  /** The complaints of receivers about messages. */
  readonly complaints: ComplaintStore;
  /** The tables of the session facility. */
  readonly auth: AuthStore;
  /** Resolves when the database answers lookups. */
  answers(): Promise<void>;
  /** Resolves when a small write, made for this check, is on the disk. */
  takesWrites(): Promise<void>;
  /** Ends all connections; further calls reject. */
  close(): Promise<void>;
}

/**
 * Owners' changes to their aliases, and how aliases are deleted. Times are milliseconds since 1970; addresses are
 * canonical; `owner` is the address of the user's row of a session that is not anonymous. Each call takes effect as a
 * whole, or not at all. All methods reject like those of Store.
 */
export type OwnerStore = ReturnType<typeof ownerChanges> &
  ReturnType<typeof removals> &
  ReturnType<typeof anotherAlias>;

export type StoreOptions = {
  /** Milliseconds since 1970; the time of an insert. */
  now: () => number;
  log: StoreLog;
  /** The decision about a database that does not exist. Absent: it is created, with a warning. */
  whenNew?: WhenNew;
  /**
   * Called if a lookup of an alias or of the ledger has failed, with a function that repeats it. Absent: not reported.
   */
  lookUpFailed?: (again: () => Promise<unknown>) => void;
};
