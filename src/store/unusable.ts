/** The database cannot be used as configured. The message is one sentence that tells an operator what to mend. */
export class DatabaseUnusable extends Error {
  override readonly name: string = 'DatabaseUnusable';
}

/** The database's server is not to be reached, which may pass by itself: it starts, or the network comes back. */
export class DatabaseUnreachable extends DatabaseUnusable {
  override readonly name = 'DatabaseUnreachable';
}
