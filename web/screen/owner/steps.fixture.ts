/** The first steps of the tests of the owner's machine. */

import { ALIAS, JANE } from '../machine/reached-states.fixture.ts';
import type { OwnerCommand, OwnerEvent } from './events.ts';
import { ownerStep } from './machine.ts';
import { initial, type OwnerState, type Seen } from './state.ts';

export const NOW = Date.parse('2026-11-21T10:00:00Z');
export const RESULT: Seen = { stage: 'result', email: JANE, alias: ALIAS };
export const HIDDEN: Seen = { stage: 'locked', email: JANE, alias: undefined };
export const EMPTY: Seen = { stage: 'idle', email: '', alias: undefined };
export const SEEN = (seen: Seen, owner?: string): OwnerEvent => ({ type: 'seen', seen, owner });

/** The state after some events, and the commands of the last one. */
export function after(
  events: OwnerEvent[],
  from = initial(),
  now = NOW,
): [OwnerState, readonly OwnerCommand[]] {
  let state = from;
  let commands: readonly OwnerCommand[] = [];
  for (const event of events) ({ state, commands } = ownerStep(state, event, now));
  return [state, commands];
}
