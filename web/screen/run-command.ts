/** Carries out the machine's commands. It comes with the calls, in the script on demand. */

import type { Calls } from '../calls.ts';
import type { AliasRow } from '../client/alias-row.ts';
import { CallFailed } from '../client/call-failed.ts';
import { log } from '../log.ts';
import { enterResult, leaveResult } from '../result-entry.ts';
import type { ScreenEvent } from './machine/events.ts';
import type { OnDemand } from './runner.ts';

/** @param copy throws if the browser refuses */
export function runCommand(calls: Calls, copy: (text: string) => Promise<void>): OnDemand['run'] {
  async function lookUp(turn: number, email: string): Promise<ScreenEvent> {
    try {
      const alias = await calls.lookUp(email);
      return { type: 'lookedUp', turn, alias, failed: false, trouble: undefined };
    } catch (error) {
      return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble: troubleOf(error) };
    }
  }

  async function create(turn: number, email: string): Promise<ScreenEvent> {
    try {
      return { type: 'creationEnded', turn, creation: await calls.create(email) };
    } catch (error) {
      const creation = { kind: 'failed', trouble: troubleOf(error) } as const;
      return { type: 'creationEnded', turn, creation };
    }
  }

  async function lookAgain({ real_email }: AliasRow): Promise<ScreenEvent | void> {
    try {
      const alias = await calls.lookUp(real_email);
      if (alias) return { type: 'lookedAgain', alias };
    } catch (error) {
      // The screen stays as it is.
      log(error);
    }
  }

  async function save(alias: AliasRow, active: boolean): Promise<ScreenEvent> {
    const { id } = alias;
    try {
      const row = await calls.save(alias, active);
      return { type: 'saved', id, active: row.active };
    } catch (error) {
      log(error);
      return { type: 'saveFailed', id };
    }
  }

  return async (command) => {
    switch (command.do) {
      case 'lookUp':
        return lookUp(command.turn, command.email);
      case 'create':
        return create(command.turn, command.email);
      case 'enterResult':
        return enterResult(command.email);
      case 'leaveResult':
        return leaveResult();
      case 'lookAgain':
        return lookAgain(command.alias);
      case 'save':
        return save(command.alias, command.active);
      case 'copy':
        return copy(command.text).then(
          () => ({ type: 'copyEnded', copy: command.copy, copied: true }),
          () => ({ type: 'copyEnded', copy: command.copy, copied: false }),
        );
      case 'send': {
        const outcome = await calls.send(command.mail);
        return { type: 'sendEnded', aliasId: command.mail.aliasId, outcome };
      }
    }
  };
}

/** The trouble that caused a failed call; undefined: none. */
function troubleOf(error: unknown) {
  log(error);
  return error instanceof CallFailed ? error.trouble : undefined;
}
