/** Moves a live embedded store to PostgreSQL: no alias that was ever shown to a visitor is missing afterwards. */

import type { Log } from '../log.ts';
import { AUTH_TABLES } from '../migrations/0002-sessions.ts';
import { DatabaseUnusable } from '../unusable.ts';
import { Digest } from './digest.ts';
import { Source } from './source.ts';
import { Target } from './target.ts';

const BATCH = 1000;

export type MigrateToOptions = {
  /** Path of the embedded database; a server may go on working on it. */
  from: string;
  /** `postgres://...`, empty or broken off by an earlier move. */
  to: string;
  log: Log;
  /** Told after each batch. */
  progress: (copied: number, total: number) => void;
};

/**
 * Copies, compares, and hands over:
 * 1. all rows, in batches, while the server works on; a move that broke off goes on where it was;
 * 2. number of rows and checksum on both sides;
 * 3. with the file locked for a moment: the rows and switches since, the users and their sessions, the ledger, the settings; then the file takes no
 *    write any more, and the server is to be started with the new address.
 * @returns the number of aliases
 * @throws DatabaseUnusable; the file is as it was
 */
export async function migrateTo({ from, to, log, progress }: MigrateToOptions): Promise<number> {
  const source = new Source(from);
  try {
    source.watch();
    const target = await Target.open(to, source.identify(), log);
    try {
      await copy(source, target, progress);
      await compare(source, target);
      return await handOver(source, target, progress);
    } finally {
      source.release();
      await target.close();
    }
  } finally {
    source.close();
  }
}

async function copy(source: Source, target: Target, progress: MigrateToOptions['progress']) {
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

/** What was copied so far, on both sides. */
async function compare(source: Source, target: Target): Promise<void> {
  const end = await target.place();
  const there = new Digest();
  for await (const alias of target.aliases()) there.add(alias);
  const here = new Digest();
  let rows = source.after(0, BATCH);
  while (rows.length > 0) {
    for (const { place, alias } of rows) if (place <= end) here.add(alias);
    rows = source.after(rows.at(-1)?.place ?? 0, BATCH);
  }
  if (here.text !== there.text) {
    throw new DatabaseUnusable(
      `The copy in ${target.shown} differs from the original (${here.text} against ${there.text}); empty it and start again.`,
    );
  }
}

async function handOver(
  source: Source,
  target: Target,
  progress: MigrateToOptions['progress'],
): Promise<number> {
  source.lock();
  await copy(source, target, progress);
  for (const alias of source.switched()) await target.setActive(alias);
  const [here, there] = [source.totals(), await target.totals()];
  if (here.aliases !== there.aliases || here.active !== there.active) {
    throw new DatabaseUnusable(
      `The copy in ${target.shown} has ${there.aliases} aliases, ${there.active} of them active, the original ${here.aliases} and ${here.active}.`,
    );
  }
  for (const table of AUTH_TABLES) await target.replace(table, source.sessionRows(table, BATCH));
  await target.finish(source.ledger(), source.settings());
  source.handOver(target.shown);
  return there.aliases;
}
