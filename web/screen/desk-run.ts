/** Carries out the machine's commands about an alias on the screen; it comes with the script that shows one. */

import type { Calls } from '../calls.ts';
import type { AliasRow } from '../client/alias-row.ts';
import type { DeskRun, World } from './runner.ts';
import type { Send } from './send.ts';

/** @param copy throws where the browser refuses */
export function deskRun(
  calls: Calls,
  copy: (text: string) => Promise<void>,
  log: World['log'],
): DeskRun {
  async function lookAgain({ real_email }: AliasRow, send: Send): Promise<void> {
    try {
      const alias = await calls.lookUp(real_email);
      if (alias) send({ type: 'lookedAgain', alias });
    } catch (error) {
      // The screen stays as it is.
      log(error);
    }
  }

  async function save(alias: AliasRow, active: boolean, send: Send): Promise<void> {
    const { id } = alias;
    try {
      const row = await calls.save(alias, active);
      send({ type: 'saved', id, active: row.active });
    } catch (error) {
      log(error);
      send({ type: 'saveFailed', id });
    }
  }

  return (command, send) => {
    switch (command.do) {
      case 'lookAgain':
        return void lookAgain(command.alias, send);
      case 'save':
        return void save(command.alias, command.active, send);
      case 'copy':
        return void copy(command.text).then(
          () => send({ type: 'copyEnded', copy: command.copy, copied: true }),
          () => send({ type: 'copyEnded', copy: command.copy, copied: false }),
        );
      case 'send':
        return void calls
          .send(command.mail)
          .then((outcome) => send({ type: 'sendEnded', aliasId: command.mail.aliasId, outcome }));
    }
  };
}
