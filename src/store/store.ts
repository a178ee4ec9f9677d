/** The interface of the database: aliases, owners, history, the ledger of deliveries, sessions, settings. One contract test for both. */

import type { AliasRequester } from '#rules/ownership.ts';
import type { Alias, InitialState, NewAlias, OwnedAlias } from './alias.ts';
import type { LedgerEntry } from './database.ts';
import type { AuthStore } from './sessions/auth-store.ts';
import type { ComplaintStore } from './history/complaint-store.ts';
import type { HistoryStore } from './history/history-store.ts';
import type { StoreLog } from './store-log.ts';
import type { WhenNew } from './new-database.ts';
import type { OwnerStore } from './owners/owner-store.ts';
import type { NoteStore } from './owners/notes.ts';
import type { PlanStore } from './owners/plans.ts';
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
      since?: number | undefined;
    })
  | 'anybody';

/** The outcome of an insert: the stored row, the unique column that already holds the value, or the failed check. */
export type Insertion =
  /** `replaced`: the unconfirmed row that has made way; absent: none has. */
  | { kind: 'created'; alias: Alias; replaced?: Alias }
  /** `real_email` where both are taken: the visitor already has an alias, so another candidate would not help. */
  | { kind: 'taken'; column: 'real_email' | 'alias_email' }
  | { kind: 'refused'; check: string };

/**
 * The one entry of the ledger that another takes the place of; times are milliseconds since 1970. `undeliveredAt`: any but a
 * delivery (250) that is valid at this time. `noteUntil`: the note (451) that expires then.
 */
export type Replaced = { undeliveredAt: number } | { noteUntil: number };

/** A value, or a function that makes one, for values that take a while. */
export type InitialValue = string | (() => string | Promise<string>);

/**
 * Names of one domain in use: its aliases, and its retired names. With a plus sign in front of the domain: the names of ten
 * digits, which are no part of the domain's budget.
 */
export type DomainCount = { domain: string; active: number; inactive: number; retired: number };

/**
 * Every method rejects with a StoreUnavailable when the database does not answer in time; the caller can repair no
 * other error. A resolved promise is durable: it survives `kill -9` and power loss.
 */
export interface Store {
  /** Whether a look-up costs no round trip, so that caching an alias is useless. */
  readonly isEmbedded: boolean;
  /**
   * Adds an alias, active, with a new id and the time of the insert, and its state with it: both or nothing. A retired
   * name counts as taken.
   * @param birth absent: unconfirmed, and without a browser's ticket
   * @param since for the owner's own alias: an unconfirmed row of the address that was made since then (ms since 1970)
   * makes way, and its name returns to the pool; absent: none makes way
   */
  insertAlias(alias: NewAlias, birth?: InitialState, since?: number): Promise<Insertion>;
  /** All aliases of a real address, newest first. */
  aliasesOf(realEmail: string): Promise<OwnedAlias[]>;
  /** The same, by their names alone, in any order. */
  aliasNamesOf(realEmail: string): Promise<string[]>;
  /**
   * The one alias of a real address that has a short name, or none: for callers who do not own the address. Its cost does not
   * depend on the number of long names.
   */
  shortAliasOf(realEmail: string): Promise<OwnedAlias[]>;
  /** The alias with this address, or undefined. The look-up of every mail. */
  aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined>;
  /** The alias with this id, or undefined. */
  aliasById(id: string): Promise<OwnedAlias | undefined>;
  /** Whether the address belonged to a deleted alias, and is never given again. */
  isRetired(aliasEmail: string): Promise<boolean>;
  /**
   * Switches forwarding; the changed row, or undefined where the id is unknown or the alias is not the asker's
   * (rules/ownership.ts: `isTheirs`). The rule holds at the moment of the change: a ticket switches nothing once
   * somebody has confirmed the alias.
   */
  setActive(id: string, active: boolean, asker: Switcher): Promise<Alias | undefined>;
  /** Whether there is any alias, or a retired name: a database without is new, or the wrong one. */
  hasAliases(): Promise<boolean>;
  /** Names in use by domain and state, for metrics and for the choice of a domain. */
  countByDomain(): Promise<DomainCount[]>;
  /** The ledger's entry under a key (32 octets), or undefined for a missing or expired one at `now` (ms since 1970). */
  recall(key: Buffer, now: number): Promise<LedgerEntry | undefined>;
  /**
   * Writes an entry, or replaces it; it is valid until `expires` (ms since 1970).
   * @param only of an entry that is there, this one is replaced alone, whichever node writes first; any where it is absent
   */
  remember(key: Buffer, entry: LedgerEntry, expires: number, only?: Replaced): Promise<void>;
  /** Deletes the entries that have expired at `now`. @returns their number */
  forgetExpired(now: number): Promise<number>;
  /**
   * The value kept under a name; where there is none yet, `initial` is kept and returned. All nodes get the same.
   * @param initial a function is called only for a missing value, once at most; its error rejects, and nothing is kept.
   * Where another node was faster, its result is dropped
   */
  setting(name: string, initial: InitialValue): Promise<string>;
  /** Replaces `from` with `to`. @returns false where another value is stored by now */
  changeSetting(name: string, from: string, to: string): Promise<boolean>;
  /** Owners' changes to their aliases, and deletions. */
  readonly owners: OwnerStore;
  /** What owners note about their aliases. */
  readonly notes: NoteStore;
  /** The number of aliases that single addresses may have. */
  readonly plans: PlanStore;
  /** The senders that aliases know, and those that are blocked. */
  readonly senders: SenderStore;
  /** The history of mails. */
  readonly history: HistoryStore;
  /** Policies of other domains for their mail servers. */
  readonly stsPolicies: StsPolicyStore;
  /** The complaints of receivers about mails. */
  readonly complaints: ComplaintStore;
  /** The tables of the session facility. */
  readonly auth: AuthStore;
  /** Resolves when the database answers look-ups. */
  answers(): Promise<void>;
  /** Resolves when a small write, made to check that, is on the disk. */
  takesWrites(): Promise<void>;
  /** Ends all connections; further calls reject. */
  close(): Promise<void>;
}

export type StoreOptions = {
  /** Milliseconds since 1970; the time of an insert. */
  now: () => number;
  log: StoreLog;
  /** The decision about a database that does not exist yet. Absent: it is made, with a warning. */
  whenNew?: WhenNew;
  /** Called where a look-up of an alias or of the ledger has failed, with a function that repeats it. Absent: nobody is told. */
  lookUpFailed?: (again: () => Promise<unknown>) => void;
};
