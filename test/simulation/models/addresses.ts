/** The names and addresses of the world, and the secret with which some are sealed. */

export const SECRET = 'a secret of the simulation, 32 characters or more';

/** The list in the DNS. */
export const LIST = 'list.test';

export const ALIAS_DOMAIN = 'alias.test';
export const aliasAddress = (alias: number) => `alias-${1000 + alias}@${ALIAS_DOMAIN}`;

export const farAddress = (number: number) => `45.${number}.0.1`;
/** The real mailbox of an alias, and its correspondent, at the same server. */
export const realAddress = (alias: number, server: number) => `user${alias}@${farDomain(server)}`;
export const peerAddress = (alias: number, server: number) => `peer${alias}@${farDomain(server)}`;

/** The number of the alias of an address of a remote server; -1: of none. */
export const aliasOf = (address: string) => Number(/^(?:user|peer)(\d+)@/.exec(address)?.[1] ?? -1);
/** The same for its mailbox only, not for its correspondent. */
export const userOf = (address: string) => Number(/^user(\d+)@/.exec(address)?.[1] ?? -1);
/** Whether its address is unconfirmed at the start of a life in which that counts. */
export const isBornUnconfirmed = (alias: number) => alias % 2 === 1;
/** The domain of a sending server's authors, in a life in which authors count. */
export const senderDomain = (number: number) => `s${number}.test`;
export const farDomain = (number: number) => `d${number}.test`;
