/** For the tests: states of the machine, reached in a visitor's way. */

import type { AliasRow } from '../../client/alias-row.ts';
import { step } from '../machine.ts';
import type { ScreenCommand, ScreenEvent } from './events.ts';
import type { Desk } from './desk.ts';
import { deskStep } from './desk-step.ts';
import { waitingMessage } from './sentences.ts';
import { INITIAL, type State } from './state.ts';

/** Milliseconds since 1970. */
export const NOW = 1_800_000_000_000;
export const JANE = 'jane@home.example';
export const ALIAS: AliasRow = {
  id: '1',
  real_email: JANE,
  alias_email: 'alias-4827@veilpost.example',
  active: true,
  created_at: '2026-11-21T09:00:00Z',
};

/** The state after events, one after another, and the commands of the last. */
export function after(events: ScreenEvent[], from: State = INITIAL, now = NOW) {
  let state = from;
  let commands: readonly ScreenCommand[] = [];
  for (const event of events) ({ state, commands } = step(state, event, now, deskStep));
  return { state, commands };
}

export const typed = (email: string): ScreenEvent => ({ type: 'typed', email });
export const lookedUp = (turn: number, alias?: AliasRow): ScreenEvent => ({
  type: 'lookedUp',
  turn,
  alias,
  failed: false,
  trouble: undefined,
});
export const unreachable = (turn: number): ScreenEvent => {
  const trouble = 'unreachable';
  return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble };
};
export const created = (turn: number): ScreenEvent => ({
  type: 'creationEnded',
  turn,
  creation: { kind: 'created', alias: ALIAS },
});

export const checking = after([typed(JANE), { type: 'paused', turn: 1 }]).state;
export const free = after([lookedUp(1)], checking).state;
export const locked = after([lookedUp(1, ALIAS)], checking).state;
export const result = after([{ type: 'submitted' }, created(2)], free).state;
/** The dialog with a complete test mail. */
export const written = after(
  [
    { type: 'testMailOpened' },
    { type: 'subjectTyped', subject: 'Hello' },
    { type: 'messageTyped', message: 'Are you there?' },
  ],
  result,
).state;

/** The desk of a state that shows an alias. */
export function deskOf({ view }: State): Desk {
  if (view.desk) return view.desk;
  throw new Error(`${view.stage} shows no alias`);
}

/** The newest toast, as `kind: text`. */
export function lastToast({ toasts }: State, now = NOW): string | undefined {
  const toast = toasts.at(-1);
  if (toast === undefined) return undefined;
  const { kind, text } = toast;
  return `${kind}: ${typeof text === 'string' ? text : waitingMessage(text.waitUntil, now)}`;
}
