/** The runner of the list's machine, and what its commands do. */

import { FAREWELL, OWNER } from '#languages/en/owner.ts';
import { createRunner, runOf } from '../../../runner.ts';
import type { Send } from '../../machine/events.ts';
import type { Answered, OwnersCall } from '../call.ts';
import { aliasesStep } from './machine.ts';
import { type AliasesCommand, type AliasesEvent, INITIAL_LIST, type ListFailure } from './state.ts';

const ALIASES = 'functions/v1/aliases';

const TOLD = { made: OWNER.aliasMade, deleted: FAREWELL.aliasDeleted };

/**
 * `screen` sends events to the specified screen.
 * @param hasEnded whether the session has ended elsewhere; the page then says so
 * @param left the last alias is gone
 */
export function createAliasesRunner(call: OwnersCall, hasEnded: () => boolean, left: () => void) {
  const screen: { send: Send } = { send: () => undefined };

  const run = runOf<AliasesCommand, AliasesEvent>({
    /** A failed call means nothing: the next visit to the page asks again. */
    list: async ({ owner, turn }) => {
      const answer = await call('GET', ALIASES).catch(() => undefined);
      // The answer is one for strangers.
      if (hasEnded()) return;
      // This owner has one alias and may have no more, or the server does not have this call.
      if (answer?.status === 404) return { type: 'listed', owner, turn, list: undefined };
      const list = answer?.status === 200 && jsonOf(answer);
      if (list) return { type: 'listed', owner, turn, list };
    },
    make: async () => {
      // It would be another owner's.
      if (hasEnded()) return { type: 'notMade', failure: undefined };
      const answer = await call('POST', ALIASES, {}).catch(() => undefined);
      const alias = answer?.status === 201 && jsonOf(answer);
      if (alias) return { type: 'made', alias };
      return { type: 'notMade', failure: hasEnded() ? undefined : failureOf(answer) };
    },
    choose: ({ alias, after }) =>
      screen.send({ type: 'chosen', alias, text: after && TOLD[after] }),
    follow: ({ alias }) => screen.send({ type: 'lookedAgain', alias }),
    leave: left,
  });

  return { ...createRunner(INITIAL_LIST, aliasesStep, run), screen };
}

/** Undefined if it is the page of a gateway. */
function jsonOf({ text }: Answered) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(answer: Answered | undefined): ListFailure {
  if (answer === undefined || answer.status >= 500) return 'unreachable';
  if (answer.status === 429) return { seconds: answer.seconds };
  return answer.text.includes('"full"') ? 'full' : 'failed';
}
