/**
 * A table call in PostgREST's wire format: its query, the preferences in its headers, and its response. The queries are
 * the shapes of our calls and nothing else, so there is no query language to attack.
 */

import type { Context, HonoRequest } from 'hono';
import { isUuid } from '#store/storable.ts';
import { CallRefused, notOneRow, unknownQuery } from '../errors.ts';
import { targetOf } from '../target.ts';

/** PostgREST's media type for exactly one row. */
const ONE_ROW = 'application/vnd.pgrst.object+json';
const ROWS = new Set(['application/json', 'application/vnd.pgrst.array+json', '*/*']);
const PREFERENCES = new Set(['return=minimal', 'return=representation', 'missing=default']);

export type RequestPreferences = {
  /** One object instead of an array; an error without exactly one row. */
  oneRow: boolean;
  /** The response to a write contains the row. */
  returnRow: boolean;
};

/** Any preference that would widen a call is rejected. @throws CallRefused if the headers request another format, schema, page or preference */
function readPreferences(req: HonoRequest): RequestPreferences {
  for (const name of ['accept-profile', 'content-profile']) {
    if ((req.header(name) ?? 'public') !== 'public') {
      throw new CallRefused(406, 'PGRST106', 'Invalid schema: only public is exposed.');
    }
  }
  if (req.header('range') !== undefined) {
    throw new CallRefused(416, 'PGRST103', 'Ranges are not answered.');
  }
  const preferences = listed(req.header('prefer') ?? '');
  if (!preferences.every((preference) => PREFERENCES.has(preference))) {
    throw new CallRefused(400, 'PGRST122', 'The Prefer header asks for what is not answered.');
  }
  const types = listed(req.header('accept') ?? '*/*').map((type) => type.split(';q=', 1)[0] ?? '');
  const oneRow = types[0] === ONE_ROW;
  if (!oneRow && !types.some((type) => ROWS.has(type))) {
    throw new CallRefused(406, 'PGRST107', 'Only application/json is answered.');
  }
  return { oneRow, returnRow: preferences.includes('return=representation') };
}

const listed = (header: string) =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The query and the preferences of a table call. @throws CallRefused */
export function readTableCall({ req }: Context): {
  params: URLSearchParams;
  preferences: RequestPreferences;
} {
  return {
    params: new URLSearchParams(targetOf(req.url).query),
    preferences: readPreferences(req),
  };
}

export type Query = {
  /** Values by name. */
  get: (name: string) => string | undefined;
  /** The value of the filter `<column>=eq.<value>`. @throws CallRefused for any other filter */
  equals: (column: string) => string;
};

/**
 * Reads the query.
 * @param shape the only allowed value of each parameter, or undefined if it carries a value
 * @param optional parameters of the shape that may be missing
 * @throws CallRefused if a parameter is unknown, repeated or missing
 */
export function readQuery(
  params: URLSearchParams,
  shape: Record<string, string | undefined>,
  optional: readonly string[] = [],
): Query {
  const values = new Map<string, string>();
  for (const [name, value] of params) {
    if (!Object.hasOwn(shape, name) || values.has(name)) throw unknownQuery();
    if (shape[name] !== undefined && shape[name] !== value) throw unknownQuery();
    values.set(name, value);
  }
  for (const name of Object.keys(shape)) {
    if (!values.has(name) && !optional.includes(name)) throw unknownQuery();
  }
  return {
    get: (name) => values.get(name),
    equals: (column) => {
      const value = values.get(column);
      if (!value?.startsWith('eq.')) throw unknownQuery();
      return value.slice('eq.'.length);
    },
  };
}

/** @returns in lower case @throws CallRefused */
export function uuid(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new CallRefused(400, '22P02', 'The id is not a UUID.');
  return id;
}

/** The row's id in a query that names one row. @throws CallRefused */
export const idIn = (params: URLSearchParams, column: 'id' | 'alias_id'): string =>
  uuid(readQuery(params, { [column]: undefined, select: '*' }, ['select']).equals(column));

/** Rows, or the one row if the call requests an object. */
export function answerRows(
  c: Context,
  status: 200 | 201,
  rows: readonly object[],
  { oneRow }: RequestPreferences,
): Response {
  if (!oneRow) return c.json(rows, status);
  const [row, ...more] = rows;
  if (!row || more.length > 0) throw notOneRow(rows.length);
  c.header('Content-Type', `${ONE_ROW}; charset=utf-8`);
  return c.body(JSON.stringify(row), status);
}

/** The rows that a write has changed, or nothing if the call does not request them. */
export function answerChange(
  c: Context,
  rows: readonly object[],
  preferences: RequestPreferences,
): Response {
  return preferences.returnRow ? answerRows(c, 200, rows, preferences) : c.body(null, 204);
}
