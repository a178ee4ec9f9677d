/**
 * The database with which every life begins, and SQLite under simulated processes: a commit is a call at which a process may die, or that the disk refuses. The connections of a
 * dead process write nothing more; uncommitted changes are lost.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { issueCertificate } from '#support/certificate.ts';
import { SILENT } from '#support/silent-log.ts';
import { aliasAddress, isBornUnconfirmed, realAddress } from '../models/addresses.ts';
import type { DiskFault } from '../faults.ts';
import type { Plan } from '../plan.ts';
import { type Process, running } from './process.ts';

/** The rows of a database, read besides its processes. */
export function rowsIn(file: string, sql: string, ...values: string[]) {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare(sql).all(...values);
}

/** The store in a file. @param now milliseconds since 1970 */
export const openedStore = (file: string, now: () => number): Store =>
  openSqliteStore(file, { now, log: SILENT });

const CODES: Record<DiskFault, number> = { full: 13, io: 10, locked: 5 };

/** The statement of a transaction at which it may fail. */
export type Statement = 'BEGIN IMMEDIATE' | 'COMMIT';

/** @param fault called at each of these statements; undefined: the write succeeds */
export function simulatedDatabases(
  fault: (process: Process, statement: Statement) => DiskFault | undefined,
): () => void {
  const prototype: Record<'exec' | 'close', (this: DatabaseSync, ...given: string[]) => void> =
    DatabaseSync.prototype;
  const { exec, close } = prototype;
  const owners = new WeakMap<DatabaseSync, Process>();
  const ownerOf = (db: DatabaseSync): Process => {
    const known = owners.get(db);
    if (known !== undefined) return known;
    const owner = running();
    owners.set(db, owner);
    owner.atEnd.push(() => {
      if (db.isOpen) close.call(db);
    });
    return owner;
  };
  prototype.exec = function (sql = '') {
    const owner = ownerOf(this);
    if (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT') {
      const failure = owner.alive ? fault(owner, sql) : undefined;
      // SQLite itself rolls back a write that such a disk refuses (https://sqlite.org/lang_transaction.html).
      if (failure !== undefined && sql === 'COMMIT') exec.call(this, 'ROLLBACK');
      if (failure !== undefined) throw sqliteError(failure);
    }
    if (sql !== 'COMMIT') return exec.call(this, sql);
    if (!owner.call('commit', () => exec.call(this, sql))) throw new Error('the process is dead');
  };
  return () => {
    prototype.exec = exec;
  };
}

function sqliteError(failure: DiskFault): Error {
  return Object.assign(new Error(`simulated: ${failure}`), { errcode: CODES[failure] });
}

/** A memory file system if there is one, because the cost of a commit does not matter here. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const nameOf = ({ aliases, ownership }: Plan) => [...aliases, ownership ? 'new' : ''].join('-');

export class Databases implements Disposable {
  readonly #folder = mkdtempSync(join(PLACE, 'veilpost-simulation-'));
  readonly #templates = new Map<string, string>();
  /** The certificate of every node, and its key. */
  readonly certificate = {
    cert: join(this.#folder, 'certificate.pem'),
    key: join(this.#folder, 'key.pem'),
  };

  constructor() {
    const { cert, key } = issueCertificate({ names: ['mx.alias.test'], isEdwards: true });
    writeFileSync(this.certificate.cert, cert);
    writeFileSync(this.certificate.key, key);
  }

  /** A new database with the aliases of a plan. */
  async prepare(plan: Plan): Promise<void> {
    const { aliases, ownership } = plan;
    const name = nameOf(plan);
    if (this.#templates.has(name)) return;
    const file = join(this.#folder, `template-${name}.sqlite`);
    const store = openedStore(file, () => 0);
    for (const [i, server] of aliases.entries()) {
      const real_email = realAddress(i, server);
      const isUnconfirmed = ownership !== undefined && isBornUnconfirmed(i);
      const birth = { confirmedAt: isUnconfirmed ? null : 1, ticket: null };
      await store.insertAlias({ real_email, alias_email: aliasAddress(i) }, birth);
    }
    await store.close();
    this.#templates.set(name, file);
  }

  copy(plan: Plan): string {
    const file = join(this.#folder, 'life.sqlite');
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(this.#templates.get(nameOf(plan)) ?? '', file);
    return file;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export function aliasState(file: string, address: string): { active: boolean; isPaused: boolean } {
  const [row] = rowsIn(
    file,
    `SELECT active, paused_until FROM aliases LEFT JOIN alias_states ON alias_id = id
     WHERE alias_email = ?`,
    address,
  );
  return { active: row?.active === 1, isPaused: row?.paused_until != null };
}
