/** The address for a first message, and the choice for replies. Each call throws if it fails. */

import { call, changeSetting, readSetting } from '../manage/call.ts';
import type { Facts, ReplyBody, Run } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

export async function readReplyBody(parts: ManageParts, id: string): Promise<Facts> {
  const chosen = await readSetting(parts, id, 'reply_body');
  return chosen === 'replace' || chosen === 'refuse' ? { replyBody: chosen } : {};
}

export const replyAddress: Run<{ email: string }> = async (parts, { id }, { email }) => {
  const body = { alias_id: id, email };
  const text = await call(parts, 'POST', 'functions/v1/reply-address', body);
  const { address }: { address: string } = JSON.parse(text);
  return { facts: { written: { email, address } } };
};

export const chooseReplyBody: Run<{ replyBody: ReplyBody }> = async (
  parts,
  { id },
  { replyBody },
) => {
  await changeSetting(parts, id, { reply_body: replyBody });
  return { facts: { replyBody } };
};
