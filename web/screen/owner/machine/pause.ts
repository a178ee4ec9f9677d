/** The pause of the owner's alias, which the next visit shows too. It ends by itself. */

import type { OwnerCommand } from './events.ts';
import { type OwnerState, ownAlias, type Pause } from './state.ts';

type Next = { state: OwnerState; commands: readonly OwnerCommand[] };

/** The longest wait of a browser's timer, in milliseconds; a longer one starts again. */
const LONGEST_MS = 86_400_000;

const unchanged = (state: OwnerState): Next => ({ state, commands: [] });

/** @param until as the server returned it */
export function pauseTold(
  state: OwnerState,
  { id, until }: Pick<Pause, 'id' | 'until'>,
  now: number,
): Next {
  if (ownAlias(state)?.id !== id) return unchanged(state);
  const left = until ? Date.parse(until) - now : 0;
  const pause: Pause = { id, until: until && left > 0 ? until : until && null, ending: undefined };
  const end: OwnerCommand = {
    do: 'wait',
    ms: Math.min(left, LONGEST_MS),
    event: { type: 'pauseOver', id, until: until ?? null },
  };
  return { state: { ...state, pause }, commands: pause.until ? [end] : [] };
}

/** Its time has come, unless it was changed meanwhile. */
export const pauseOver = (
  state: OwnerState,
  told: Pick<Pause, 'id' | 'until'>,
  now: number,
): Next => (state.pause?.until === told.until ? pauseTold(state, told, now) : unchanged(state));

export function endPressed(state: OwnerState): Next {
  const { pause } = state;
  if (!pause?.until || pause.ending === 'busy') return unchanged(state);
  return {
    state: { ...state, pause: { ...pause, ending: 'busy' } },
    commands: [{ do: 'endPause', id: pause.id }],
  };
}

export function endFailed(state: OwnerState, id: string): OwnerState {
  const { pause } = state;
  return pause?.id === id ? { ...state, pause: { ...pause, ending: 'failed' } } : state;
}
