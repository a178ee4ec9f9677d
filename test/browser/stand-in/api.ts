/** The four table calls in PostgREST's wire format, and the test mail, over a table in memory. */

import { type Context, Hono } from 'hono';
import type { DeliveryReceipt } from '#rules/page.ts';
import type { CallName, Faults } from './faults.ts';
import type { AliasTable, NewRow, Row } from './table.ts';

/** A call as it came. */
export type SeenCall = { call: CallName; headers: Record<string, string>; body: unknown };

export const RECEIPT: DeliveryReceipt = {
  host: 'mx.example.com',
  tls: 'TLSv1.3',
  code: 250,
  ms: 640,
};

export function standInApi(table: AliasTable, faults: Faults, seen: SeenCall[]): Hono {
  const api = new Hono();

  /** Notes the call and lets a planned fault answer it. */
  async function meet(call: CallName, c: Context): Promise<Response | undefined> {
    const body: unknown = c.req.method === 'GET' ? undefined : await c.req.json();
    seen.push({ call, headers: c.req.header(), body });
    return faults.meet(call, c);
  }

  api.get('/rest/v1/aliases', async (c) => {
    const { real_email, alias_email, order } = c.req.query();
    if (real_email !== undefined) {
      const fault = await meet('lookUp', c);
      if (order !== 'created_at.desc') return c.json({ code: 'PGRST100' }, 400);
      return fault ?? c.json(table.of(equals(real_email)));
    }
    const fault = await meet('exists', c);
    const found = table.rows.some((row) => row.alias_email === equals(alias_email));
    return fault ?? (found ? c.json({ id: crypto.randomUUID() }) : notOneRow(c));
  });

  api.post('/rest/v1/aliases', async (c) => {
    const fault = await meet('insert', c);
    if (fault) return fault;
    const row = table.insert(await c.req.json<NewRow>());
    return typeof row === 'string' ? alreadyExists(c, row) : c.json(row, 201);
  });

  api.patch('/rest/v1/aliases', async (c) => {
    const fault = await meet('update', c);
    if (fault) return fault;
    const row = table.rows.find(({ id }) => id === equals(c.req.query('id')));
    if (!row) return c.json([]);
    row.active = (await c.req.json<Row>()).active;
    return c.json([row]);
  });

  api.post(
    '/functions/v1/send-test-mail',
    async (c) => (await meet('testMail', c)) ?? c.json(RECEIPT),
  );

  return api;
}

const equals = (filter: string | undefined) => filter?.replace(/^eq\./, '') ?? '';

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
