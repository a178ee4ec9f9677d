/** The database cannot be used as configured. The message is one sentence that tells an operator what to mend. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
