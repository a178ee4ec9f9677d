/** Carries out the machine's commands about an alias on the screen; it comes with the script that shows one. */

import type { Calls } from '../calls.ts';
import type { AliasRow } from '../client/alias-row.ts';
import { log } from '../log.ts';
import type { ScreenEvent } from './machine/events.ts';
import type { OnDemand } from './runner.ts';

/** @param copy throws where the browser refuses */
export function deskRun(
  calls: Calls,
  copy: (text: string) => Promise<void>,
): OnDemand['desk']['run'] {
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
