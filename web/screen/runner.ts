/** Runs the machine: passes it events, carries out its commands, and notifies its listeners of each new state. */

import type { AliasRow } from '../client/alias-row.ts';
import { CallFailed } from '../client/call-failed.ts';
import type { Creation } from '../client/create-alias.ts';
import type { TestMail, TestMailOutcome } from '../client/send-test-mail.ts';
import { createStore, type Store } from '../store.ts';
import type { Command, ScreenEvent } from './machine/events.ts';
import { INITIAL, type State } from './machine/state.ts';
import { type DeskStep, step } from './machine.ts';

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
  /** @throws CallFailed */
  save: (alias: AliasRow, active: boolean) => Promise<AliasRow>;
  /** @throws where the browser refuses */
  copy: (text: string) => Promise<void>;
  /** Never throws. */
  send: (mail: TestMail) => Promise<TestMailOutcome>;
  log: (error: unknown) => void;
  /** Of the script on demand, where it is there. */
  deskStep: () => DeskStep | undefined;
};

export type Runner = Store<State> & { send: (event: ScreenEvent) => void };

export function createRunner(world: World): Runner {
  const { set, ...store } = createStore(INITIAL);
  /** Saves are made one after another, so that the last wish is also the last one stored. */
  let lastSave: Promise<void> = Promise.resolve();

  function send(event: ScreenEvent): void {
    const { state, commands } = step(store.state(), event, world.now(), world.deskStep());
    set(state);
    for (const command of commands) run(command);
  }

  function run(command: Command): void {
    switch (command.do) {
      case 'wait':
        return world.wait(command.ms, () => send(command.event));
      case 'lookUp':
        return void lookUp(command.turn, command.email);
      case 'lookAgain':
        return void lookAgain(command.alias);
      case 'create':
        return void world
          .create(command.email)
          .then((creation) => send({ type: 'creationEnded', turn: command.turn, creation }));
      case 'enterResult':
        return world.enterResult(command.email);
      case 'leaveResult':
        return world.leaveResult();
      case 'save':
        lastSave = lastSave.then(() => save(command.alias, command.active));
        return;
      case 'copy':
        return void copyText(command.copy, command.text);
      case 'send':
        return void world
          .send(command.mail)
          .then((outcome) => send({ type: 'sendEnded', aliasId: command.mail.aliasId, outcome }));
    }
  }

  async function lookUp(turn: number, email: string): Promise<void> {
    try {
      // The look-up must see the switch's latest state.
      await lastSave;
      const alias = await world.lookUp(email);
      send({ type: 'lookedUp', turn, alias, failed: false, trouble: undefined });
    } catch (error) {
      world.log(error);
      const trouble = error instanceof CallFailed ? error.trouble : undefined;
      send({ type: 'lookedUp', turn, alias: undefined, failed: true, trouble });
    }
  }

  async function lookAgain({ real_email }: AliasRow): Promise<void> {
    try {
      await lastSave;
      const alias = await world.lookUp(real_email);
      if (alias) send({ type: 'lookedAgain', alias });
    } catch (error) {
      // The screen stays as it is.
      world.log(error);
    }
  }

  async function save(alias: AliasRow, active: boolean): Promise<void> {
    const { id } = alias;
    try {
      const row = await world.save(alias, active);
      send({ type: 'saved', id, active: row.active });
    } catch (error) {
      world.log(error);
      send({ type: 'saveFailed', id });
    }
  }

  async function copyText(copy: number, text: string): Promise<void> {
    try {
      await world.copy(text);
      send({ type: 'copyEnded', copy, copied: true });
    } catch {
      send({ type: 'copyEnded', copy, copied: false });
    }
  }

  return { ...store, send };
}
