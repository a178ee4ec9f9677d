import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnerAnswer } from '../events.ts';
import type { OwnerState } from '../state.ts';
import { readPause, storePause } from './call.ts';

export async function pauseOf(parts: OwnerParts, id: string, state: () => OwnerState): OwnerAnswer {
  const { pause: known } = state();
  try {
    const until = await readPause(parts, id);
    // A pause that was made or ended meanwhile is newer.
    if (state().pause === known) return { type: 'pauseTold', id, until };
  } catch {
    // The next visit to the page asks again.
  }
}

export async function endPause(parts: OwnerParts, id: string): OwnerAnswer {
  try {
    return { type: 'pauseTold', id, until: await storePause(parts, id, null) };
  } catch {
    return parts.sessions.kept() ? { type: 'pauseNotEnded', id } : { type: 'sessionEnded' };
  }
}
