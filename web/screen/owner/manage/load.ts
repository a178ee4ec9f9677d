/**
 * The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out; one that
 * cannot be read now is marked as missing.
 */

import { readEnd } from '../ending/calls.ts';
import { readHistory } from '../history/call.ts';
import { readPasskeys } from '../passkeys/calls.ts';
import { readSenders } from '../senders/calls.ts';
import { readReplyBody } from '../writing/calls.ts';
import { failureOfAny } from './call.ts';
import type { Facts } from './outcome.ts';
import type { ManageParts } from './script.ts';

/** Never throws. */
export async function load(parts: ManageParts, id: string): Promise<Facts> {
  const all = await Promise.all(
    [
      readHistory(parts, id),
      readEnd(parts, id),
      readSenders(parts, id),
      readReplyBody(parts, id),
      account(parts),
      readPasskeys(parts),
    ].map((reading) => reading.catch(missed)),
  );
  return Object.assign({}, ...all);
}

function missed(error: unknown): Facts {
  const reason = failureOfAny(error);
  return reason === 'failed' ? {} : { unread: reason };
}

/** One call of auth-js answers for the second factor and for a change of the address. */
async function account(parts: ManageParts): Promise<Facts> {
  const { client } = await parts.auth();
  const { data, error } = await client.getUser();
  if (error) throw error;
  const { factors = [], new_email: newEmail } = data.user;
  const isOn = (one: (typeof factors)[number]) =>
    one.factor_type === 'totp' && one.status === 'verified';
  return { factor: factors.find(isOn)?.id ?? null, newEmail: newEmail || null };
}
