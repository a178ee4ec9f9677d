/** The runner of the machine of 'Manage this alias'. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { createRunner, runOf, type Runner } from '../../../runner.ts';
import { prove, readPasskeys } from '../account/calls.ts';
import { readHistory, readSenders } from '../senders/calls.ts';
import { readReplyBody } from '../writing/calls.ts';
import { act, outcomeOf } from './actions.ts';
import { failureOfAny, readSetting } from './call.ts';
import {
  FOLDED,
  type ManageCommand,
  type ManageEvent,
  type ManageState,
  manageStep,
} from './machine.ts';
import type { Facts } from './outcome.ts';
import type { ManageParts } from './script.ts';

export const createManageRunner = (
  parts: ManageParts,
  alias: AliasRow,
): Runner<ManageState, ManageEvent> =>
  createRunner(
    FOLDED,
    manageStep,
    runOf<ManageCommand, ManageEvent>({
      load: async () => {
        const facts = await load(parts, alias.id);
        // Without a session the facts are those of a stranger.
        return hasEnded(parts, alias) ? parts.sessionEnded() : { type: 'loaded', facts };
      },
      act: async ({ action }) => {
        // It would be an action on another owner's account.
        if (hasEnded(parts, alias)) return parts.sessionEnded();
        const outcome = await act(parts, alias, action);
        if ('failed' in outcome && hasEnded(parts, alias)) return parts.sessionEnded();
        return { type: 'ended', action, outcome };
      },
      prove: async ({ factor, code }) => {
        if (hasEnded(parts, alias)) return parts.sessionEnded();
        return { type: 'proved', outcome: await outcomeOf(prove(parts, factor, code)) };
      },
    }),
  );

/** The session has ended meanwhile: elsewhere, or by its lifetime; or another tab has begun another owner's. */
const hasEnded = ({ sessions }: ManageParts, { real_email }: AliasRow) =>
  sessions.kept()?.email !== real_email;

/**
 * The facts about the alias when 'Manage this alias' is unfolded. A fact that the server lacks is left out; one that
 * cannot be read now is marked as missing. Never throws.
 */
async function load(parts: ManageParts, id: string): Promise<Facts> {
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

async function readEnd(parts: ManageParts, id: string): Promise<Facts> {
  const endsAt = await readSetting(parts, id, 'ends_at');
  return endsAt === null || typeof endsAt === 'string' ? { endsAt } : {};
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
