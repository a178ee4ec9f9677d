/** The address for a first message, and the choice for replies. Each call throws if it fails. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { call, changeSetting, readSetting } from '../manage/call.ts';
import type { ActionOutcome, Facts } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';
import type { ReplyBody } from './state.ts';

export async function readReplyBody(parts: ManageParts, id: string): Promise<Facts> {
  const chosen = await readSetting(parts, id, 'reply_body');
  return chosen === 'replace' || chosen === 'refuse' ? { replyBody: chosen } : {};
}

export async function replyAddress(
  parts: ManageParts,
  { id }: AliasRow,
  { email }: { email: string },
): Promise<ActionOutcome> {
  const body = { alias_id: id, email };
  const text = await call(parts, 'POST', 'functions/v1/reply-address', body);
  const { address }: { address: string } = JSON.parse(text);
  return { facts: { written: { email, address } } };
}

export async function chooseReplyBody(
  parts: ManageParts,
  { id }: AliasRow,
  { replyBody }: { replyBody: ReplyBody },
): Promise<ActionOutcome> {
  await changeSetting(parts, id, { reply_body: replyBody });
  return { facts: { replyBody } };
}
