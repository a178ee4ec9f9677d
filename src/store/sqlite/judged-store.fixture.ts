/** An embedded store whose statements SQLite itself judges: each writes the table that it names, and no other. */

import assert from 'node:assert/strict';
import { constants, DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { storeOf } from '../open.ts';
import type { Statements, Step } from '../statements.ts';
import type { Store, StoreOptions } from '../store.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './database.ts';

/** @param file of the database */
export function openJudgedStore(file: string, options: StoreOptions): Store {
  const database = openSqlite(file, () => {});
  return storeOf(judged(database), options);
}

/** @returns a function that throws AssertionError if a statement writes anything else than it names */
function judgeOf(): (...step: Step) => void {
  const db = new DatabaseSync(':memory:');
  migrate(db, 'in memory');
  const { SQLITE_OK, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE } = constants;
  const written = new Set<string | null>();
  let inserts = false;
  // https://sqlite.org/c3ref/set_authorizer.html; a trigger writes its counts by itself.
  db.setAuthorizer((action, table, _column, _database, trigger) => {
    if (trigger !== null) return SQLITE_OK;
    if ([SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].includes(action)) written.add(table);
    inserts ||= action === SQLITE_INSERT;
    return SQLITE_OK;
  });
  return (sql, _values, change) => {
    written.clear();
    inserts = false;
    db.prepare(sql);
    assert.deepEqual([...written], change ? [change.changes] : [], sql);
    const adds = inserts && written.has('ledger');
    assert.equal(change !== undefined && 'added' in change, adds, sql);
  };
}

function judged(database: Database): Database {
  const judge = judgeOf();
  const reading =
    (read: Statements['read']): Statements['read'] =>
    (sql, values) => {
      judge(sql, values);
      return read(sql, values);
    };
  const writing =
    (write: Statements['write']): Statements['write'] =>
    (...step) => {
      judge(...step);
      return write(...step);
    };
  const { isEmbedded, lockRows, json, domainOf, isShortName, countKeyOf, aliasCounts } = database;
  return {
    isEmbedded,
    lockRows,
    json,
    domainOf,
    isShortName,
    countKeyOf,
    aliasCounts,
    read: reading(database.read),
    scan: reading(database.scan),
    write: writing(database.write),
    repeatable: writing(database.repeatable),
    transaction: (steps) =>
      database.transaction(function* () {
        const running = steps();
        let step = running.next();
        while (!step.done) {
          judge(...step.value);
          step = running.next(yield step.value);
        }
        return step.value;
      }),
    aliasByAddress: (address) => database.aliasByAddress(address),
    recall: (key, now) => database.recall(key, now),
    answers: () => database.answers(),
    close: () => database.close(),
  };
}
