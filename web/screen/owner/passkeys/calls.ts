/** The owner's passkeys, by their ids. Each call throws if it fails. */

import type { Auth } from '../../../client/auth.ts';
import { throwError } from '../manage/call.ts';
import type { Facts, Run } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

export async function readPasskeys(parts: ManageParts): Promise<Facts> {
  if (!parts.mayHavePasskeys) return {};
  return { passkeys: await passkeys((await parts.auth()).client) };
}

export const addPasskey: Run<unknown> = async (parts) => {
  const { client } = await parts.auth();
  throwError(await client.registerPasskey());
  return { facts: { passkeys: await passkeys(client) } };
};

export const removePasskeys: Run<{ ids: string[] }> = async (parts, _, { ids }) => {
  const { passkey } = (await parts.auth()).client;
  for (const passkeyId of ids) throwError(await passkey.delete({ passkeyId }));
  return { facts: { passkeys: [] } };
};

async function passkeys({ passkey }: Auth['client']): Promise<string[]> {
  const { data, error } = await passkey.list();
  if (error) throw error;
  return data.map(({ id }) => id);
}
