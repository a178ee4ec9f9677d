/** The errors of the store. */

/**
 * The database does not respond, or not in time. The outcome of the call is unknown. The message may be shown to
 * anyone: it holds no address, no path and no value; those are in `cause`.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The database rejects writes but answers lookups: for example its disk is full or read-only. Nothing of the call is
 * kept.
 */
export class WritesRefused extends StoreUnavailable {}

/** A CHECK constraint has rejected a row. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  /** The name of the constraint. */
  readonly check: string;

  constructor(check: string) {
    super(`The check ${check} refused a row.`);
    this.check = check;
  }
}

/** The database cannot be used as configured. The message is one sentence that tells an operator what to fix. */
export class DatabaseUnusable extends Error {
  override readonly name: string = 'DatabaseUnusable';
}

/**
 * The database cannot be reached, perhaps only for now: its server is starting, the network is down, a lock is held.
 */
export class DatabaseUnreachable extends DatabaseUnusable {
  override readonly name = 'DatabaseUnreachable';
}
