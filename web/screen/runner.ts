/** The runner of the screen's machine, and its way to the world. */

import type { AliasRow } from '../client/alias-row.ts';
import { CallFailed } from '../client/call-failed.ts';
import type { Creation } from '../client/create-alias.ts';
import { createRunner, type Runner } from '../runner.ts';
import type { ScreenCommand, DeskCommand, ScreenEvent } from './machine/events.ts';
import { INITIAL, type State } from './machine/state.ts';
import { type DeskStep, step } from './machine.ts';
import type { Send } from './send.ts';

/** The interface of the machine's commands to the world. */
export type World = {
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (ms: number, then: () => void) => void;
  /** @throws CallFailed */
  lookUp: (email: string) => Promise<AliasRow | undefined>;
  /** Never throws. */
  create: (email: string) => Promise<Creation>;
  /** A new entry in the tab's history, for the result of this address. */
  enterResult: (email: string) => void;
  /** Back to the previous entry. */
  leaveResult: () => void;
  log: (error: unknown) => void;
  /** The part for an alias on the screen, which comes with the script that shows one. */
  desk: () => { step: DeskStep; run: DeskRun } | undefined;
};

/** Carries out a command about an alias on the screen. */
export type DeskRun = (command: DeskCommand) => Promise<ScreenEvent | void>;

export const createScreenRunner = (world: World): Runner<State, ScreenEvent> =>
  createRunner(
    INITIAL,
    (state, event) => step(state, event, world.now(), world.desk()?.step),
    (command: ScreenCommand, { send }) => run(world, command, send),
  );

async function run(world: World, command: ScreenCommand, send: Send): Promise<ScreenEvent | void> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all others are the desk's
  switch (command.do) {
    case 'wait':
      return world.wait(command.ms, () => send(command.event));
    case 'lookUp':
      return lookUp(world, command.turn, command.email);
    case 'create': {
      const creation = await world.create(command.email);
      return { type: 'creationEnded', turn: command.turn, creation };
    }
    case 'enterResult':
      return world.enterResult(command.email);
    case 'leaveResult':
      return world.leaveResult();
    default:
      return world.desk()?.run(command);
  }
}

async function lookUp(world: World, turn: number, email: string): Promise<ScreenEvent> {
  try {
    const alias = await world.lookUp(email);
    return { type: 'lookedUp', turn, alias, failed: false, trouble: undefined };
  } catch (error) {
    world.log(error);
    const trouble = error instanceof CallFailed ? error.trouble : undefined;
    return { type: 'lookedUp', turn, alias: undefined, failed: true, trouble };
  }
}
