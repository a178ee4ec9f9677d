/** Runs the owner's machine: passes it events, carries out its commands, and notifies listeners of each new state. */

import { createStore, type ScreenStore } from '../../store.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import type { Send } from '../send.ts';
import { ownerStep } from './machine.ts';
import type { Denied, OwnerCommand, OwnerEvent } from './machine/events.ts';
import { initial, type OwnerState } from './machine/state.ts';
import { adopt } from './adopt.ts';
import { signInByPasskey } from './passkey.ts';
import { readPause, storePause } from './pause.ts';
import { redeem } from './redeem.ts';
import { signOut } from './sign-out.ts';
import { OWNER } from './texts.ts';

/** In milliseconds. */
const PATIENCE_MS = 15_000;

/** The message of the server's page once the letter to the old address has completed a change. */
const CHANGED = 'Email address changed';

/** The meaning of an answer to 'not me', by its status. */
const DENIED: Record<number, Denied> = { 403: 'expired', 404: 'notOffered' };

export type OwnerRunner = ScreenStore<OwnerState> & {
  send: (event: OwnerEvent) => void;
  /** Sends an event to the specified screen. */
  screen: { send: Send };
  /** To be called once, when the screen listens. */
  begin: () => void;
};

/** @param link fragment of the opened link */
export function createOwnerRunner(parts: OwnerParts, link: string | undefined): OwnerRunner {
  const { config, ask } = parts;
  const fragment = new URLSearchParams(link?.slice(1));
  const { set, ...store } = createStore(
    initial(fragment.get('confirm') ?? (fragment.has('error') ? '' : undefined)),
  );
  const screen: OwnerRunner['screen'] = { send: () => undefined };

  function send(event: OwnerEvent): void {
    const { state, commands } = ownerStep(store.state(), event, Date.now());
    set(state);
    for (const command of commands) void run(command);
  }

  async function run(command: OwnerCommand): Promise<void> {
    switch (command.do) {
      case 'wait':
        setTimeout(() => send(command.event), command.ms);
        return;
      case 'letter': {
        const { place, turn, email } = command;
        const outcome = await parts.letter(email);
        return send({ type: 'letterEnded', place, turn, email, outcome });
      }
      case 'followLetter': {
        const { turn, email } = command;
        if (await hasMovedTo(email)) return check(turn, email);
        const letter = parts.lastLetter(email);
        const outcome = await letter;
        // The screen already shows 'We sent a mail'; a newer letter has an answer of its own.
        if (outcome === undefined || outcome === 'sent' || letter !== parts.lastLetter(email))
          return;
        return send({ type: 'letterEnded', place: 'panel', turn, email, outcome });
      }
      case 'redeemCode': {
        const { place, turn, email, code, brief } = command;
        const outcome = await redeem(parts, { email, token: code }, brief);
        return send({ type: 'codeEnded', place, turn, outcome });
      }
      case 'usePasskey': {
        const outcome = await signInByPasskey(parts);
        return send({ type: 'codeEnded', place: 'panel', turn: command.turn, outcome });
      }
      case 'redeemLink': {
        const outcome = await redeem(parts, { token_hash: command.token }, command.brief);
        return send({ type: 'linkEnded', outcome });
      }
      case 'askDeviceCode':
        return askDeviceCode();
      case 'deny':
        return deny(command.token);
      case 'check':
        return check(command.turn, command.email);
      case 'readPause':
        return pause(command.id);
      case 'endPause':
        return endPause(command.id);
      case 'tellForwarded':
        return screen.send({ type: 'forwarded', text: OWNER.done });
      case 'show':
        return screen.send({ type: 'named', email: command.email });
      case 'leave':
        return screen.send({ type: 'backPressed' });
      case 'signOut':
        await signOut(parts);
        return send({ type: 'left', farewell: undefined });
    }
  }

  function post(path: string, body: unknown): Promise<Response> {
    return ask(`${config.url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }

  /** Without a code there is one way less; the screen does not mention it. */
  async function askDeviceCode(): Promise<void> {
    try {
      const answer = await post('functions/v1/device-code', {});
      const { code } = await answer.json();
      if (answer.ok && typeof code === 'string') send({ type: 'deviceCode', code });
    } catch {
      // The code from the next letter works too.
    }
  }

  async function deny(token: string): Promise<void> {
    try {
      const { ok, status } = await post('functions/v1/not-me', { token_hash: token });
      send({ type: 'denied', outcome: ok ? 'ok' : (DENIED[status] ?? 'unreachable') });
    } catch {
      send({ type: 'denied', outcome: 'unreachable' });
    }
  }

  /** Whether the address of the kept session has become this one, by links opened elsewhere. */
  async function hasMovedTo(email: string): Promise<boolean> {
    const before = parts.sessions.kept()?.email;
    if (before === undefined || before === email) return false;
    return (await renewedEmail()) === email;
  }

  /** The address of the kept session, as its server knows it. */
  async function renewedEmail(): Promise<string | undefined> {
    try {
      if (parts.sessions.kept()) await (await parts.auth()).renewed();
    } catch {
      // Until the question can be asked, the session stays unchanged.
    }
    return parts.sessions.kept()?.email;
  }

  /** The session in which the code was typed goes on; every other one has ended. */
  async function moved(): Promise<void> {
    const email = await renewedEmail();
    if (email === undefined) send({ type: 'left', farewell: 'moved' });
    else send({ type: 'signedIn', owner: email });
  }

  async function check(turn: number, email: string): Promise<void> {
    try {
      const alias = await parts.lookUp(email);
      const owner = parts.sessions.kept()?.email;
      send({ type: 'checked', turn, owner, gone: alias === undefined });
    } catch {
      // An unanswered question means nothing.
    }
  }

  async function pause(id: string): Promise<void> {
    const { pause: known } = store.state();
    try {
      const until = await readPause(parts, id);
      // A pause that was made or ended meanwhile is newer.
      if (store.state().pause === known) send({ type: 'pauseTold', id, until });
    } catch {
      // The next look at the page asks again.
    }
  }

  async function endPause(id: string): Promise<void> {
    try {
      send({ type: 'pauseTold', id, until: await storePause(parts, id, null) });
    } catch {
      // The session may have ended meanwhile.
      if (parts.sessions.kept()) send({ type: 'pauseNotEnded', id });
      else send({ type: 'left', farewell: undefined });
    }
  }

  function begin(): void {
    if (fragment.get('message') === CHANGED) return void moved();
    if (fragment.has('message')) send({ type: 'left', farewell: 'halfWay' });
    if (!fragment.has('access_token')) return;
    void adopt(parts, fragment).then((owner) => send({ type: 'signedIn', owner }));
  }

  return { ...store, send, screen, begin };
}
