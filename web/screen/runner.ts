/** The runner of the screen's machine. */

import type { Calls } from '../calls.ts';
import { CallFailed } from '../client/call-failed.ts';
import { log } from '../log.ts';
import { enterResult, leaveResult } from '../result-entry.ts';
import { createRunner, type Runner } from '../runner.ts';
import { partOf, type Script } from '../script.ts';
import type { DeskCommand, ScreenCommand, ScreenEvent } from './machine/events.ts';
import { INITIAL, type State } from './machine/state.ts';
import { type DeskStep, step } from './machine.ts';
import type { Views } from './views.ts';

/** The parts that the script on demand brings. */
export type OnDemand = {
  calls: Calls;
  /** The machine's part for an alias on the screen. */
  desk: { step: DeskStep; run: (command: DeskCommand) => Promise<ScreenEvent | void> };
  /** The views after the form. */
  views: Views;
};

export const createScreenRunner = (onDemand: Script<OnDemand>): Runner<State, ScreenEvent> =>
  createRunner(
    INITIAL,
    (state, event) => step(state, event, Date.now(), partOf(onDemand.state())?.desk.step),
    (command: Exclude<ScreenCommand, { do: 'wait' }>) => run(onDemand, command),
  );

async function run(
  onDemand: Script<OnDemand>,
  command: Exclude<ScreenCommand, { do: 'wait' }>,
): Promise<ScreenEvent | void> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all others are the desk's
  switch (command.do) {
    case 'lookUp':
      return lookUp(onDemand, command.turn, command.email);
    case 'create':
      return create(onDemand, command.turn, command.email);
    case 'enterResult':
      return enterResult(command.email);
    case 'leaveResult':
      return leaveResult();
    default:
      return partOf(onDemand.state())?.desk.run(command);
  }
}

async function lookUp(
  onDemand: Script<OnDemand>,
  turn: number,
  email: string,
): Promise<ScreenEvent> {
  try {
    const alias = await (await callsOf(onDemand)).lookUp(email);
    return { type: 'lookedUp', turn, alias, failed: false, trouble: undefined };
  } catch (error) {
    return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble: troubleOf(error) };
  }
}

async function create(
  onDemand: Script<OnDemand>,
  turn: number,
  email: string,
): Promise<ScreenEvent> {
  try {
    const creation = await (await callsOf(onDemand)).create(email);
    return { type: 'creationEnded', turn, creation };
  } catch (error) {
    return { type: 'creationEnded', turn, creation: { kind: 'failed', trouble: troubleOf(error) } };
  }
}

/** @throws CallFailed where the script does not arrive */
async function callsOf(onDemand: Script<OnDemand>): Promise<Calls> {
  const loaded = await onDemand.load();
  if (loaded) return loaded.calls;
  throw new CallFailed('loading the calls', 0, '', '');
}

/** The trouble that a failed call tells of; undefined: none. */
function troubleOf(error: unknown) {
  log(error);
  return error instanceof CallFailed ? error.trouble : undefined;
}
