/** Runs the machine: passes it events, carries out its commands, and notifies its listeners of each new state. */

import type { AliasRow } from '../client/alias-row.ts';
import { CallFailed } from '../client/call-failed.ts';
import type { Creation } from '../client/create-alias.ts';
import { createStore, type ScreenStore } from '../store.ts';
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
export type DeskRun = (command: DeskCommand, send: Send) => void;

export type Runner = ScreenStore<State> & { send: Send };

export function createRunner(world: World): Runner {
  const { set, ...store } = createStore(INITIAL);

  function send(event: ScreenEvent): void {
    const { state, commands } = step(store.state(), event, world.now(), world.desk()?.step);
    set(state);
    for (const command of commands) run(command);
  }

  function run(command: ScreenCommand): void {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all others are the desk's
    switch (command.do) {
      case 'wait':
        return world.wait(command.ms, () => send(command.event));
      case 'lookUp':
        return void lookUp(command.turn, command.email);
      case 'create':
        return void world
          .create(command.email)
          .then((creation) => send({ type: 'creationEnded', turn: command.turn, creation }));
      case 'enterResult':
        return world.enterResult(command.email);
      case 'leaveResult':
        return world.leaveResult();
      default:
        return world.desk()?.run(command, send);
    }
  }

  async function lookUp(turn: number, email: string): Promise<void> {
    try {
      const alias = await world.lookUp(email);
      send({ type: 'lookedUp', turn, alias, failed: false, trouble: undefined });
    } catch (error) {
      world.log(error);
      const trouble = error instanceof CallFailed ? error.trouble : undefined;
      send({ type: 'lookedUp', turn, alias: undefined, failed: true, trouble });
    }
  }

  return { ...store, send };
}
