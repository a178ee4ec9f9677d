/** A person in one statement: the user, their identities and factors. */

import { type Factor, FACTORS } from './factors.ts';
import { IDENTITIES, type Identity } from './identities.ts';
import type { Row, Statements } from '../statements.ts';
import { type User, USERS } from './users.ts';

export type Person = {
  user: User;
  /** Oldest first, as are the factors. */
  identities: readonly Identity[];
  factors: readonly Factor[];
};

export function peopleStore(statements: Statements) {
  const sql = `SELECT p.*, ${listsOf(statements, 'p.id')} FROM auth_users p WHERE p.id = $1`;
  return {
    async byId(userId: string): Promise<Person | undefined> {
      return (await statements.read(sql, [userId])).map((row) => toPerson(row, row))[0];
    },
  };
}

/**
 * Expressions for RETURNING, which does not support joins: the person that `userId` names, as JSON. As a join each pair
 * of an identity and a factor would repeat the user, whose metadata are kilobytes.
 */
export function personOf(statements: Statements, userId: string): string {
  const user = jsonObject(statements, USERS.columns);
  return `(SELECT CAST(${user} AS text) FROM auth_users o WHERE o.id = ${userId}) AS person,
    ${listsOf(statements, userId)}`;
}

/** @returns undefined if the user was deleted */
export function readPerson(row: Row): Person | undefined {
  if (typeof row.person !== 'string') return undefined;
  const user: Row = JSON.parse(row.person);
  return toPerson(user, row);
}

function listsOf(statements: Statements, userId: string): string {
  const list = (table: string, columns: readonly string[], name: string) =>
    `(SELECT CAST(${statements.json.array}(${jsonObject(statements, columns)}) AS text)
      FROM ${table} o WHERE o.user_id = ${userId}) AS ${name}`;
  return `${list('auth_identities', IDENTITIES.columns, 'identities')},
    ${list('auth_factors', FACTORS.columns, 'factors')}`;
}

function jsonObject({ json }: Statements, columns: readonly string[]): string {
  return `${json.object}(${columns.map((column) => `'${column}', o.${column}`).join(', ')})`;
}

function toPerson(user: Row, { identities, factors }: Row): Person {
  return {
    user: USERS.read(user),
    identities: rows(identities).map(IDENTITIES.read).toSorted(byAge),
    factors: rows(factors).map(FACTORS.read).toSorted(byAge),
  };
}

/** PostgreSQL returns null, not an empty list, if there is none. */
function rows(list: unknown): Row[] {
  if (typeof list !== 'string') return [];
  const parsed: Row[] = JSON.parse(list);
  return parsed;
}

type Aged = { id: string; createdAt: number };

/** As `ORDER BY created_at, id`. */
function byAge(one: Aged, other: Aged): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  return one.id < other.id ? -1 : 1;
}
