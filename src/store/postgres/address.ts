/** The database address as postgres.js takes it. */

import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { DatabaseUnusable } from '../unusable.ts';

export type PostgresAddress = {
  url: string;
  /** How TLS is used; `prefer` is libpq's default: where the server has it, unverified. */
  ssl: 'prefer' | 'require' | 'verify-full' | false | TlsOptions;
  /** Host, port and database for messages: without user and password. */
  shown: string;
};

/**
 * Reads `postgres://user:password@host[:port]/database`. Of libpq's parameters `sslmode` and `sslrootcert` are
 * understood as libpq does; what is left is postgres.js's own or a setting of the session.
 * @throws DatabaseUnusable
 */
export function readAddress(databaseUrl: string): PostgresAddress {
  const url = URL.parse(databaseUrl);
  if (!url) throw new DatabaseUnusable('The database address is not a URL.');
  const shown = `${url.host || 'localhost'}${url.pathname}`;
  const mode = url.searchParams.get('sslmode') ?? 'prefer';
  const root = url.searchParams.get('sslrootcert');
  url.searchParams.delete('sslmode');
  url.searchParams.delete('sslrootcert');
  return { url: url.href, ssl: tls(mode, root), shown };
}

function tls(mode: string, root: string | null): PostgresAddress['ssl'] {
  switch (mode) {
    case 'disable':
      return false;
    case 'prefer':
    case 'require':
      return root === null ? mode : { ca: readRoot(root) };
    case 'verify-ca':
    case 'verify-full':
      return root === null || root === 'system' ? 'verify-full' : { ca: readRoot(root) };
    default:
      throw new DatabaseUnusable(
        'The sslmode in the database address must be disable, prefer, require, verify-ca or verify-full.',
      );
  }
}

function readRoot(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new DatabaseUnusable(`The sslrootcert ${file} in the database address cannot be read.`);
  }
}
