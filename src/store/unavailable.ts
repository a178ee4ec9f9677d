/**
 * The database does not answer, or not in time. The outcome of the call is unknown. The message may be shown to
 * anybody: it holds no address, no path and no value; those are in `cause`.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A CHECK constraint has refused a row. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  /** The name of the constraint. */
  readonly check: string;

  constructor(check: string) {
    super(`The check ${check} refused a row.`);
    this.check = check;
  }
}
