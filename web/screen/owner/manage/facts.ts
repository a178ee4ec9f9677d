/**
 * The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out; one that
 * cannot be read now is marked as missing.
 */

import type { ManageParts } from './script.ts';
import { call, failureOfAny, rows } from './call.ts';
import { passkeys } from './session-calls.ts';
import type { Facts, RuledSender, ShownHistory } from './state.ts';

export async function load(parts: ManageParts, id: string): Promise<Facts> {
  const all = await Promise.all(
    [
      history(parts, id),
      end(parts, id),
      known(parts, id),
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

/** A setting of the alias. A Supabase project does not have it, nor does a server without the feature. */
async function setting(parts: ManageParts, id: string, name: string): Promise<unknown> {
  const path = `rest/v1/alias_states?alias_id=eq.${id}&select=${name}`;
  const [row]: Record<string, unknown>[] = await rows(parts, 'GET', path);
  return row?.[name];
}

async function end(parts: ManageParts, id: string): Promise<Facts> {
  const endsAt = await setting(parts, id, 'ends_at');
  return endsAt === null || typeof endsAt === 'string' ? { endsAt } : {};
}

async function replies(parts: ManageParts, id: string): Promise<Facts> {
  const chosen = await setting(parts, id, 'reply_body');
  return chosen === 'replace' || chosen === 'refuse' ? { replyBody: chosen } : {};
}

async function known(parts: ManageParts, id: string): Promise<Facts> {
  const knownOnly = await setting(parts, id, 'known_only');
  return typeof knownOnly === 'boolean' ? { knownOnly, senders: await senders(parts, id) } : {};
}

/** The senders on whom the owner has decided. */
export async function senders(parts: ManageParts, id: string): Promise<RuledSender[]> {
  const text = await call(parts, 'GET', `functions/v1/senders?alias_id=${id}`);
  const answer: { senders: RuledSender[] } = JSON.parse(text);
  return answer.senders;
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
