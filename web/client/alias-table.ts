/** The four table calls (product specification, section 7), through the stock PostgREST client. */

import { PostgrestQueryBuilder } from '@supabase/postgrest-js';
import type { PageConfig } from '#rules/page.ts';
import { type AliasRow, aliasRows, newestOf } from './alias-row.ts';
import type { Ask } from './ask.ts';
import { CallFailed } from './call-failed.ts';

/** Timeout in milliseconds: longer than any answer takes, shorter than a visitor's patience. */
const PATIENCE_MS = 15_000;

export type AliasTable = ReturnType<typeof createAliasTable>;

type Table = {
  Row: AliasRow;
  Insert: Pick<AliasRow, 'real_email' | 'alias_email' | 'active'>;
  Update: Pick<AliasRow, 'active'>;
  Relationships: [];
};

type Schema = {
  Tables: { aliases: Table };
  Views: Record<string, never>;
  Functions: Record<string, never>;
};

/** Each call throws CallFailed if it has no result. Addresses are canonical. */
export function createAliasTable({ url }: Pick<PageConfig, 'url'>, ask: Ask) {
  // Of the client only the part for one table: the whole client weighs 0.7 kB more.
  const aliases = () =>
    new PostgrestQueryBuilder<Record<string, never>, Schema, Table>(
      new URL(`${url}/rest/v1/aliases`),
      {
        // The visitor sees a failure at once and can try again.
        retry: false,
        fetch: (input, init) => ask(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
      },
    );

  return {
    /** The newest alias of a real address. */
    async newestOf(owner: string): Promise<AliasRow | undefined> {
      const rows = await answer(
        'look-up',
        owner,
        aliases().select('*').eq('real_email', owner).order('created_at', { ascending: false }),
      );
      // An empty list means that there is no alias; a list of anything else means nothing.
      return Array.isArray(rows) && rows.length === 0 ? undefined : present('look-up', rows);
    },
    async exists(alias: string, owner: string): Promise<boolean> {
      try {
        const row = await answer(
          'existence check',
          owner,
          aliases().select('id').eq('alias_email', alias).single(),
        );
        return typeof row === 'object' && row !== null && 'id' in row;
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'PGRST116') return false;
        throw error;
      }
    },
    async insert(owner: string, alias: string): Promise<AliasRow> {
      const row = { real_email: owner, alias_email: alias, active: true };
      return present(
        'insert',
        await answer('insert', owner, aliases().insert(row).select().single()),
      );
    },
    async setActive({ id, real_email }: AliasRow, active: boolean): Promise<AliasRow> {
      const update = aliases().update({ active }).eq('id', id).select();
      // An update that matches no row is answered with success and an empty list.
      return present('update', await answer('update', real_email, update));
    },
  };
}

/** The common part of the client's builders that is used here. The types of its data promise too much. */
type Query = PromiseLike<{
  data: unknown;
  error: { code?: string; details?: string; message?: string } | null;
  status: number;
}> & { setHeader(name: string, value: string): Query };

/** @returns the server's data, of any shape */
async function answer(call: string, owner: string, query: Query): Promise<unknown> {
  const { data, error, status } = await query.setHeader('x-real-email', headerValue(owner));
  if (!error) return data;
  // An answer that is not PostgREST's has neither code nor details.
  throw new CallFailed(call, status, error.code ?? '', error.details ?? '', error.message);
}

/** The newest row of an answer, which must have one. */
function present(call: string, rows: unknown): AliasRow {
  const row = newestOf(aliasRows(rows));
  if (row) return row;
  throw new CallFailed(call, 200, 'no row', '');
}

/** Field values are ASCII (RFC 9110 section 5.5): all other bytes are percent-encoded. */
function headerValue(address: string): string {
  return /^[\x21-\x7e]+$/.test(address) ? address : encodeURIComponent(address.toWellFormed());
}
