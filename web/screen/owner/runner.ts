/** The runner of the owner's machine, and what its commands do. */

import { OWNER } from '#languages/en/owner.ts';
import { createRunner, type Runner, runOf } from '../../runner.ts';
import type { Send } from '../machine/events.ts';
import type { OwnersParts } from './call.ts';
import { check, followLetter, redeem, signInByPasskey } from './confirm/calls.ts';
import type { OwnerCommand, OwnerEvent, OwnerSend } from './events.ts';
import { adopt, askDeviceCode, askedFor, deny, renewedEmail } from './link/calls.ts';
import { ownerStep } from './machine.ts';
import { endPause, pauseOf } from './pause/call.ts';
import { initial, type OwnerState } from './state.ts';
import { answered, unaskedOf } from './unasked/calls.ts';

/** The message of the server's page after the letter to the old address has completed a change. */
const CHANGED = 'Email address changed';

/**
 * `screen` sends events to the specified screen; `begin` is to be called once, when the screen listens.
 * @param link fragment of the opened link
 */
export function createOwnerRunner(parts: OwnersParts, link: string | undefined) {
  const fragment = new URLSearchParams(link?.slice(1));
  const screen: { send: Send } = { send: () => undefined };
  const run = runOf<Exclude<OwnerCommand, { do: 'wait' }>, OwnerEvent>({
    letter: async ({ place, turn, email }) => ({
      type: 'letterEnded',
      place,
      turn,
      email,
      outcome: await parts.letter(email),
    }),
    followLetter: ({ turn, email }) => followLetter(parts, turn, email),
    redeemCode: async ({ place, turn, email, code, brief }) => {
      const outcome = await redeem(parts, { email, token: code }, brief);
      return { type: 'codeEnded', place, turn, outcome };
    },
    usePasskey: async ({ turn }) => {
      const outcome = await signInByPasskey(parts);
      return { type: 'codeEnded', place: 'panel', turn, outcome };
    },
    redeemLink: async ({ token, brief }) => {
      const outcome = await redeem(parts, { token_hash: token }, brief);
      return { type: 'linkEnded', outcome };
    },
    askDeviceCode: () => askDeviceCode(parts),
    deny: async ({ token }) => ({ type: 'denied', outcome: await deny(parts, token) }),
    check: ({ turn, email }) => check(parts, turn, email),
    readUnasked: ({ owner }) => unaskedOf(parts, owner),
    answerUnasked: ({ id, keep }) => answered(parts, id, keep),
    readPause: ({ id }) => pauseOf(parts, id, () => runner.state()),
    endPause: ({ id }) => endPause(parts, id),
    tellForwarded: () => screen.send({ type: 'forwarded', text: OWNER.done }),
    show: ({ email }) => screen.send({ type: 'named', email }),
    hide: ({ email }) => screen.send({ type: 'hidden', email }),
    leave: () => screen.send({ type: 'backPressed' }),
  });
  const runner: Runner<OwnerState, OwnerEvent> = createRunner(
    initial(fragment.get('confirm') ?? (fragment.has('error') ? '' : undefined)),
    ownerStep,
    run,
  );
  return { ...runner, screen, begin: () => void begin(parts, fragment, runner.send) };
}

async function begin(
  parts: OwnersParts,
  fragment: URLSearchParams,
  send: OwnerSend,
): Promise<void> {
  if (fragment.get('message') === CHANGED) {
    // The session in which the code was entered continues; every other one has ended.
    const owner = await renewedEmail(parts);
    return send(owner ? { type: 'signedIn', owner } : { type: 'left', farewell: 'moved' });
  }
  const token = fragment.get('confirm');
  if (token !== null) return send({ type: 'askedFor', about: await askedFor(parts, token) });
  if (fragment.has('message')) send({ type: 'left', farewell: 'halfWay' });
  if (!fragment.has('access_token')) return;
  send({ type: 'signedIn', owner: await adopt(parts, fragment) });
}
