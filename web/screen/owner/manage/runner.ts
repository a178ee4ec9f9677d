/** Runs the machine of 'Manage this alias': passes it events, carries out its commands, and notifies its listeners. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { createStore, type ScreenStore } from '../../../store.ts';
import { act } from './act.ts';
import type { ManageParts } from '../manage-script.ts';
import { failureOfError } from './failure.ts';
import { type ManageCommand, type ManageEvent, manageStep } from './machine.ts';
import { throwError } from './session-calls.ts';
import { FOLDED, type ManageState, type ActionOutcome } from './state.ts';

export type ManageRunner = ScreenStore<ManageState> & { send: (event: ManageEvent) => void };

export function createManageRunner(parts: ManageParts, alias: AliasRow): ManageRunner {
  const { set, ...store } = createStore(FOLDED);

  function send(event: ManageEvent): void {
    const { state, command } = manageStep(store.state(), event);
    set(state);
    if (command) void run(command);
  }

  async function run(command: ManageCommand): Promise<void> {
    if (command.do === 'prove') {
      return send({ type: 'proved', outcome: await prove(command.factor, command.code) });
    }
    const { action } = command;
    const outcome = await act(parts, alias, action);
    // The session has ended meanwhile: elsewhere, or by its lifetime.
    if ('failed' in outcome && !parts.sessions.kept()) return parts.leave(undefined);
    send({ type: 'ended', action, outcome });
  }

  async function prove(factorId: string, code: string): Promise<ActionOutcome> {
    try {
      const { client } = await parts.auth();
      throwError(await client.mfa.challengeAndVerify({ factorId, code }));
      return {};
    } catch (error) {
      return { failed: failureOfError(error) };
    }
  }

  return { ...store, send };
}
