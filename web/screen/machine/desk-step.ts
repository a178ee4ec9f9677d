/** The machine's part for an alias on the screen: copying, the switch, the test mail. */

import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import { COPIED_MS } from '#rules/plan.ts';
import type { AliasRow } from '../../client/alias-row.ts';
import type { DeskStep } from '../machine.ts';
import { type Desk, forwardingOf, newDesk } from './desk.ts';
import { inDialog, onDesk } from './desk-change.ts';
import { flipped, saved, saveFailed } from './forwarding.ts';
import { named } from './history.ts';
import { leftDesk } from './left-desk.ts';
import { next } from '../../next.ts';
import { type ScreenNext, told } from './next.ts';
import { sendEnded, sendPressed } from './sending.ts';
import type { State } from './state.ts';

export const deskStep: DeskStep = (state, event, now) => {
  const { desk } = state.view;
  if (event.type === 'sendEnded') {
    return next(sendEnded(state, event.aliasId, event.outcome, now));
  }
  if (event.type === 'saveFailed' && event.id !== desk?.alias.id) {
    // A visitor who has moved on relies on the choice, so the failure is shown as well.
    return next(told(state, 'error', ALIAS_MESSAGES.toggleFailed));
  }
  if (event.type === 'forwarded') {
    return next(told(onDesk(state, { posted: true }), 'success', event.text));
  }
  if (event.type === 'chosen') return chosen(state, event.alias, event.text);
  // A late answer about an alias that is gone.
  if (!desk) return next(state);
  switch (event.type) {
    case 'saveFailed':
      return moved(state, desk, saveFailed(desk.forwarding));
    case 'hidden': {
      const hidden = named(state, event.email, 'taken');
      // A reload must not bring back the result that was left.
      return { ...hidden, commands: [{ do: 'leaveResult' }, ...hidden.commands] };
    }
    case 'copyPressed':
      return copyPressed(state, desk);
    case 'copyEnded':
      return copyEnded(state, event.copy, event.copied);
    case 'copyFaded':
      return next(event.copy === state.copies ? onDesk(state, { copying: 'idle' }) : state);
    case 'seenAgain':
      return next(state, { do: 'lookAgain', alias: desk.alias });
    case 'lookedAgain':
      return next(lookedAgain(state, desk, event.alias));
    case 'flipped':
      return moved(state, desk, flipped(desk.forwarding));
    case 'saved':
      return event.id === desk.alias.id
        ? moved(state, desk, saved(desk.forwarding, event.active))
        : next(state);
    case 'testMailOpened':
      return next(
        desk.forwarding.wish
          ? inDialog(state, { open: true })
          : told(state, 'error', ALIAS_MESSAGES.aliasDisabled),
      );
    case 'testMailClosed':
      return next(inDialog(state, { open: false, failure: undefined }));
    case 'subjectTyped':
      return next(inDialog(state, { subject: event.subject }));
    case 'messageTyped':
      return next(inDialog(state, { message: event.message }));
    case 'sendPressed':
      return sendPressed(state, desk, now);
  }
};

/** Its owner may have several: it is shown as just made. It replaces another one, whose pending choice is still saved. */
function chosen(state: State, alias: AliasRow, text: string | undefined): ScreenNext {
  const before = state.view.desk;
  const isSame = before?.alias.id === alias.id;
  const desk: Desk = { ...(isSame ? before : newDesk(alias)), more: true };
  const shown: State = { ...state, view: { stage: 'result', desk }, flagged: false };
  return next(
    text === undefined ? shown : told(shown, 'success', text),
    ...(isSame ? [] : leftDesk(state)),
    { do: 'enterResult', email: alias.real_email },
  );
}

/** An inactive alias blocks copying. */
function copyPressed(state: State, { alias, forwarding }: Desk): ScreenNext {
  if (!forwarding.wish) return next(state);
  const copies = state.copies + 1;
  return next({ ...state, copies }, { do: 'copy', copy: copies, text: alias.alias_email });
}

function copyEnded(state: State, copy: number, copied: boolean): ScreenNext {
  if (copy !== state.copies) return next(state);
  if (!copied) return next(onDesk(state, { copying: 'blocked' }));
  return next(onDesk(state, { copying: 'copied' }), {
    do: 'wait',
    ms: COPIED_MS,
    event: { type: 'copyFaded', copy },
  });
}

/** The switch follows what is stored, unless the visitor has chosen otherwise. */
function lookedAgain(state: State, { alias, forwarding }: Desk, stored: AliasRow): State {
  const { wish, saving } = forwarding;
  if (stored.id !== alias.id || stored.active === wish || saving !== undefined) return state;
  return onDesk(state, { forwarding: forwardingOf(stored.active) });
}

/** The switch has moved: by the visitor, or by an answer. */
function moved(
  state: State,
  { alias }: Desk,
  { forwarding, save, failed }: ReturnType<typeof flipped>,
): ScreenNext {
  const shown = onDesk(state, { forwarding });
  return next(
    failed ? told(shown, 'error', ALIAS_MESSAGES.toggleFailed) : shown,
    ...(save === undefined ? [] : [{ do: 'save', alias, active: save } as const]),
  );
}
