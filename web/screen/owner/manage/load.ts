/**
 * The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out; one that could
 * not be read now is missed.
 */

import type { ManageParts } from '../manage-script.ts';
import { call, failureOfAny, rows } from './call.ts';
import { passkeys } from './session-calls.ts';
import type { Facts, ShownHistory } from './state.ts';

export async function load(parts: ManageParts, id: string): Promise<Facts> {
  const all = await Promise.all(
    [
      history(parts, id),
      end(parts, id),
      replies(parts, id),
      account(parts),
      ownPasskeys(parts),
    ].map((reading) => reading.catch(missed)),
  );
  return Object.assign({}, ...all);
}

function missed(error: unknown): Facts {
  const reason = failureOfAny(error);
  return reason === 'failed' ? {} : { unread: reason };
}

async function history(parts: ManageParts, id: string): Promise<Facts> {
  const text = await call(parts, 'GET', `functions/v1/history?alias_id=${id}`);
  const { events, days, last }: Partial<ShownHistory> = JSON.parse(text);
  return { history: { events: events ?? [], days: days ?? [], last: last ?? [] } };
}

/** A Supabase project does not know the column. */
async function end(parts: ManageParts, id: string): Promise<Facts> {
  const path = `rest/v1/alias_states?alias_id=eq.${id}&select=ends_at`;
  const [row]: { ends_at?: string | null }[] = await rows(parts, 'GET', path);
  return row?.ends_at === undefined ? {} : { endsAt: row.ends_at };
}

/** A server without answers of owners does not know the column. */
async function replies(parts: ManageParts, id: string): Promise<Facts> {
  const path = `rest/v1/alias_states?alias_id=eq.${id}&select=reply_body`;
  const [row]: { reply_body?: unknown }[] = await rows(parts, 'GET', path);
  const chosen = row?.reply_body;
  return chosen === 'replace' || chosen === 'refuse' ? { replyBody: chosen } : {};
}

async function account(parts: ManageParts): Promise<Facts> {
  const { client } = await parts.auth();
  const { data, error } = await client.getUser();
  if (error) throw error;
  const { factors = [], new_email: newEmail } = data.user;
  const isOn = (one: (typeof factors)[number]) =>
    one.factor_type === 'totp' && one.status === 'verified';
  return { factor: factors.find(isOn)?.id ?? null, newEmail: newEmail || null };
}

async function ownPasskeys(parts: ManageParts): Promise<Facts> {
  if (!parts.mayHavePasskeys) return {};
  return { passkeys: await passkeys((await parts.auth()).client) };
}
