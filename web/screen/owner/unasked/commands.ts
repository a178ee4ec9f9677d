import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnerAnswer } from '../events.ts';
import { answerUnasked, readUnasked } from './calls.ts';

export async function unaskedOf(parts: OwnerParts, owner: string): OwnerAnswer {
  try {
    return { type: 'unaskedTold', owner, ...(await readUnasked(parts)) };
  } catch {
    // The next visit to the page asks again.
  }
}

export async function answered(parts: OwnerParts, id: string, keep: boolean): OwnerAnswer {
  try {
    await answerUnasked(parts, id, keep);
    return { type: 'unaskedEnded', id, keep, done: true };
  } catch {
    // The session may have ended meanwhile.
    if (parts.sessions.kept()) return { type: 'unaskedEnded', id, keep, done: false };
    return { type: 'left', farewell: undefined };
  }
}
