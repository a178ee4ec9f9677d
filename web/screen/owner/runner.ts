/** The runner of the owner's machine. */

import { createRunner } from '../../runner.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import type { Send } from '../send.ts';
import { carryOut } from './commands.ts';
import type { OwnerCommand, OwnerEvent, OwnerSend } from './events.ts';
import { adopt, renewedEmail } from './link/adopt.ts';
import { askedFor } from './link/calls.ts';
import { ownerStep } from './machine.ts';
import { initial } from './state.ts';

/** The message of the server's page after the letter to the old address has completed a change. */
const CHANGED = 'Email address changed';

/**
 * `screen` sends events to the specified screen; `begin` is to be called once, when the screen listens.
 * @param link fragment of the opened link
 */
export function createOwnerRunner(parts: OwnerParts, link: string | undefined) {
  const fragment = new URLSearchParams(link?.slice(1));
  const screen: { send: Send } = { send: () => undefined };
  const runner = createRunner(
    initial(fragment.get('confirm') ?? (fragment.has('error') ? '' : undefined)),
    (state, event: OwnerEvent) => ownerStep(state, event, Date.now()),
    (command: Exclude<OwnerCommand, { do: 'wait' }>, state) =>
      carryOut(command, parts, state, screen),
  );
  return { ...runner, screen, begin: () => void begin(parts, fragment, runner.send) };
}

async function begin(parts: OwnerParts, fragment: URLSearchParams, send: OwnerSend): Promise<void> {
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
