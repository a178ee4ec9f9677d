import type { AliasState } from '#rules/ownership.ts';
import type { Alias, OwnedAlias } from '../alias.ts';

/** The settings of an alias that its owner chooses. */
export type OwnerSettings = Pick<AliasState, 'pausedUntil' | 'replyBody' | 'endsAt' | 'knownOnly'>;

/**
 * Owners' changes to their aliases, and the ways in which aliases end. Times are milliseconds since 1970; addresses are
 * canonical; `owner` is the address of the user's row of a session that is not anonymous. Each call takes effect as a
 * whole, or not at all. All methods reject as those of Store do.
 */
export interface OwnerStore {
  /** Confirms a proven address's aliases. @returns the rows that became confirmed by this; their tickets are void */
  confirm(realEmail: string, at: number): Promise<Alias[]>;
  /** @param setting one of them. @returns undefined where the alias is unknown, unconfirmed or another's */
  change(
    id: string,
    setting: Partial<OwnerSettings>,
    owner: string,
  ): Promise<OwnedAlias | undefined>;
  /**
   * Writes the ends that have passed down as a switch: whoever reads through the store sees them at their moment anyway.
   * @returns the number of aliases
   */
  switchOffEnded(at: number): Promise<number>;
  /** Every present alias refuses answers that show its owner, but for those whose owner has chosen. */
  refuseReplies(): Promise<void>;
  /** Voids the links that switch forwarding off. @returns the new epoch; undefined as `change` */
  renewLink(id: string, owner: string): Promise<number | undefined>;
  /** Deletes alias, state and history, and retires the name. @returns undefined as `change` */
  deleteAlias(id: string, owner: string, at: number): Promise<Alias | undefined>;
  /**
   * Deletes the unconfirmed rows of an address. A name is retired where the row is older than `carriedBefore`
   * (rules/ownership.ts), because it may have carried mail; else it returns to the pool.
   */
  deleteUnconfirmed(realEmail: string, at: number, carriedBefore: number): Promise<Alias[]>;
  /** Deletes all data of an address but its user: aliases, states, history. Names are retired as by the two above. */
  forget(realEmail: string, at: number, carriedBefore: number): Promise<Alias[]>;
  /**
   * Moves the confirmed aliases of one address to another; an unconfirmed row in their way is deleted as by
   * `deleteUnconfirmed`. `taken`: the other address has a confirmed row, and nothing has changed.
   */
  moveAddress(
    from: string,
    to: string,
    at: number,
    carriedBefore: number,
  ): Promise<{ kind: 'moved'; moved: Alias[]; gone: Alias[] } | { kind: 'taken' | 'none' }>;
  /** Blocks a name for good, an alias's or not; an alias goes with its state and history. @returns that alias */
  block(aliasEmail: string, at: number): Promise<Alias | undefined>;
  /** Number of confirmed aliases, by domain. It reads all of them. */
  confirmedByDomain(): Promise<{ domain: string; confirmed: number }[]>;
  /** Unconfirmed rows made since then, by domain. */
  unconfirmedByDomain(madeSince: number): Promise<{ domain: string; unconfirmed: number }[]>;
  /**
   * Deletes unconfirmed rows that were made in [madeSince, madeBefore), at most `limit`, the oldest first; their names
   * return to the pool.
   * @param domain absent: of all domains
   */
  expireUnconfirmed(made: {
    madeSince: number;
    madeBefore: number;
    domain?: string;
    limit: number;
  }): Promise<Alias[]>;
}
