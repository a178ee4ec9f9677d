/**
 * `/rest/v1/aliases`: the four table calls of the product specification (section 7) in PostgREST's wire format, so that
 * the stock `@supabase/postgrest-js` works unchanged. Whatever is none of the four is refused.
 */

import type { Context } from 'hono';
import { aliasNamedBy } from '#rules/alias.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { Alias, Store } from '#store/store.ts';
import { isObject, readJson } from '../body.ts';
import { alreadyExists, CallRefused, checkViolated, notOneRow } from '../errors.ts';
import { targetOf } from '../target.ts';

import { readNewAlias } from './new-alias.ts';
import { readQuery } from './query.ts';
import { type RealAddress, readRealAddress, shownAddress } from '../real-address.ts';
import { readPreferences, type RequestPreferences } from './request-preferences.ts';

/** Stands for every id in the existence check: the true one would be the key to the alias's switch. */
const DECOY_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Octets of the body of a table call; the longest row has 600. */
const ROW_OCTETS = 4096;

type Params = URLSearchParams;
type Rows = Partial<Alias>[];

export type AliasCallOptions = OwnNames & {
  /** Told of each alias that was switched on or off. */
  switched?: (alias: Alias) => void;
};

/** The handlers by method. */
export function aliasCalls(
  store: Store,
  { switched, ...rules }: AliasCallOptions,
): Record<string, (c: Context) => Promise<Response>> {
  return {
    GET: async (c) => {
      const { params, preferences } = read(c);
      const rows = params.has('real_email') ? shown(await ofOwner(params)) : await existing(params);
      return answer(c, 200, rows, preferences);
    },
    POST: async (c) => {
      const { params, preferences } = read(c);
      checkInsertQuery(params);
      const { alias_email, owner } = readNewAlias(await readJson(c, ROW_OCTETS), rules);
      // The unique index is the judge; it knows no other spelling than the one of new rows.
      if ((await inEarlierSpelling(owner)).length > 0) throw alreadyExists('real_email');
      const insertion = await store.insertAlias({ real_email: owner.canonical, alias_email });
      if (insertion.kind === 'taken') throw alreadyExists(insertion.column);
      if (insertion.kind === 'refused') {
        throw checkViolated(`The row violates the check constraint "${insertion.check}".`);
      }
      return preferences.returnRow
        ? answer(c, 201, shown([insertion.alias]), preferences)
        : c.body(null, 201);
    },
    PATCH: async (c) => {
      const { params, preferences } = read(c);
      const id = readQuery(params, { id: undefined, select: '*' }, ['select']).equals('id');
      if (!UUID.test(id)) throw new CallRefused(400, '22P02', 'The id is not a UUID.');
      const alias = await store.setActive(
        id.toLowerCase(),
        readSwitch(await readJson(c, ROW_OCTETS)),
        'anybody',
      );
      if (alias) switched?.(alias);
      return preferences.returnRow
        ? answer(c, 200, shown(alias ? [alias] : []), preferences)
        : c.body(null, 204);
    },
  };

  async function ofOwner(params: Params): Promise<Alias[]> {
    const query = readQuery(
      params,
      { select: '*', real_email: undefined, order: 'created_at.desc' },
      ['select'],
    );
    const owner = readRealAddress(query.equals('real_email'));
    if (!owner) return [];
    const rows = await aliasesOf(owner.canonical);
    return rows.length > 0 ? rows : inEarlierSpelling(owner);
  }

  async function inEarlierSpelling({ earlier }: RealAddress): Promise<Alias[]> {
    return (await Promise.all(earlier.map((spelling) => aliasesOf(spelling)))).flat();
  }

  async function aliasesOf(spelling: string): Promise<Alias[]> {
    return (await store.aliasesOf(spelling)).map(({ alias }) => alias);
  }

  async function existing(params: Params): Promise<Rows> {
    const query = readQuery(params, { select: 'id', alias_email: undefined });
    const candidate = aliasNamedBy(query.equals('alias_email'), rules.space);
    if (candidate === undefined) return [];
    const isTaken =
      (await store.aliasByAddress(candidate)) !== undefined || (await store.isRetired(candidate));
    return isTaken ? [{ id: DECOY_ID }] : [];
  }
}

/** The rows as their owner reads them. */
const shown = (rows: Alias[]): Rows =>
  rows.map((row) => ({ ...row, real_email: shownAddress(row.real_email) }));

function read({ req }: Context): { params: Params; preferences: RequestPreferences } {
  return {
    params: new URLSearchParams(targetOf(req.url).query),
    preferences: readPreferences(req),
  };
}

/** `columns` names the keys of the row; the stock client adds it where the row comes in an array. */
function checkInsertQuery(params: Params): void {
  const query = readQuery(params, { select: '*', columns: undefined }, ['select', 'columns']);
  for (const column of query.get('columns')?.split(',') ?? []) {
    if (!/^"?(?:real_email|alias_email|active)"?$/.test(column)) {
      throw new CallRefused(400, 'PGRST204', 'The row has a column that the table has not.');
    }
  }
}

/** The one change that an alias takes. */
function readSwitch(body: unknown): boolean {
  const keys = isObject(body) ? Object.keys(body) : [];
  if (!isObject(body) || keys.length !== 1 || keys[0] !== 'active') {
    throw new CallRefused(403, '42501', 'Only the column active can be changed.');
  }
  if (typeof body.active !== 'boolean') {
    throw new CallRefused(400, '22P02', 'active must be a boolean.');
  }
  return body.active;
}

function answer(
  c: Context,
  status: 200 | 201,
  rows: Rows,
  { oneRow }: RequestPreferences,
): Response {
  if (!oneRow) return c.json(rows, status);
  const [row, ...more] = rows;
  if (!row || more.length > 0) throw notOneRow(rows.length);
  c.header('Content-Type', 'application/vnd.pgrst.object+json; charset=utf-8');
  return c.body(JSON.stringify(row), status);
}
