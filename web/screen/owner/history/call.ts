import { call } from '../manage/call.ts';
import type { Facts } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';
import type { ShownHistory } from './state.ts';

/** @throws if it cannot be read */
export async function readHistory(parts: ManageParts, id: string): Promise<Facts> {
  const text = await call(parts, 'GET', `functions/v1/history?alias_id=${id}`);
  const { events, days, last }: Partial<ShownHistory> = JSON.parse(text);
  return { history: { events: events ?? [], days: days ?? [], last: last ?? [] } };
}
