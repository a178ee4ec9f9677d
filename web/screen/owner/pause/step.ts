/** The pause of the owner's alias, which the next visit shows too. It ends by itself. */

import { next } from '../../../next.ts';
import type { OwnerNext, OwnerSteps, PauseEvent } from '../events.ts';
import { ownAlias, type OwnerState, type Pause } from '../state.ts';

/** The longest wait of a browser's timer, in milliseconds; a longer one starts again. */
const LONGEST_MS = 86_400_000;

export const PAUSE: OwnerSteps<PauseEvent> = {
  pauseTold,
  /** Its time has come, unless it was changed meanwhile. */
  pauseOver: (state, told, now) =>
    state.pause?.until === told.until ? pauseTold(state, told, now) : next(state),
  endPausePressed(state) {
    const { pause } = state;
    if (!pause?.until || pause.ending === 'busy') return next(state);
    const ending: Pause = { ...pause, ending: 'busy' };
    return next({ ...state, pause: ending }, { do: 'endPause', id: pause.id });
  },
  pauseNotEnded(state, { id }) {
    const { pause } = state;
    return next(pause?.id === id ? { ...state, pause: { ...pause, ending: 'failed' } } : state);
  },
};

/** @param until as the server returned it */
function pauseTold(
  state: OwnerState,
  { id, until }: Pick<Pause, 'id' | 'until'>,
  now: number,
): OwnerNext {
  if (ownAlias(state)?.id !== id) return next(state);
  const left = until ? Date.parse(until) - now : 0;
  const pause: Pause = { id, until: until && left > 0 ? until : until && null };
  const told = { ...state, pause };
  if (!pause.until) return next(told);
  const ms = Math.min(left, LONGEST_MS);
  return next(told, { do: 'wait', ms, event: { type: 'pauseOver', id, until: pause.until } });
}
