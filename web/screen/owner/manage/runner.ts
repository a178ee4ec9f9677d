/** The runner of the machine of 'Manage this alias'. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { createRunner, type Runner } from '../../../runner.ts';
import { prove } from '../factor/calls.ts';
import { act } from './actions.ts';
import { failureOfAny } from './call.ts';
import { load } from './load.ts';
import { type ManageCommand, type ManageEvent, manageStep } from './machine.ts';
import type { ActionOutcome } from './outcome.ts';
import type { ManageParts } from './script.ts';
import { FOLDED, type ManageState } from './state.ts';

export const createManageRunner = (
  parts: ManageParts,
  alias: AliasRow,
): Runner<ManageState, ManageEvent> =>
  createRunner(FOLDED, manageStep, (command: ManageCommand) => run(parts, alias, command));

async function run(
  parts: ManageParts,
  alias: AliasRow,
  command: ManageCommand,
): Promise<ManageEvent | void> {
  switch (command.do) {
    case 'load': {
      const facts = await load(parts, alias.id);
      // Without a session the facts are those of a stranger.
      return hasEnded(parts) ? parts.sessionEnded() : { type: 'loaded', facts };
    }
    case 'act': {
      const { action } = command;
      const outcome = await act(parts, alias, action);
      if ('failed' in outcome && hasEnded(parts)) return parts.sessionEnded();
      return { type: 'ended', action, outcome };
    }
    case 'prove':
      return { type: 'proved', outcome: await proved(parts, command.factor, command.code) };
  }
}

/** The session has ended meanwhile: elsewhere, or by its lifetime. */
const hasEnded = ({ sessions }: ManageParts) => sessions.kept() === undefined;

async function proved(parts: ManageParts, factor: string, code: string): Promise<ActionOutcome> {
  try {
    await prove(parts, factor, code);
    return {};
  } catch (error) {
    return { failed: failureOfAny(error) };
  }
}
