/** The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out. */

import type { ManageParts } from '../manage-script.ts';
import { call, stateOf } from './call.ts';
import { passkeys } from './session-calls.ts';
import type { Facts, History } from './state.ts';

export async function load(parts: ManageParts, id: string): Promise<Facts> {
  const all = await Promise.all([
    pausedUntil(parts, id).catch(() => ({})),
    history(parts, id).catch(() => ({})),
    account(parts).catch(() => ({})),
  ]);
  return Object.assign({}, ...all);
}

async function pausedUntil(parts: ManageParts, id: string): Promise<Facts> {
  const path = `rest/v1/alias_states?alias_id=eq.${id}&select=paused_until`;
  const list: unknown = JSON.parse(await call(parts, 'GET', path));
  return Array.isArray(list) ? { pausedUntil: stateOf(list[0]) } : {};
}

async function history(parts: ManageParts, id: string): Promise<Facts> {
  const text = await call(parts, 'GET', `functions/v1/history?alias_id=${id}`);
  const { events, days, last }: Partial<History> = JSON.parse(text);
  return { history: { events: events ?? [], days: days ?? [], last: last ?? [] } };
}

async function account(parts: ManageParts): Promise<Facts> {
  const { client } = await parts.auth();
  const { data } = await client.mfa.listFactors();
  const factor = data ? { factor: data.totp[0]?.id ?? null } : {};
  // Some servers and some browsers have none.
  const known =
    'PublicKeyCredential' in globalThis ? await passkeys(client).catch(() => undefined) : undefined;
  return { ...factor, ...(known && { passkeys: known }) };
}
