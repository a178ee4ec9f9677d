/** The decision about a database that does not exist yet: its address may be misspelt, or its volume not mounted. */

/**
 * Called for a database that does not exist yet, before it is made.
 * @param database the file's path, or host and name on a server; never a password
 * @throws DatabaseUnusable where it must not be made
 */
export type WhenNew = (database: string) => void;
