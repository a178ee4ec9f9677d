/** The preferences in the headers of a table call; any that would widen a call is rejected. */

import type { HonoRequest } from 'hono';
import { CallRefused } from '../errors.ts';

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

/** @throws CallRefused if the headers request another format, schema, page or preference */
export function readPreferences(req: HonoRequest): RequestPreferences {
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
