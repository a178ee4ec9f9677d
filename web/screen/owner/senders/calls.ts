/** The alias's history, and the owner's rules for senders. Each call throws if it fails. */

import { call, changeSetting, readSetting } from '../manage/call.ts';
import type { Facts, OwnersWish, RuledSender, Run, ShownHistory } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

export async function readHistory(parts: ManageParts, id: string): Promise<Facts> {
  const text = await call(parts, 'GET', `functions/v1/history?alias_id=${id}`);
  const { events, days, last }: Partial<ShownHistory> = JSON.parse(text);
  return { history: { events: events ?? [], days: days ?? [], last: last ?? [] } };
}

export async function readSenders(parts: ManageParts, id: string): Promise<Facts> {
  const knownOnly = await readSetting(parts, id, 'known_only');
  return typeof knownOnly === 'boolean' ? { knownOnly, senders: await senders(parts, id) } : {};
}

export const lock: Run<{ knownOnly: boolean }> = async (parts, { id }, { knownOnly }) => {
  await changeSetting(parts, id, { known_only: knownOnly });
  return { facts: { knownOnly } };
};

/** `entry`: the row in which the owner decides. */
export type SenderDecision = { entry: 'history' | 'senders'; sender: string; rule: OwnersWish };

export const ruleSender: Run<SenderDecision> = async (parts, { id }, { sender, rule }) => {
  await call(parts, 'POST', 'functions/v1/senders', { alias_id: id, sender, rule });
  return { facts: { senders: await senders(parts, id) } };
};

/** The senders on whom the owner has decided. */
async function senders(parts: ManageParts, id: string): Promise<RuledSender[]> {
  return JSON.parse(await call(parts, 'GET', `functions/v1/senders?alias_id=${id}`)).senders;
}
