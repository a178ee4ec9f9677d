/** Statements that delete aliases or move them to another address. Each call is one group write of its own. */

import type { SQLInputValue } from 'node:sqlite';
import type { OwnerStore } from '../owners/owner-store.ts';
import { toState } from '../owners/state-row.ts';
import type { Alias } from '../store.ts';
import { toAlias } from './rows.ts';

type Row = Record<string, unknown>;

export type SqliteAccess = {
  /** Runs one statement. */
  rows: (sql: string, values: SQLInputValue[]) => Row[];
  /** Resolves when the writes of `work` are on the disk. */
  write: <Result>(work: () => Result) => Promise<Result>;
};

/** The choice among the rows of an address: all, the confirmed ones, or the others. */
type Which = 'all' | 'confirmed' | 'unconfirmed';

const FOUND = `SELECT a.*, s.confirmed_at FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

const DOMAIN = `substr(a.alias_email, instr(a.alias_email, '@') + 1)`;

/** Tables with rows of an alias, by `alias_id`. */
const BESIDE = ['alias_states', 'history', 'history_days'];

export function sqliteOwners({
  rows,
  write,
}: SqliteAccess): Omit<OwnerStore, 'confirm' | 'pause' | 'renewLink'> {
  const isConfirmed = (row: Row) => toState(row).confirmedAt !== null;

  const of = (realEmail: string, which: Which): Row[] =>
    rows(`${FOUND} WHERE a.real_email = ?`, [realEmail]).filter(
      (row) => which === 'all' || isConfirmed(row) === (which === 'confirmed'),
    );

  const retire = (aliasEmail: string, at: number) =>
    rows(
      'INSERT INTO retired_names (alias_email, retired_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [aliasEmail, at],
    );

  /** Deletes rows with states and histories. @param at the time at which names with possible mail are retired */
  const end = (found: Row[], at: number, carriedBefore: number): Alias[] =>
    found.map((row) => {
      const alias = toAlias(row);
      if (isConfirmed(row) || Date.parse(alias.created_at) < carriedBefore) {
        retire(alias.alias_email, at);
      }
      rows('DELETE FROM aliases WHERE id = ?', [alias.id]);
      for (const table of BESIDE) rows(`DELETE FROM ${table} WHERE alias_id = ?`, [alias.id]);
      return alias;
    });

  return {
    block: (aliasEmail, at) =>
      write(() => {
        retire(aliasEmail, at);
        return end(rows(`${FOUND} WHERE a.alias_email = ?`, [aliasEmail]), at, 0)[0];
      }),
    async confirmedByDomain() {
      const sql = `SELECT ${DOMAIN} AS domain, count(*) AS confirmed
        FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NOT NULL GROUP BY 1 ORDER BY 1`;
      return rows(sql, []).map(({ domain, confirmed }) => ({
        domain: String(domain),
        confirmed: Number(confirmed),
      }));
    },
    deleteAlias: (id, owner, at) =>
      write(() => {
        const found = of(owner, 'confirmed').filter((row) => row.id === id);
        return end(found, at, 0)[0];
      }),
    deleteUnconfirmed: (realEmail, at, carriedBefore) =>
      write(() => end(of(realEmail, 'unconfirmed'), at, carriedBefore)),
    forget: (realEmail, at, carriedBefore) =>
      write(() => end(of(realEmail, 'all'), at, carriedBefore)),
    moveAddress: (from, to, at, carriedBefore) =>
      write(() => {
        if (from === to || of(from, 'confirmed').length === 0) return { kind: 'none' };
        if (of(to, 'confirmed').length > 0) return { kind: 'taken' };
        const gone = end(of(to, 'unconfirmed'), at, carriedBefore);
        const moved = of(from, 'confirmed').flatMap((row) =>
          rows('UPDATE aliases SET real_email = ? WHERE id = ? RETURNING *', [
            to,
            String(row.id),
          ]).map(toAlias),
        );
        return { kind: 'moved', moved, gone };
      }),
    async unconfirmedByDomain(madeSince) {
      const sql = `SELECT ${DOMAIN} AS domain, count(*) AS unconfirmed
        FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NULL AND s.made_at >= ? GROUP BY 1 ORDER BY 1`;
      return rows(sql, [madeSince]).map(({ domain, unconfirmed }) => ({
        domain: String(domain),
        unconfirmed: Number(unconfirmed),
      }));
    },
    expireUnconfirmed: ({ madeSince, madeBefore, domain, limit }) =>
      write(() => {
        const sql = `SELECT a.*, s.confirmed_at FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
          WHERE s.confirmed_at IS NULL AND s.made_at >= ? AND s.made_at < ?
            AND (? IS NULL OR ${DOMAIN} = ?)
          ORDER BY s.made_at LIMIT ?`;
        const place = domain ?? null;
        return end(rows(sql, [madeSince, madeBefore, place, place, limit]), 0, 0);
      }),
  };
}
