/** The steps that delete aliases, with everything that belongs to them. */

import { type Alias, toAlias } from '../alias.ts';
import type { Database } from '../database.ts';
import { numberOrNull, type StatementSteps, type Value, text } from '../statements.ts';

/** The choice among the candidates: all, the confirmed ones, or the others. */
export type Which = 'all' | 'confirmed' | 'unconfirmed';

/** Tables with rows of an alias, by `alias_id`. */
const BESIDE = [
  'alias_states',
  'history',
  'history_days',
  'complaints',
  'alias_senders',
  'alias_notes',
] as const;

export type DeletionSteps = ReturnType<typeof deletionSteps>;

/** Ids of aliases, as a table of the placeholder's JSON (`idList`). */
export const listedIds = ({ json }: Pick<Database, 'json'>) =>
  `SELECT id FROM ${json.counts('$1')} AS listed`;

/**
 * Deletes aliases with their states and histories. The states are locked first, in one order: so this waits for a
 * pending confirmation, and reads its result.
 * @param candidates a query for their ids, and its values
 * @param at the time at which names with possible mail are retired
 * @param carriedBefore names of older unconfirmed rows are retired, too
 */
export function deletionSteps(database: Pick<Database, 'json' | 'lockRows'>) {
  const { lockRows } = database;
  const listed = listedIds(database);
  return function* ended(
    candidates: readonly [sql: string, values: readonly Value[]],
    which: Which,
    at: number,
    carriedBefore: number,
  ): ReturnType<StatementSteps<Alias[]>> {
    const ids = (yield candidates).map(({ id }) => text(id));
    if (ids.length === 0) return [];
    const lock = `SELECT alias_id FROM alias_states WHERE alias_id IN (${listed}) ORDER BY alias_id ${lockRows}`;
    yield [lock, [idList(ids)]];
    const sql = `SELECT a.*, s.confirmed_at FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id
    WHERE a.id IN (${listed})`;
    const found = (yield [sql, [idList(ids)]])
      .map((row) => ({ alias: toAlias(row), confirmed: numberOrNull(row.confirmed_at) !== null }))
      .filter(({ confirmed }) => which === 'all' || confirmed === (which === 'confirmed'));
    const carried = found.filter(
      ({ alias, confirmed }) => confirmed || Date.parse(alias.created_at) < carriedBefore,
    );
    const retire = `INSERT INTO retired_names (alias_email, retired_at)
    SELECT alias_email, CAST($2 AS bigint) FROM aliases WHERE id IN (${listed}) ON CONFLICT DO NOTHING`;
    if (carried.length > 0) {
      const names = idList(carried.map(({ alias }) => alias.id));
      yield [retire, [names, at], { changes: 'retired_names' }];
    }
    const gone = idList(found.map(({ alias }) => alias.id));
    const deletion = `DELETE FROM aliases WHERE id IN (${listed}) RETURNING *`;
    const aliases = yield [deletion, [gone], { changes: 'aliases' }];
    for (const table of BESIDE) {
      yield [`DELETE FROM ${table} WHERE alias_id IN (${listed})`, [gone], { changes: table }];
    }
    return aliases.map(toAlias);
  };
}

/** `{"id": 1, ...}`, as `json.counts` reads it. */
export const idList = (ids: readonly string[]) =>
  JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1])));
