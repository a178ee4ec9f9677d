/** The calls of an owner who may have several aliases: the list, the notes of each, and the API keys. */

import type { Context, Hono } from 'hono';
import { adding, emailOf, type Meet, notFound } from './asker.ts';
import type { Owners } from './owners.ts';
import type { AliasTable, Row } from './table.ts';

/** The first number drawn. */
const FIRST_NUMBER = 4_829_107_735;

export function manyAliasesCalls(api: Hono, meet: Meet, owners: Owners, table: AliasTable): void {
  const add = adding(api, meet);
  const shown = (row: Row) => {
    const { id, alias_email, active, created_at } = row;
    const { confirmed, settings } = owners.stateOf(row);
    const { label = '', site = '', pinned = false, delivered = 0, last = null } = owners.noteOf(id);
    const { paused_until } = settings;
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

  add('GET', '/functions/v1/aliases', 'list', (c) => {
    const rows = rowsOf(c);
    return rows ? c.json({ most: owners.most, aliases: rows.map(shown) }) : notFound(c);
  });

  add('POST', '/functions/v1/aliases', 'make', (c) => {
    const email = emailOf(c.req.header());
    const rows = rowsOf(c);
    if (!rows || email === undefined) return notFound(c);
    if (rows.length >= owners.most) return c.json({ code: 'full', message: 'Full.' }, 403);
    const alias_email = `alias-${FIRST_NUMBER + table.rows.length}@veilpost.example`;
    const row = table.put({ real_email: email, alias_email });
    owners.stateOf(row).confirmed = true;
    return c.json(shown(row), 201);
  });

  add('PATCH', '/functions/v1/aliases', 'note', async (c) => {
    const { alias_id, ...note } = await c.req.json<{ alias_id: string; label?: string }>();
    const row = rowsOf(c)?.find(({ id }) => id === alias_id);
    if (!row) return notFound(c);
    if (note.label !== undefined) note.label = note.label.trim();
    Object.assign(owners.noteOf(row.id), note);
    return c.json(shown(row));
  });

  add('GET', '/functions/v1/api-keys', 'keys', (c) =>
    rowsOf(c) ? c.json({ keys: owners.keys }) : notFound(c),
  );

  add('POST', '/functions/v1/api-keys', 'newKey', async (c) => {
    if (!rowsOf(c)) return notFound(c);
    const { name, scope } = await c.req.json<{ name: string; scope: string }>();
    const made_at = new Date().toISOString();
    const key = { id: crypto.randomUUID(), name, scope, made_at, used_on: null };
    owners.keys.push(key);
    return c.json({ ...key, key: `veilpost${'k7Q2m5xW'.repeat(5)}` }, 201);
  });

  add('DELETE', '/functions/v1/api-keys', 'revoke', (c) => {
    const at = owners.keys.findIndex(({ id }) => id === c.req.query('id'));
    if (at < 0 || !rowsOf(c)) return notFound(c);
    owners.keys.splice(at, 1);
    return c.json({});
  });
}
