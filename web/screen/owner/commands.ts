/** Carries out the commands of the owner's machine. */

import { OWNER } from '#languages/en/owner.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import type { Send } from '../send.ts';
import { check, followLetter } from './confirm/commands.ts';
import { redeem } from './confirm/redeem.ts';
import type { OwnerAnswer, OwnerCommand } from './events.ts';
import { askDeviceCode, deny } from './link/calls.ts';
import { signInByPasskey } from './passkeys/sign-in.ts';
import { endPause, pauseOf } from './pause/call.ts';
import type { OwnerState } from './state.ts';
import { answered, unaskedOf } from './unasked/calls.ts';

/** Its answer is the event that the command leads to. Never rejects. */
export async function carryOut(
  command: Exclude<OwnerCommand, { do: 'wait' }>,
  parts: OwnerParts,
  state: () => OwnerState,
  screen: { send: Send },
): OwnerAnswer {
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
  }
}
