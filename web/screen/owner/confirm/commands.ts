import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnerAnswer } from '../events.ts';
import { renewedEmail } from '../link/adopt.ts';

/** Carries out 'followLetter'. */
export async function followLetter(parts: OwnerParts, turn: number, email: string): OwnerAnswer {
  if (await hasMovedTo(parts, email)) return check(parts, turn, email);
  const letter = parts.lastLetter(email);
  const outcome = await letter;
  // The screen already shows 'We sent an email'; a newer letter has its own answer.
  if (outcome === undefined || outcome === 'sent' || letter !== parts.lastLetter(email)) return;
  return { type: 'letterEnded', place: 'panel', turn, email, outcome };
}

/** Whether the address of the kept session has become this one, by links opened elsewhere. */
async function hasMovedTo(parts: OwnerParts, email: string): Promise<boolean> {
  const before = parts.sessions.kept()?.email;
  if (before === undefined || before === email) return false;
  return (await renewedEmail(parts)) === email;
}

/** Carries out 'check'. */
export async function check(parts: OwnerParts, turn: number, email: string): OwnerAnswer {
  try {
    const alias = await parts.lookUp(email);
    const owner = parts.sessions.kept()?.email;
    return { type: 'checked', turn, owner, gone: alias === undefined };
  } catch {
    // A failed call means nothing.
  }
}
