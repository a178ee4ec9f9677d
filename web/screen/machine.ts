/**
 * The screen as a state machine: from a state and an event follow the next state and commands. It knows no DOM, no
 * clock and no network; the components only show its state.
 */

import { MESSAGES } from '#rules/messages.ts';
import { COPIED_MS } from '#rules/plan.ts';
import type { ScreenEvent } from './machine/events.ts';
import {
  creationEnded,
  leftField,
  lookedUp,
  paused,
  submitted,
  triedAgain,
  typed,
} from './machine/form.ts';
import { flipped, saved, saveFailed } from './machine/forwarding.ts';
import { backPressed, named, returned, wentBack } from './machine/history.ts';
import { inDialog, type Next, next, told } from './machine/next.ts';
import { sendEnded, sendPressed } from './machine/sending.ts';
import type { State } from './machine/state.ts';

/** @param now milliseconds since 1970 */
export function step(state: State, event: ScreenEvent, now: number): Next {
  switch (event.type) {
    case 'typed':
      return typed(state, event.email);
    case 'paused':
      return event.turn === state.turn ? paused(state) : next(state);
    case 'leftField':
      return leftField(state);
    case 'submitted':
      return submitted(state, event.begun);
    case 'triedAgain':
      return triedAgain(state);
    case 'cameOnline':
      return state.trouble === 'unreachable' ? triedAgain(state) : next(state);
    case 'lookedUp':
      return event.turn === state.turn ? lookedUp(state, event) : next(state);
    case 'creationEnded':
      return event.turn === state.turn ? creationEnded(state, event.creation) : next(state);
    case 'copyPressed':
      return copyPressed(state);
    case 'copyEnded':
      return copyEnded(state, event.copy, event.copied);
    case 'copyFaded':
      return next(event.copy === state.copies ? { ...state, copying: 'idle' } : state);
    case 'flipped':
      return moved(state, flipped(state.forwarding));
    case 'saved':
      return event.id === state.alias?.id
        ? moved(state, saved(state.forwarding, event.active))
        : next(state);
    case 'saveFailed':
      // A visitor who has gone on since relies on the wish, and is told as well.
      return event.id === state.alias?.id
        ? moved(state, saveFailed(state.forwarding))
        : next(told(state, 'error', MESSAGES.toggleFailed));
    case 'backPressed':
      return backPressed(state);
    case 'wentBack':
      return wentBack(state);
    case 'returned':
      return returned(state, event.email);
    case 'prepared':
      return next({ ...state });
    case 'named':
      return named(state, event.email, false);
    case 'testMailOpened':
      return next(
        state.forwarding.wish
          ? inDialog(state, { open: true })
          : told(state, 'error', MESSAGES.aliasDisabled),
      );
    case 'testMailClosed':
      return next(inDialog(state, { open: false, failure: undefined }));
    case 'subjectTyped':
      return next(inDialog(state, { subject: event.subject }));
    case 'messageTyped':
      return next(inDialog(state, { message: event.message }));
    case 'sendPressed':
      return sendPressed(state, now);
    case 'sendEnded':
      return next(sendEnded(state, event.aliasId, event.outcome, now));
    case 'toastFaded':
      return next({ ...state, toasts: state.toasts.filter(({ id }) => id !== event.id) });
  }
}

/** An inactive alias blocks copying. */
function copyPressed(state: State): Next {
  if (!state.alias || !state.forwarding.wish) return next(state);
  const copies = state.copies + 1;
  return next({ ...state, copies }, { do: 'copy', copy: copies, text: state.alias.alias_email });
}

function copyEnded(state: State, copy: number, copied: boolean): Next {
  if (copy !== state.copies || !state.alias) return next(state);
  if (!copied) return next({ ...state, copying: 'blocked' });
  return next(
    { ...state, copying: 'copied' },
    { do: 'wait', ms: COPIED_MS, event: { type: 'copyFaded', copy } },
  );
}

/** The switch has moved: by the visitor, or by an answer. */
function moved(state: State, { forwarding, save, failed }: ReturnType<typeof flipped>): Next {
  const { alias } = state;
  if (!alias) return next(state);
  const shown: State = { ...state, forwarding };
  return next(
    failed ? told(shown, 'error', MESSAGES.toggleFailed) : shown,
    ...(save === undefined ? [] : [{ do: 'save', alias, active: save } as const]),
  );
}
