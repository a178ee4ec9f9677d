/** The calls of owners: auth/v1 by the real facility, the others in the shapes of the design. */

import type { Context, Hono } from 'hono';
import { maskedAddress } from '#rules/address.ts';
import { emailOf, equals, type Meet } from './asker.ts';
import type { CallName } from './faults.ts';
import type { Owners } from './owners.ts';
import type { AliasTable, Row } from './table.ts';

const AUTH_CALLS: Record<string, CallName> = { otp: 'otp', verify: 'verify' };

export function ownerCalls(api: Hono, meet: Meet, owners: Owners, table: AliasTable): void {
  /** The row of an owner; other callers do not see it. */
  const owned = (c: Context, id: string | undefined): Row | undefined =>
    table.rows.find((row) => row.id === id && row.real_email === emailOf(c.req.header()));

  const stateOf = (row: Row) => {
    const state = owners.stateOf(row);
    return {
      alias_id: row.id,
      paused_until: state.pausedUntil ?? null,
      ends_at: state.endsAt ?? null,
      reply_body: state.replyBody ?? 'replace',
      known_only: state.knownOnly ?? false,
    };
  };

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

  api.post('/functions/v1/device-code', async (c) => {
    const fault = await meet('deviceCode', c);
    if (fault) return fault;
    const email = emailOf(c.req.header());
    if (email === undefined) return c.json({}, 401);
    // It is redeemed like the code of an email.
    await owners.letter(email);
    return c.json({ code: (await owners.letterTo(email)).code, expires_in: 600 });
  });

  // Not recorded as a call: it is read for each link, and changes nothing.
  api.post('/functions/v1/asked-for', async (c) => {
    const { token_hash } = await c.req.json<{ token_hash: string }>();
    const letter = owners.auth.letters.sent.find(({ link }) => link === token_hash);
    if (!letter) return c.json({ code: 'otp_expired', message: 'It is wrong or was used.' }, 403);
    const waiting = table.of(letter.to).find((row) => !owners.stateOf(row).confirmed);
    const alias = waiting?.alias_email ?? null;
    return c.json({ address: maskedAddress(letter.to), alias });
  });

  api.post('/functions/v1/not-me', async (c) => {
    const fault = await meet('notMe', c);
    if (fault) return fault;
    const { token_hash } = await c.req.json<{ token_hash: string }>();
    const letter = owners.auth.letters.sent.find(({ link }) => link === token_hash);
    if (!letter) return c.json({ code: 'otp_expired', message: 'It is wrong or was used.' }, 403);
    owners.forget(letter.to, false);
    return c.json({});
  });

  api.get('/rest/v1/alias_states', async (c) => {
    const fault = await meet('states', c);
    const row = owned(c, equals(c.req.query('alias_id')));
    if (fault || !row) return fault ?? c.json([]);
    return c.json([stateOf(row)]);
  });

  api.patch('/rest/v1/alias_states', async (c) => {
    const change = await c.req.json<StateChange>();
    const fault = await meet(callOf(change), c);
    const row = owned(c, equals(c.req.query('alias_id')));
    if (fault || !row) return fault ?? c.json([]);
    const state = owners.stateOf(row);
    if (change.reply_body !== undefined) state.replyBody = change.reply_body;
    if (change.known_only !== undefined) state.knownOnly = change.known_only;
    if (change.ends_at !== undefined) state.endsAt = change.ends_at;
    if (change.paused_until === null) delete state.pausedUntil;
    else if (change.paused_until !== undefined) state.pausedUntil = change.paused_until;
    return c.json([stateOf(row)]);
  });

  const unasked = '/rest/v1/unconfirmed_aliases';
  const shown = ({ id, alias_email, created_at }: Row) => ({
    alias_id: id,
    alias_email,
    created_at,
  });
  api.get(unasked, async (c) => {
    const fault = await meet('unasked', c);
    return fault ?? c.json(owners.unasked(c.req.header()).map(shown));
  });
  const named = (c: Context) =>
    owners.unasked(c.req.header()).filter(({ id }) => id === equals(c.req.query('alias_id')));
  api.patch(unasked, async (c) => {
    const fault = await meet('keep', c);
    if (fault) return fault;
    const rows = named(c);
    for (const row of rows) Object.assign(owners.stateOf(row), { unasked: false, confirmed: true });
    return c.json(rows.map(shown));
  });
  api.delete(unasked, async (c) => {
    const fault = await meet('discard', c);
    if (fault) return fault;
    const rows = named(c);
    for (const row of rows) table.rows.splice(table.rows.indexOf(row), 1);
    return c.json(rows.map(shown));
  });

  api.post('/functions/v1/reply-address', async (c) => {
    const fault = await meet('replyAddress', c);
    const { alias_id } = await c.req.json<{ alias_id: string }>();
    const address = `rb${'k7q2m5xw'.repeat(4)}@veilpost.example`;
    return fault ?? (owned(c, alias_id) ? c.json({ address }) : notFound(c));
  });

  api.get('/functions/v1/history', async (c) => {
    const fault = await meet('history', c);
    const row = owned(c, c.req.query('alias_id'));
    return fault ?? (row ? c.json(owners.history) : notFound(c));
  });

  api.get('/functions/v1/senders', async (c) => {
    const fault = await meet('senders', c);
    const row = owned(c, c.req.query('alias_id'));
    return fault ?? (row ? c.json({ senders: owners.stateOf(row).senders ?? [] }) : notFound(c));
  });

  api.post('/functions/v1/senders', async (c) => {
    const fault = await meet('rule', c);
    const { alias_id, sender, rule } = await c.req.json<Record<string, string>>();
    const row = owned(c, alias_id);
    if (fault || !row) return fault ?? notFound(c);
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
    return c.json({});
  });

  api.post('/functions/v1/new-switch-off-link', async (c) => {
    const fault = await meet('newLink', c);
    const { alias_id } = await c.req.json<{ alias_id: string }>();
    return fault ?? (owned(c, alias_id) ? c.json({}) : notFound(c));
  });

  api.get('/functions/v1/my-data', async (c) => {
    const fault = await meet('myData', c);
    const email = emailOf(c.req.header());
    return fault ?? (email === undefined ? notFound(c) : c.json({ aliases: table.of(email) }));
  });

  api.delete('/rest/v1/aliases', async (c) => {
    const fault = await meet('delete', c);
    const row = owned(c, equals(c.req.query('id')));
    if (fault || !row) return fault ?? c.json([]);
    table.rows.splice(table.rows.indexOf(row), 1);
    return c.json([row]);
  });
}

const notFound = (c: Context) => c.json({ code: 'not_found', message: 'There is none.' }, 404);

/** One column a call. */
type StateChange = {
  paused_until?: string | null;
  ends_at?: string | null;
  reply_body?: string;
  known_only?: boolean;
};

function callOf(change: StateChange): CallName {
  if (change.reply_body !== undefined) return 'replyBody';
  if (change.known_only !== undefined) return 'knownOnly';
  return change.ends_at === undefined ? 'pause' : 'endsAt';
}
