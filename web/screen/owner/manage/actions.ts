/** The owner's actions: each has its line in one table, with its row on the screen and its call. */

import type { ENTRIES } from '#languages/en/manage.ts';
import type { AliasRow } from '../../../client/alias-row.ts';
import {
  addPasskey,
  changeAddress,
  confirmAddress,
  deleteAlias,
  deleteAll,
  download,
  enrol,
  removeFactor,
  removePasskeys,
  renewLink,
  signOutOf,
  type SignOutScope,
  verifyFactor,
} from '../account/calls.ts';
import { lock, ruleSender, type SenderDecision } from '../senders/calls.ts';
import { chooseReplyBody, replyAddress } from '../writing/calls.ts';
import { changeSetting, failureOfAny } from './call.ts';
import type { ActionOutcome, PauseChoice, Run } from './outcome.ts';
import type { ManageParts } from './script.ts';

/** A row that unfolds, or acts at once. */
export type RowEntry = keyof typeof ENTRIES;

/** The pauses are buttons without a row. */
export type Entry = RowEntry | 'pause';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Until this hour of tomorrow, in the visitor's time zone. */
const MORNING = 8;

/** Another pause replaces the present one, which the line above the fold ends. */
const pause: Run<{ choice: PauseChoice }> = (parts, { id }, { choice }) => {
  const now = new Date();
  const until =
    choice === 'tomorrow'
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING)
      : new Date(now.getTime() + choice * HOUR_MS);
  return parts.pause(id, until.toISOString());
};

/** Switches the alias off by itself after so many days; null: never. Another choice replaces the present one. */
const endAfter: Run<{ choice: number | null }> = async (parts, { id }, { choice }) => {
  const endsAt = choice === null ? null : new Date(Date.now() + choice * DAY_MS).toISOString();
  await changeSetting(parts, id, { ends_at: endsAt });
  return { facts: { endsAt } };
};

const TABLE = {
  pause: { entry: 'pause', run: pause },
  endAfter: { entry: 'end', run: endAfter },
  lock: { entry: 'lock', run: lock },
  rule: { entry: ({ entry }: SenderDecision) => entry, run: ruleSender },
  replyAddress: { entry: 'write', run: replyAddress },
  chooseReplyBody: { entry: 'replyBody', run: chooseReplyBody },
  addPasskey: { entry: 'passkey', run: addPasskey },
  removePasskeys: { entry: 'passkey', run: removePasskeys },
  enrol: { entry: 'factor', run: enrol },
  verifyFactor: { entry: 'factor', run: verifyFactor },
  removeFactor: { entry: 'factor', run: removeFactor },
  changeAddress: { entry: 'address', run: changeAddress },
  confirmAddress: { entry: 'address', run: confirmAddress },
  renewLink: { entry: 'link', run: renewLink },
  signOut: {
    entry: ({ scope }: SignOutScope) => (scope === 'local' ? 'here' : 'everywhere'),
    run: signOutOf,
  },
  download: { entry: 'download', run: download },
  deleteAlias: { entry: 'alias', run: deleteAlias },
  deleteAll: { entry: 'all', run: deleteAll },
} as const;

type Kind = keyof typeof TABLE;

type Inputs = {
  [K in Kind]: (typeof TABLE)[K]['run'] extends Run<infer Input> ? Input : never;
};

type ActionOf<K extends Kind> = { [P in K]: { do: P } & Inputs[P] }[K];

export type Action = ActionOf<Kind>;

const ACTIONS: {
  [K in Kind]: {
    entry: Entry | ((input: Inputs[K]) => Entry);
    run: Run<Inputs[K]>;
  };
} = TABLE;

/** The row that an action belongs to. */
export function entryOf<K extends Kind>(action: ActionOf<K>): Entry {
  const { entry } = ACTIONS[action.do];
  return typeof entry === 'string' ? entry : entry(action);
}

/** Performs an action. Never throws. */
export const act = <K extends Kind>(parts: ManageParts, alias: AliasRow, action: ActionOf<K>) =>
  outcomeOf(ACTIONS[action.do].run(parts, alias, action));

/** Never throws. */
export async function outcomeOf(running: ReturnType<Run<unknown>>): Promise<ActionOutcome> {
  try {
    return (await running) ?? {};
  } catch (error) {
    return { failed: failureOfAny(error) };
  }
}
