/** The runner of the list's machine, and what its commands do. */

import { FAREWELL, OWNER } from '#languages/en/owner.ts';
import { createRunner } from '../../../runner.ts';
import type { Send } from '../../send.ts';
import type { Answered, OwnersCall } from '../call.ts';
import type { AliasesCommand, AliasesEvent } from './events.ts';
import { aliasesStep, INITIAL_LIST } from './machine.ts';
import type { ListFailure } from './state.ts';

const ALIASES = 'functions/v1/aliases';

type ListRequest = Extract<AliasesCommand, { do: 'list' }>;

const TOLD = { made: OWNER.aliasMade, deleted: FAREWELL.aliasDeleted };

/**
 * `screen` sends events to the specified screen.
 * @param hasEnded whether the session has ended elsewhere; the page then says so
 * @param left the last alias is gone
 */
export function createAliasesRunner(call: OwnersCall, hasEnded: () => boolean, left: () => void) {
  const screen: { send: Send } = { send: () => undefined };

  async function run(command: AliasesCommand): Promise<AliasesEvent | void> {
    switch (command.do) {
      case 'list':
        return listed(command);
      case 'make':
        return make();
      case 'choose': {
        const { alias, after } = command;
        return screen.send({ type: 'chosen', alias, text: after && TOLD[after] });
      }
      case 'follow':
        return screen.send({ type: 'lookedAgain', alias: command.alias });
      case 'leave':
        return left();
    }
  }

  /** A failed call means nothing: the next visit to the page asks again. */
  async function listed({ owner, turn }: ListRequest): Promise<AliasesEvent | void> {
    const answer = await call('GET', ALIASES).catch(() => undefined);
    // The answer is one for strangers.
    if (hasEnded()) return;
    // This owner has one alias and may have no more, or the server does not have this call.
    if (answer?.status === 404) return { type: 'listed', owner, turn, list: undefined };
    if (answer?.status === 200) {
      return { type: 'listed', owner, turn, list: JSON.parse(answer.text) };
    }
  }

  async function make(): Promise<AliasesEvent> {
    const answer = await call('POST', ALIASES, {}).catch(() => undefined);
    if (answer?.status === 201) return { type: 'made', alias: JSON.parse(answer.text) };
    return { type: 'notMade', failure: hasEnded() ? undefined : failureOf(answer) };
  }

  return { ...createRunner(INITIAL_LIST, aliasesStep, run), screen };
}

function failureOf(answer: Answered | undefined): ListFailure {
  if (answer === undefined || answer.status >= 500) return 'unreachable';
  if (answer.status === 429) return { seconds: answer.seconds };
  return answer.text.includes('"full"') ? 'full' : 'failed';
}
