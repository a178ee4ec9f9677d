/** The database address in the form of postgres.js. */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions as TlsOptions } from 'node:tls';
import { DatabaseUnusable } from '../errors.ts';

type DatabaseHost = { host: string; port: number };

export type PostgresAddress = {
  url: string;
  /** All servers, if there are several: the one that accepts writes is used. Otherwise it is the server in `url`. */
  hosts: DatabaseHost[];
  /** The use of TLS; `prefer` is libpq's default: unverified, if the server offers it. */
  ssl: 'prefer' | 'require' | false | TlsOptions;
  /** Host, port and database for messages: without user and password. */
  shown: string;
  /** Whether a pooler is in front of the server (pooler.ts); false until that was checked. */
  pooled: boolean;
};

/**
 * Reads `postgres://user:password@host[:port][,host[:port]...]/database`. Of libpq's parameters `sslmode` and
 * `sslrootcert` have libpq's meaning; any other is postgres.js's own or a setting of the session.
 * @throws DatabaseUnusable
 */
export function readAddress(databaseUrl: string): PostgresAddress {
  const { url: withOneHost, hosts } = splitHosts(databaseUrl);
  const url = URL.parse(withOneHost);
  if (!url) throw new DatabaseUnusable('The database address is not a URL.');
  refuseUnencoded(url);
  const servers = hosts.map(
    ({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  const shown = `${servers.join() || url.host || 'localhost'}${url.pathname}`;
  const mode = url.searchParams.get('sslmode') ?? 'prefer';
  const root = url.searchParams.get('sslrootcert');
  refuseSession(url.searchParams.get('target_session_attrs'));
  url.searchParams.delete('target_session_attrs');
  if (mode === 'verify-full' && hosts.some(({ host }) => isIP(host) !== 0)) {
    throw new DatabaseUnusable(
      'With several hosts and sslmode=verify-full the database address must use host names: a certificate cannot be verified for an IP address.',
    );
  }
  url.searchParams.delete('sslmode');
  url.searchParams.delete('sslrootcert');
  return { url: url.href, hosts, ssl: tls(mode, root, url.hostname), shown, pooled: false };
}

/** libpq's choices: whatever the value, only a server that accepts writes is used. */
function refuseSession(attributes: string | null): void {
  if (attributes === null || /^(?:any|read-write|primary)$/.test(attributes)) return;
  throw new DatabaseUnusable(
    'The target_session_attrs in the database address must be read-write or primary: a replica does not accept aliases.',
  );
}

/**
 * A character that ends the host ends it within a password, too: then the apparent host is part of the password, and
 * would be shown. The at sign that comes too late reveals it.
 */
function refuseUnencoded({ username, password, pathname, search, hash }: URL): void {
  const isCut = `${pathname}${search}${hash}`.includes('@');
  if (!isCut && [username, password, pathname].every(isDecodable)) return;
  throw new DatabaseUnusable(
    'The database address has a character in its user, password or name that must be percent-encoded: / is %2F, ? is %3F, # is %23, @ is %40, % is %25.',
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function tls(mode: string, root: string | null, host: string): PostgresAddress['ssl'] {
  const ca = root === null || root === 'system' ? undefined : readRoot(root);
  switch (mode) {
    case 'disable':
      return false;
    case 'prefer':
    case 'require':
      // Like libpq: a root certificate is used if it is named.
      return ca ? verified(ca, () => undefined) : mode;
    case 'verify-ca':
      return verified(ca, () => undefined);
    case 'verify-full':
      return verified(ca, (name, certificate) =>
        checkServerIdentity(nameOf(host, name), certificate),
      );
    default:
      throw new DatabaseUnusable(
        'The sslmode in the database address must be disable, prefer, require, verify-ca or verify-full.',
      );
  }
}

type CheckName = NonNullable<TlsOptions['checkServerIdentity']>;

const verified = (ca: Buffer | undefined, checkName: CheckName): TlsOptions => ({
  ...(ca && { ca }),
  rejectUnauthorized: true,
  checkServerIdentity: checkName,
});

/** Node checks the certificate for the name in SNI, or `localhost` if there is none, as for an IP address. */
function nameOf(host: string, name: string): string {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? name : address;
}

function readRoot(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new DatabaseUnusable(`Cannot read the sslrootcert ${file} of the database address.`);
  }
}

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
