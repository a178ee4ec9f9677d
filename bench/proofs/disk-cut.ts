/** What a disk would hold if the machine lost its power now: a copy of the database's files between two system calls of its writers. */

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { treePids } from '../measure/processes.ts';
import type { EngineControls } from '../subjects/subject.ts';
import type { VisitorsAlias } from '../../test/peers/load/visitor.ts';

const run = promisify(execFile);
/** In a process of its own: the check of a large file would hold up the load and its sink. */
const QUICK_CHECK = `
  const { DatabaseSync } = require('node:sqlite');
  console.log(new DatabaseSync(process.argv[1]).prepare('PRAGMA quick_check').get().quick_check);`;

/** Copies the files while every process that may write to them is stopped. @returns the folder of the copy */
export async function copyFiles(
  { folder, pids }: EngineControls['database'],
  writers: readonly number[],
): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'veilpost-cut-'));
  // PostgreSQL runs as another user.
  chmodSync(copy, 0o755);
  // A stopped parent starts no further child.
  const parents = pids.length > 0 ? pids : writers;
  for (const pid of parents) process.kill(pid, 'SIGSTOP');
  const all = parents.flatMap(treePids);
  for (const pid of all) signal(pid, 'SIGSTOP');
  await run('cp', ['-Rp', folder, copy]);
  for (const pid of all) signal(pid, 'SIGCONT');
  return copy;
}

/** A child may have ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Opens a copy as a start after a power cut does, and removes it.
 * @param acknowledged before it was made
 * @returns what is wrong with it
 */
export async function faultsOf(
  copy: string,
  { url, folder }: EngineControls['database'],
  acknowledged: readonly VisitorsAlias[],
): Promise<string[]> {
  const files = join(copy, basename(folder));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rmSync(copy, { recursive: true }));
  try {
    if (url.startsWith('sqlite:')) {
      const file = join(files, basename(url));
      return [...(await integrityOf(file)), ...(await missingIn(`sqlite:${file}`, acknowledged))];
    }
    // After a power cut the process whose number it names does not exist.
    rmSync(join(files, 'postmaster.pid'), { force: true });
    const server = await postgresServer((cleanUp) => owned.defer(cleanUp), { data: files });
    return await missingIn(await server.database(basename(url)), acknowledged);
  } catch (error) {
    return [`it does not open: ${String(error)}`];
  }
}

async function integrityOf(file: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--eval', QUICK_CHECK, file]);
  return stdout === 'ok\n' ? [] : [stdout];
}

/** The acknowledged aliases that a database lacks, or holds in another state. */
export async function missingIn(
  databaseUrl: string,
  acknowledged: readonly VisitorsAlias[],
): Promise<string[]> {
  const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
  const wrong: string[] = [];
  for (const { alias_email, active } of acknowledged) {
    const row = (await store.aliasByAddress(alias_email))?.alias;
    // An alias that is on may have been switched off without its visitor having the reply.
    if (row === undefined || (!active && row.active))
      wrong.push(`${alias_email} is not as acknowledged`);
  }
  await store.close();
  return wrong;
}
