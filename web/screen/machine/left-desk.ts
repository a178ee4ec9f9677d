/** The screen turns away from an alias: another address is typed, or the visitor goes back. */

import type { ScreenCommand } from './events.ts';
import type { State } from './state.ts';

/** A pending choice is still saved. */
export function leftDesk({ view: { desk } }: State): ScreenCommand[] {
  if (!desk) return [];
  const { wish, saving } = desk.forwarding;
  return saving === undefined || saving === wish
    ? []
    : [{ do: 'save', alias: desk.alias, active: wish }];
}
