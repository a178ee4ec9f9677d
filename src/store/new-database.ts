/** The decision about a database that does not exist yet: its address may be misspelt, or its volume not mounted. */

/**
 * Called for a database that does not exist, before it is created.
 * @param database the file's path, or host and name on a server; never a password
 * @throws DatabaseUnusable if it must not be created
 */
export type WhenNew = (database: string) => void;
