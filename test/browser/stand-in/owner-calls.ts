/** The calls of owners: auth/v1 by the real facility, the others in the shapes of the design. */

import type { Context, Hono } from 'hono';
import { maskedAddress } from '#rules/address.ts';
import { adding, emailOf, equals, type Meet, notFound } from './asker.ts';
import type { CallName } from './faults.ts';
import type { Owners, Settings } from './owners.ts';
import type { AliasTable, Row } from './table.ts';

const AUTH_CALLS: Record<string, CallName> = { otp: 'otp', verify: 'verify' };

/** By the one column that a call changes. */
const CALLS_OF: Record<string, CallName> = {
  paused_until: 'pause',
  ends_at: 'endsAt',
  reply_body: 'replyBody',
  known_only: 'knownOnly',
};

export function ownerCalls(api: Hono, meet: Meet, owners: Owners, table: AliasTable): void {
  const add = adding(api, meet);
  /** The row of an owner; other callers do not see it. */
  const owned = (c: Context, id: string | undefined): Row | undefined =>
    table.rows.find((row) => row.id === id && row.real_email === emailOf(c.req.header()));

  const stateOf = (row: Row) => ({ alias_id: row.id, ...owners.stateOf(row).settings });

  api.all('/auth/v1/:rest{.*}', async (c) => {
    const path = c.req.param('rest');
    const fault = await meet(AUTH_CALLS[path] ?? 'auth', c);
    if (fault) return fault;
    const email = emailOf(c.req.header());
    const { url, method } = c.req;
    const body: { body?: string } = method === 'GET' ? {} : { body: await c.req.text() };
    const request = new Request(url, { method, headers: c.req.header(), ...body });
    const answer = await owners.auth.api.fetch(request);
    if (path === 'verify' && answer.ok) {
      const { user } = JSON.parse(await answer.clone().text());
      // The alias moves with the owner's address.
      if (body.body?.includes('"email_change"')) owners.move(email, user?.email);
      else owners.confirm(user.email);
    }
    if (path === 'user' && c.req.method === 'DELETE' && answer.ok && email !== undefined) {
      owners.forget(email, true);
    }
    return answer;
  });

  add('POST', '/functions/v1/device-code', 'deviceCode', async (c) => {
    const email = emailOf(c.req.header());
    if (email === undefined) return c.json({}, 401);
    // It is redeemed like the code of an email.
    await owners.letter(email);
    return c.json({ code: (await owners.letterTo(email)).code, expires_in: 600 });
  });

  /** The email whose link a call names. */
  const letterOf = async (c: Context) => {
    const { token_hash } = await c.req.json<{ token_hash: string }>();
    return owners.auth.letters.sent.find(({ link }) => link === token_hash);
  };
  const expired = (c: Context) =>
    c.json({ code: 'otp_expired', message: 'It is wrong or was used.' }, 403);

  // Not recorded as a call: it is read for each link, and changes nothing.
  api.post('/functions/v1/asked-for', async (c) => {
    const letter = await letterOf(c);
    if (!letter) return expired(c);
    const waiting = table.of(letter.to).find((row) => !owners.stateOf(row).confirmed);
    const alias = waiting?.alias_email ?? null;
    return c.json({ address: maskedAddress(letter.to), alias });
  });

  add('POST', '/functions/v1/not-me', 'notMe', async (c) => {
    const letter = await letterOf(c);
    if (!letter) return expired(c);
    owners.forget(letter.to, false);
    return c.json({});
  });

  add('GET', '/rest/v1/alias_states', 'states', (c) => {
    const row = owned(c, equals(c.req.query('alias_id')));
    return c.json(row ? [stateOf(row)] : []);
  });

  api.patch('/rest/v1/alias_states', async (c) => {
    const change = await c.req.json<Partial<Settings>>();
    const [column = ''] = Object.keys(change);
    const fault = await meet(CALLS_OF[column] ?? 'pause', c);
    const row = owned(c, equals(c.req.query('alias_id')));
    if (fault || !row) return fault ?? c.json([]);
    Object.assign(owners.stateOf(row).settings, change);
    return c.json([stateOf(row)]);
  });

  const unasked = '/rest/v1/unconfirmed_aliases';
  const shown = ({ id, alias_email, created_at }: Row) => ({
    alias_id: id,
    alias_email,
    created_at,
  });
  add('GET', unasked, 'unasked', (c) => c.json(owners.unasked(c.req.header()).map(shown)));
  const named = (c: Context) =>
    owners.unasked(c.req.header()).filter(({ id }) => id === equals(c.req.query('alias_id')));
  add('PATCH', unasked, 'keep', (c) => {
    const rows = named(c);
    for (const row of rows) Object.assign(owners.stateOf(row), { unasked: false, confirmed: true });
    return c.json(rows.map(shown));
  });
  add('DELETE', unasked, 'discard', (c) => {
    const rows = named(c);
    for (const row of rows) table.delete(row);
    return c.json(rows.map(shown));
  });

  /** A function about an alias, for its owner alone; a change names it in the body. */
  const addOfAlias = (
    method: 'GET' | 'POST',
    name: string,
    call: CallName,
    answer: (row: Row, body: Record<string, string>) => object,
  ) =>
    add(method, `/functions/v1/${name}`, call, async (c) => {
      const body = method === 'GET' ? c.req.query() : await c.req.json<Record<string, string>>();
      const row = owned(c, body.alias_id);
      return row ? c.json(answer(row, body)) : notFound(c);
    });

  const address = `rb${'k7q2m5xw'.repeat(4)}@veilpost.example`;
  addOfAlias('POST', 'reply-address', 'replyAddress', () => ({ address }));
  addOfAlias('GET', 'history', 'history', () => owners.history);
  addOfAlias('POST', 'new-switch-off-link', 'newLink', () => ({}));
  addOfAlias('GET', 'senders', 'senders', (row) => ({
    senders: owners.stateOf(row).senders ?? [],
  }));
  addOfAlias('POST', 'senders', 'rule', (row, { sender, rule }) => {
    const state = owners.stateOf(row);
    const others = (state.senders ?? []).filter((one) => one.sender !== sender);
    const mails = [...owners.history.events, ...owners.history.last] as Partial<
      Record<string, string>
    >[];
    const name = mails.find((mail) => mail.sender === sender)?.author;
    if (rule === 'forget') state.senders = others;
    else if (sender && name) {
      state.senders = [{ sender, rule: rule === 'let' ? 'let' : 'blocked', name }, ...others];
    }
    return {};
  });

  add('GET', '/functions/v1/my-data', 'myData', (c) => {
    const email = emailOf(c.req.header());
    return email === undefined ? notFound(c) : c.json({ aliases: table.of(email) });
  });

  add('DELETE', '/rest/v1/aliases', 'delete', (c) => {
    const row = owned(c, equals(c.req.query('id')));
    if (!row) return c.json([]);
    table.delete(row);
    return c.json([row]);
  });
}
