/** The runner of the screen's machine. */

import type { Calls } from '../calls.ts';
import { log } from '../log.ts';
import { createRunner, type Runner } from '../runner.ts';
import { partOf, type Script } from '../script.ts';
import type { ScreenCommand, ScreenEvent } from './machine/events.ts';
import { INITIAL, type State } from './machine/state.ts';
import { type DeskStep, step } from './machine.ts';
import type { Views } from './views.ts';

/** The parts that the script on demand brings. */
export type OnDemand = {
  calls: Calls;
  /** Carries out a command; it never rejects. */
  run: (command: Command) => Promise<ScreenEvent | void>;
  /** The machine's part for an alias on the screen. */
  deskStep: DeskStep;
  /** The views after the form. */
  views: Views;
};

type Command = Exclude<ScreenCommand, { do: 'wait' }>;

export const createScreenRunner = (onDemand: Script<OnDemand>): Runner<State, ScreenEvent> =>
  createRunner(
    INITIAL,
    (state, event: ScreenEvent, now) => step(state, event, now, partOf(onDemand.state())?.deskStep),
    (command: Command) => run(onDemand, command),
  );

async function run(onDemand: Script<OnDemand>, command: Command): Promise<ScreenEvent | void> {
  // Without a wait if it is loaded: a browser lets a press copy only while it is handled.
  const loaded = partOf(onDemand.state()) ?? (await onDemand.load());
  return loaded ? loaded.run(command) : withoutScript(command);
}

/** The outcome if the script does not arrive: that of a call without an answer. */
function withoutScript(command: Command): ScreenEvent | undefined {
  log('loading the calls failed: no answer');
  const trouble = 'unreachable';
  if (command.do === 'lookUp') {
    const { turn } = command;
    return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble };
  }
  if (command.do !== 'create') return undefined;
  return { type: 'creationEnded', turn: command.turn, creation: { kind: 'failed', trouble } };
}
