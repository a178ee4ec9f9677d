/** Several servers in one address, of which one accepts writes: `postgres://user:password@a,b:5433,[::1]/database`. */

import { DatabaseUnusable } from '../errors.ts';

export type DatabaseHost = { host: string; port: number };

const DEFAULT_PORT = 5432;
/** Each is tried in turn within the time of one call. */
const MOST_HOSTS = 5;
/** A name, an IPv4 address, or an IPv6 address in brackets; a port. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]@\s]+))(?::(\d{1,5}))?$/i;

/**
 * Splits an address whose host is a list.
 * @returns the same address with only its first host, and all hosts in order; empty for one host
 * @throws DatabaseUnusable if one of several is invalid
 */
export function splitHosts(databaseUrl: string): { url: string; hosts: DatabaseHost[] } {
  const {
    scheme = '',
    authority = '',
    rest = '',
  } = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>.*)$/s.exec(databaseUrl)
    ?.groups ?? {};
  const cut = authority.lastIndexOf('@') + 1;
  const list = authority.slice(cut).split(',');
  const [first] = list;
  if (first === undefined || list.length === 1) return { url: databaseUrl, hosts: [] };
  return { url: `${scheme}${authority.slice(0, cut)}${first}${rest}`, hosts: readHosts(list) };
}

function readHosts(list: string[]): DatabaseHost[] {
  const hosts = list.map((one) => {
    const [, bracketed, plain, port] = HOST.exec(one) ?? [];
    return {
      host: bracketed ?? plain ?? '',
      port: port === undefined ? DEFAULT_PORT : Number(port),
    };
  });
  const fits = hosts.every(({ host, port }) => host !== '' && port > 0 && port <= 65_535);
  if (fits && hosts.length <= MOST_HOSTS) return hosts;
  throw new DatabaseUnusable(
    `The database address names several hosts: each must be a name or an address, with or without a port, separated by commas, at most ${MOST_HOSTS}.`,
  );
}
