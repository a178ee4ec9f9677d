/** The runner of the machine of 'Manage this alias'. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { createRunner, type Runner } from '../../../runner.ts';
import { act } from './act.ts';
import type { ManageParts } from './script.ts';
import { failureOfError } from './failure.ts';
import { type ManageCommand, type ManageEvent, manageStep } from './machine.ts';
import { throwError } from './session-calls.ts';
import { FOLDED, type ManageState, type ActionOutcome } from './state.ts';

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
  if (command.do === 'prove') {
    return { type: 'proved', outcome: await prove(parts, command.factor, command.code) };
  }
  const { action } = command;
  const outcome = await act(parts, alias, action);
  // The session has ended meanwhile: elsewhere, or by its lifetime. Without it the facts are those of a stranger.
  if (('failed' in outcome || action.do === 'load') && !parts.sessions.kept()) {
    return parts.sessionEnded();
  }
  return { type: 'ended', action, outcome };
}

async function prove(parts: ManageParts, factorId: string, code: string): Promise<ActionOutcome> {
  try {
    const { client } = await parts.auth();
    throwError(await client.mfa.challengeAndVerify({ factorId, code }));
    return {};
  } catch (error) {
    return { failed: failureOfError(error) };
  }
}
