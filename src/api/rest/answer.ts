/** The responses of table calls, in PostgREST's wire format. */

import type { Context } from 'hono';
import { isUuid } from '#store/storable.ts';
import { CallRefused, notOneRow } from '../errors.ts';
import { targetOf } from '../target.ts';
import { readPreferences, type RequestPreferences } from './request-preferences.ts';

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

/** @returns in lower case @throws CallRefused */
export function uuid(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new CallRefused(400, '22P02', 'The id is not a UUID.');
  return id;
}

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
  c.header('Content-Type', 'application/vnd.pgrst.object+json; charset=utf-8');
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
