/** The database cannot be used as configured. The message is one sentence that tells an operator what to repair. */
export class DatabaseUnusable extends Error {
  override readonly name: string = 'DatabaseUnusable';
}

/** The database cannot be reached, perhaps only for now: its server starts, the network comes back, a lock ends. */
export class DatabaseUnreachable extends DatabaseUnusable {
  override readonly name = 'DatabaseUnreachable';
}
