/** Carries out the machine's commands. It comes with the calls, in the script on demand. */

import type { Calls } from '../calls.ts';
import { CallFailed } from '../client/call-failed.ts';
import { log } from '../log.ts';
import { resultAddress } from '../result-entry.ts';
import { runOf } from '../runner.ts';
import type { OnDemand } from './runner.ts';

/** @param copy throws if the browser refuses */
export const runCommand = (calls: Calls, copy: (text: string) => Promise<void>): OnDemand['run'] =>
  runOf({
    lookUp: async ({ turn, email }) => {
      try {
        const alias = await calls.lookUp(email);
        return { type: 'lookedUp', turn, alias, failed: false, trouble: undefined };
      } catch (error) {
        log(error);
        const trouble = error instanceof CallFailed ? error.trouble : undefined;
        return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble };
      }
    },
    create: async ({ turn, email }) => ({
      type: 'creationEnded',
      turn,
      creation: await calls.create(email),
    }),
    enterResult: ({ email }) => enterResult(email),
    leaveResult,
    lookAgain: async ({ alias: { real_email } }) => {
      try {
        const alias = await calls.lookUp(real_email);
        if (alias) return { type: 'lookedAgain', alias };
      } catch (error) {
        // The screen stays as it is.
        log(error);
      }
    },
    save: async ({ alias, active }) => {
      const { id } = alias;
      try {
        const row = await calls.save(alias, active);
        return { type: 'saved', id, active: row.active };
      } catch (error) {
        log(error);
        return { type: 'saveFailed', id };
      }
    },
    copy: ({ copy: count, text }) =>
      copy(text).then(
        () => ({ type: 'copyEnded', copy: count, copied: true }),
        () => ({ type: 'copyEnded', copy: count, copied: false }),
      ),
    send: async ({ mail }) => ({
      type: 'sendEnded',
      aliasId: mail.aliasId,
      outcome: await calls.send(mail),
    }),
  });

/** Adds the result's entry after the form's; there is never more than one. */
function enterResult(address: string): void {
  const entry = { result: address };
  if (resultAddress() === undefined) history.pushState(entry, '');
  else history.replaceState(entry, '');
}

/** Back to the form's entry. */
function leaveResult(): void {
  if (resultAddress() !== undefined) history.back();
}
