/** Moves a live embedded store to PostgreSQL without losing any alias that a visitor has seen. */

import { createHash } from 'node:crypto';
import type { StoreLog } from '../database.ts';
import { TABLES_BESIDE } from '../migrations/all.ts';
import { DatabaseUnusable } from '../errors.ts';
import { brokenOff } from './broken-off.ts';
import { type StoredAlias, TransferSource } from './source.ts';
import { TransferTarget } from './target.ts';

const BATCH = 1000;

export type MigrateToOptions = {
  /** Path of the embedded database; a server may keep working on it. */
  from: string;
  /** `postgres://...`, empty or with an interrupted move. */
  to: string;
  log: StoreLog;
  /** Called after each batch. */
  progress: (copied: number, total: number) => void;
};

/**
 * Copies, compares, and hands over:
 * 1. all aliases with their states, in batches, while the server keeps working; an interrupted move continues;
 * 2. number of rows and checksum on both sides, of the rows that have not changed meanwhile;
 * 3. with the file locked for a moment: aliases made, changed and deleted since, compared too; the users and their
 *    sessions, retired names, the history, the ledger, the settings; then the file accepts no write, and the server must
 *    be started with the new address.
 * @returns the number of aliases
 * @throws DatabaseUnusable; the file is unchanged
 */
export async function migrateTo({ from, to, log, progress }: MigrateToOptions): Promise<number> {
  const source = new TransferSource(from);
  try {
    source.requireMovable();
    source.watch();
    const target = await TransferTarget.open(to, source.identify(), log);
    try {
      await target.requireKnown();
      await copy(source, target, progress);
      await compare(source, target);
      return await handOver(source, target, progress);
    } finally {
      source.release();
      await target.close();
    }
  } catch (error) {
    throw brokenOff(
      `The migration of ${from} was interrupted; run the same command to resume it`,
      error,
    );
  } finally {
    source.close();
  }
}

async function copy(
  source: TransferSource,
  target: TransferTarget,
  progress: MigrateToOptions['progress'],
) {
  const total = source.count();
  let place = await target.place();
  let copied = (await target.totals()).aliases;
  for (;;) {
    const rows = source.after(place, BATCH);
    if (rows.length > 0) await target.add(rows);
    place = rows.at(-1)?.place ?? place;
    copied += rows.length;
    progress(copied, Math.max(total, copied));
    if (rows.length < BATCH) return;
  }
}

/** Compares both sides, without the rows that changed since `watch`: those are replaced in the end. */
async function compare(source: TransferSource, target: TransferTarget): Promise<void> {
  const end = await target.place();
  const here = new Digest();
  const changed = source.atOneMoment(() => {
    const since = new Set(source.changed());
    let rows = source.after(0, BATCH);
    while (rows.length > 0) {
      for (const row of rows) if (row.place <= end && !since.has(row.alias.id)) here.add(row);
      rows = source.after(rows.at(-1)?.place ?? 0, BATCH);
    }
    return since;
  });
  const there = new Digest();
  for await (const row of target.aliases()) if (!changed.has(row.alias.id)) there.add(row);
  requireEqual(here, there, target);
}

function requireEqual(here: Digest, there: Digest, { shown }: TransferTarget): void {
  if (here.text === there.text) return;
  throw new DatabaseUnusable(
    `The copy in ${shown} differs from the original (${here.text} against ${there.text}); empty it and start again.`,
  );
}

async function handOver(
  source: TransferSource,
  target: TransferTarget,
  progress: MigrateToOptions['progress'],
): Promise<number> {
  source.lock();
  await copy(source, target, progress);
  await replaceChanged(source, target);
  const [here, there] = [source.totals(), await target.totals()];
  if (here.aliases !== there.aliases || here.active !== there.active) {
    throw new DatabaseUnusable(
      `The copy in ${target.shown} has ${there.aliases} aliases, ${there.active} of them active, the original ${here.aliases} and ${here.active}.`,
    );
  }
  for (const table of TABLES_BESIDE) {
    if (table !== 'alias_states') await target.replace(table, source.plainRows(table));
  }
  await target.addSettings(source.settings());
  source.handOver(target.shown);
  return there.aliases;
}

/** Under the lock: together with the rows that `compare` has found equal, both sides then hold the same aliases. */
async function replaceChanged(source: TransferSource, target: TransferTarget): Promise<void> {
  const changed = source.changed();
  await target.exchange(changed, source.changedAliases());
  const [here, there] = [new Digest(), new Digest()];
  for (const row of source.changedAliases()) here.add(row);
  for await (const row of target.aliasesOf(changed)) there.add(row);
  requireEqual(here, there, target);
}

/** Of SHA-256. */
const WORDS = 8;

/** A checksum of a set of aliases and their states that does not depend on the order in which they are read. */
class Digest {
  readonly #sum = new Uint32Array(WORDS);
  #rows = 0;

  /** Adds a row. */
  add({ alias, state }: StoredAlias): void {
    const { id, real_email, alias_email, active, created_at } = alias;
    const columns = state && Object.values(state);
    const row = JSON.stringify([id, alias_email, created_at, active, columns, real_email]);
    const hash = createHash('sha256').update(row).digest();
    // Sums, each modulo 2^32: with XOR a repeated row would cancel itself.
    for (let i = 0; i < WORDS; i += 1) {
      this.#sum[i] = (this.#sum[i] ?? 0) + hash.readUInt32BE(i * 4);
    }
    this.#rows += 1;
  }

  /** Number of rows and checksum; equal for equal sets. */
  get text(): string {
    return `${this.#rows} rows, ${Buffer.from(this.#sum.buffer).toString('hex')}`;
  }
}
