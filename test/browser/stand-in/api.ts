/** The four table calls in PostgREST's wire format, and the test mail, over a table in memory. */

import { type Context, Hono } from 'hono';
import type { DeliveryReceipt } from '#rules/page.ts';
import { equals } from './asker.ts';
import type { CallName, Faults } from './faults.ts';
import { manyAliasesCalls } from './many-aliases.ts';
import { ownerCalls } from './owner-calls.ts';
import type { Owners } from './owners.ts';
import type { AliasTable, NewRow, Row } from './table.ts';

/** A recorded call. */
export type SeenCall = {
  call: CallName;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

export const RECEIPT: DeliveryReceipt = {
  host: 'mx.example.com',
  tls: 'TLSv1.3',
  code: 250,
  ms: 640,
};

/** @param owners decides who sees which row; absent: every caller who names its address */
export function standInApi(
  table: AliasTable,
  faults: Faults,
  seen: SeenCall[],
  owners?: Owners,
): Hono {
  const api = new Hono();
  const sees = (c: Context, row: Row) => owners?.sees(row, c.req.header()) ?? true;

  /** Records the call, and lets a planned fault answer it. */
  async function meet(call: CallName, c: Context): Promise<Response | undefined> {
    const text = await c.req.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { path } = c.req;
    seen.push({ call, path, query: c.req.query(), headers: c.req.header(), body });
    return faults.meet(call, c);
  }

  api.get('/rest/v1/aliases', async (c) => {
    const { real_email, alias_email, order } = c.req.query();
    if (real_email !== undefined) {
      const fault = await meet('lookUp', c);
      if (order !== 'created_at.desc') return c.json({ code: 'PGRST100' }, 400);
      return fault ?? c.json(table.of(equals(real_email)).filter((row) => sees(c, row)));
    }
    const fault = await meet('exists', c);
    const found = table.rows.some((row) => row.alias_email === equals(alias_email));
    return fault ?? (found ? c.json({ id: crypto.randomUUID() }) : notOneRow(c));
  });

  api.post('/rest/v1/aliases', async (c) => {
    const fault = await meet('insert', c);
    if (fault) return fault;
    if (owners?.refuses(c.req.header())) return c.json({ code: '42501' }, 403);
    const wanted = await c.req.json<NewRow>();
    owners?.makeWay(wanted.real_email, c.req.header());
    const row = table.insert(wanted);
    if (typeof row !== 'string') owners?.born(row, c.req.header());
    return typeof row === 'string' ? alreadyExists(c, row) : c.json(row, 201);
  });

  api.patch('/rest/v1/aliases', async (c) => {
    const fault = await meet('update', c);
    if (fault) return fault;
    const row = table.rows.find(({ id }) => id === equals(c.req.query('id')));
    if (!row || !sees(c, row)) return c.json([]);
    row.active = (await c.req.json<Row>()).active;
    return c.json([row]);
  });

  api.post('/functions/v1/send-test-mail', async (c) => {
    const fault = await meet('testMail', c);
    if (fault) return fault;
    const { alias_id } = await c.req.json<{ alias_id: string }>();
    const row = table.rows.find(({ id }) => id === alias_id);
    const refusal = row && owners?.refusalOfTestMail(row, c.req.header());
    return refusal ? c.json(refusal.body, refusal.status) : c.json(RECEIPT);
  });
  if (owners) {
    ownerCalls(api, meet, owners, table);
    manyAliasesCalls(api, meet, owners, table);
  }

  return api;
}

const notOneRow = (c: Context) =>
  c.json(
    {
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
    406,
  );

const alreadyExists = (c: Context, column: 'real_email' | 'alias_email') =>
  c.json(
    {
      code: '23505',
      details: `Key (${column})=(...) already exists.`,
      hint: null,
      message: 'duplicate key value violates unique constraint',
    },
    409,
  );
