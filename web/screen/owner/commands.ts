/** Carries out the commands of the owner's machine. */

import type { OwnerParts } from '../owner-slot.tsx';
import type { Send } from '../send.ts';
import { renewedEmail } from './link/adopt.ts';
import { askDeviceCode, deny } from './link/calls.ts';
import type { OwnerCommand, OwnerEvent } from './events.ts';
import type { OwnerState } from './state.ts';
import { signInByPasskey } from './passkeys/sign-in.ts';
import { readPause, storePause } from './pause/call.ts';
import { redeem } from './confirm/redeem.ts';
import { signOut } from './sign-out/call.ts';
import { answerUnasked, readUnasked } from './unasked/calls.ts';
import { OWNER } from '#languages/en/owner.ts';

type Answer = Promise<OwnerEvent | void>;

/** Never rejects. @returns the event that the command leads to */
export async function carryOut(
  command: Exclude<OwnerCommand, { do: 'wait' }>,
  parts: OwnerParts,
  state: () => OwnerState,
  screen: { send: Send },
): Answer {
  switch (command.do) {
    case 'letter': {
      const { place, turn, email } = command;
      return { type: 'letterEnded', place, turn, email, outcome: await parts.letter(email) };
    }
    case 'followLetter':
      return followLetter(parts, command.turn, command.email);
    case 'redeemCode': {
      const { place, turn, email, code, brief } = command;
      const outcome = await redeem(parts, { email, token: code }, brief);
      return { type: 'codeEnded', place, turn, outcome };
    }
    case 'usePasskey': {
      const outcome = await signInByPasskey(parts);
      return { type: 'codeEnded', place: 'panel', turn: command.turn, outcome };
    }
    case 'redeemLink': {
      const outcome = await redeem(parts, { token_hash: command.token }, command.brief);
      return { type: 'linkEnded', outcome };
    }
    case 'askDeviceCode':
      return askDeviceCode(parts);
    case 'deny':
      return { type: 'denied', outcome: await deny(parts, command.token) };
    case 'check':
      return check(parts, command.turn, command.email);
    case 'readUnasked':
      return unaskedOf(parts, command.owner);
    case 'answerUnasked':
      return answered(parts, command.id, command.keep);
    case 'readPause':
      return pauseOf(parts, command.id, state);
    case 'endPause':
      return endPause(parts, command.id);
    case 'tellForwarded':
      return screen.send({ type: 'forwarded', text: OWNER.done });
    case 'show':
      return screen.send({ type: 'named', email: command.email });
    case 'hide':
      return screen.send({ type: 'hidden', email: command.email });
    case 'leave':
      return screen.send({ type: 'backPressed' });
    case 'signOut':
      await signOut(parts);
      return { type: 'left', farewell: undefined };
  }
}

async function followLetter(parts: OwnerParts, turn: number, email: string): Answer {
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

async function check(parts: OwnerParts, turn: number, email: string): Answer {
  try {
    const alias = await parts.lookUp(email);
    const owner = parts.sessions.kept()?.email;
    return { type: 'checked', turn, owner, gone: alias === undefined };
  } catch {
    // A failed call means nothing.
  }
}

async function pauseOf(parts: OwnerParts, id: string, state: () => OwnerState): Answer {
  const { pause: known } = state();
  try {
    const until = await readPause(parts, id);
    // A pause that was made or ended meanwhile is newer.
    if (state().pause === known) return { type: 'pauseTold', id, until };
  } catch {
    // The next visit to the page asks again.
  }
}

async function unaskedOf(parts: OwnerParts, owner: string): Answer {
  try {
    return { type: 'unaskedTold', owner, ...(await readUnasked(parts)) };
  } catch {
    // The next visit to the page asks again.
  }
}

async function answered(parts: OwnerParts, id: string, keep: boolean): Answer {
  try {
    await answerUnasked(parts, id, keep);
    return { type: 'unaskedEnded', id, keep, done: true };
  } catch {
    // The session may have ended meanwhile.
    if (parts.sessions.kept()) return { type: 'unaskedEnded', id, keep, done: false };
    return { type: 'left', farewell: undefined };
  }
}

async function endPause(parts: OwnerParts, id: string): Answer {
  try {
    return { type: 'pauseTold', id, until: await storePause(parts, id, null) };
  } catch {
    return parts.sessions.kept() ? { type: 'pauseNotEnded', id } : { type: 'sessionEnded' };
  }
}
