/** The calls of an owner who may have several aliases: the list, the notes of each, and the API keys. */

import type { Context, Hono } from 'hono';
import { emailOf, type Meet } from './asker.ts';
import type { Owners } from './owners.ts';
import type { AliasTable, Row } from './table.ts';

/** The first number drawn. */
const FIRST_NUMBER = 4_829_107_735;

export function manyAliasesCalls(api: Hono, meet: Meet, owners: Owners, table: AliasTable): void {
  const shown = (row: Row) => {
    const { id, alias_email, active, created_at } = row;
    const { confirmed, pausedUntil: paused_until = null } = owners.stateOf(row);
    const { label = '', site = '', pinned = false, delivered = 0, last = null } = owners.noteOf(id);
    const note = { label, site, pinned, paused_until, delivered, last };
    return { id, alias_email, active, created_at, confirmed, ...note };
  };
  /** The rows of an owner who may use the calls. */
  const rowsOf = (c: Context): Row[] | undefined => {
    const email = emailOf(c.req.header());
    if (email === undefined) return undefined;
    const rows = table.of(email);
    return owners.most > 1 || rows.length > 1 ? rows : undefined;
  };

  api.get('/functions/v1/aliases', async (c) => {
    const fault = await meet('list', c);
    const rows = rowsOf(c);
    if (fault || !rows) return fault ?? nothingHere(c);
    return c.json({ most: owners.most, aliases: rows.map(shown) });
  });

  api.post('/functions/v1/aliases', async (c) => {
    const fault = await meet('make', c);
    const email = emailOf(c.req.header());
    const rows = rowsOf(c);
    if (fault || !rows || email === undefined) return fault ?? nothingHere(c);
    if (rows.length >= owners.most) return c.json({ code: 'full', message: 'Full.' }, 403);
    const alias_email = `alias-${FIRST_NUMBER + table.rows.length}@veilpost.example`;
    const row = table.put({ real_email: email, alias_email });
    owners.stateOf(row).confirmed = true;
    return c.json(shown(row), 201);
  });

  api.patch('/functions/v1/aliases', async (c) => {
    const fault = await meet('note', c);
    const { alias_id, ...note } = await c.req.json<{ alias_id: string; label?: string }>();
    const row = rowsOf(c)?.find(({ id }) => id === alias_id);
    if (fault || !row) return fault ?? nothingHere(c);
    if (note.label !== undefined) note.label = note.label.trim();
    Object.assign(owners.noteOf(row.id), note);
    return c.json(shown(row));
  });

  api.get('/functions/v1/api-keys', async (c) => {
    const fault = await meet('keys', c);
    return fault ?? (rowsOf(c) ? c.json({ keys: owners.keys }) : nothingHere(c));
  });

  api.post('/functions/v1/api-keys', async (c) => {
    const fault = await meet('newKey', c);
    if (fault || !rowsOf(c)) return fault ?? nothingHere(c);
    if (await owners.lacksSecondFactor(c.req.header())) {
      return c.json({ code: 'insufficient_aal', message: 'Show the second factor.' }, 403);
    }
    if (owners.keys.length >= 10) return c.json({ code: 'too_many_api_keys', message: '' }, 422);
    const { name, scope } = await c.req.json<{ name: string; scope: string }>();
    const made_at = new Date().toISOString();
    const key = { id: crypto.randomUUID(), name, scope, made_at, used_on: null };
    owners.keys.push(key);
    return c.json({ ...key, key: `veilpost${'k7Q2m5xW'.repeat(5)}` }, 201);
  });

  api.delete('/functions/v1/api-keys', async (c) => {
    const fault = await meet('revoke', c);
    if (fault || !rowsOf(c)) return fault ?? nothingHere(c);
    const at = owners.keys.findIndex(({ id }) => id === c.req.query('id'));
    if (at < 0) return nothingHere(c);
    owners.keys.splice(at, 1);
    return c.json({});
  });
}

const nothingHere = (c: Context) => c.json({ code: 'not_found', message: 'There is none.' }, 404);
