/** The machine's part for an alias on the screen: copying, the switch, the test mail. */

import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import { COPIED_MS } from '#rules/plan.ts';
import type { AliasRow } from '../../client/alias-row.ts';
import { machineOf, next } from '../../next.ts';
import { type Desk, forwardingOf, newDesk } from './desk.ts';
import { inDialog, onDesk } from './desk-change.ts';
import type { DeskEvent, ScreenCommand, ScreenNext } from './events.ts';
import { flipped, saved, saveFailed } from './forwarding.ts';
import { leftDesk, named } from './history.ts';
import { sendEnded, sendPressed } from './sending.ts';
import type { State } from './state.ts';
import { told } from './toasts.ts';

/** A step that a late answer about an alias that is gone does not take. */
const onAlias =
  <Event>(step: (state: State, desk: Desk, event: Event, now: number) => ScreenNext) =>
  (state: State, event: Event, now: number): ScreenNext =>
    state.view.desk ? step(state, state.view.desk, event, now) : next(state);

export const deskStep = machineOf<State, DeskEvent, ScreenCommand>({
  sendEnded: (state, { aliasId, outcome }, now) => next(sendEnded(state, aliasId, outcome, now)),
  saveFailed(state, { id }) {
    const { desk } = state.view;
    if (id === desk?.alias.id) return moved(state, desk, saveFailed(desk.forwarding));
    // A visitor who has moved on relies on the choice, so the failure is shown as well.
    return next(told(state, 'error', ALIAS_MESSAGES.toggleFailed));
  },
  forwarded: (state, { text }) => next(told(onDesk(state, { posted: true }), 'success', text)),
  chosen: (state, { alias, text }) => chosen(state, alias, text),
  hidden: onAlias((state, _, { email }) => {
    const hidden = named(state, email, 'taken');
    // A reload must not bring back the result that was left.
    return { ...hidden, commands: [{ do: 'leaveResult' }, ...hidden.commands] };
  }),
  /** An inactive alias blocks copying. */
  copyPressed: onAlias((state, { alias, forwarding, copying }) => {
    if (!forwarding.wish) return next(state);
    const copies = state.copies + 1;
    const counted = { ...state, copies };
    return next(
      // A sentence that is already there would not be read out.
      copying === 'blocked' ? onDesk(counted, { copying: 'idle' }) : counted,
      { do: 'copy', copy: copies, text: alias.alias_email },
    );
  }),
  copyEnded: onAlias((state, _, { copy, copied }) => {
    if (copy !== state.copies) return next(state);
    if (!copied) return next(onDesk(state, { copying: 'blocked' }));
    const event = { type: 'copyFaded', copy } as const;
    return next(onDesk(state, { copying: 'copied' }), { do: 'wait', ms: COPIED_MS, event });
  }),
  copyFaded: (state, { copy }) =>
    next(copy === state.copies ? onDesk(state, { copying: 'idle' }) : state),
  seenAgain: onAlias((state, { alias }) => next(state, { do: 'lookAgain', alias })),
  lookedAgain: onAlias((state, desk, { alias }) => next(lookedAgain(state, desk, alias))),
  flipped: onAlias((state, desk) => moved(state, desk, flipped(desk.forwarding))),
  saved: onAlias((state, desk, { id, active }) =>
    id === desk.alias.id ? moved(state, desk, saved(desk.forwarding, active)) : next(state),
  ),
  testMailOpened: onAlias((state, { forwarding }) =>
    next(
      forwarding.wish
        ? inDialog(state, { open: true })
        : told(state, 'error', ALIAS_MESSAGES.aliasDisabled),
    ),
  ),
  testMailClosed: (state) => next(inDialog(state, { open: false, failure: undefined })),
  subjectTyped: (state, { subject }) => next(inDialog(state, { subject })),
  messageTyped: (state, { message }) => next(inDialog(state, { message })),
  sendPressed: onAlias((state, desk, _, now) => sendPressed(state, desk, now)),
});

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
