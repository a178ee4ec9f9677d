/**
 * The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out; one that could
 * not be read now is missed.
 */

import type { ManageParts } from '../manage-script.ts';
import { call, failureOfAny } from './call.ts';
import { passkeys } from './session-calls.ts';
import type { Facts, ShownHistory } from './state.ts';

export async function load(parts: ManageParts, id: string): Promise<Facts> {
  const all = await Promise.all(
    [history(parts, id), account(parts), ownPasskeys(parts)].map((reading) =>
      reading.catch(missed),
    ),
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
