import { createStore, type ScreenStore } from './store.ts';

/** A running state machine. */
export type Runner<State, Event> = ScreenStore<State> & { send: (event: Event) => void };

/**
 * Runs a state machine: passes it events, carries out its commands, and notifies listeners of each new state.
 * @param run carries out a command; its event, where it resolves to one, is sent to the machine. It never rejects.
 */
export function createRunner<State, Event, Command>(
  first: State,
  step: (state: State, event: Event) => { state: State; commands: readonly Command[] },
  run: (command: Command, runner: Runner<State, Event>) => Promise<Event | void>,
): Runner<State, Event> {
  const { set, ...store } = createStore(first);
  const runner = { ...store, send };

  function send(event: Event): void {
    const { state, commands } = step(store.state(), event);
    set(state);
    for (const command of commands) void carryOut(command);
  }

  async function carryOut(command: Command): Promise<void> {
    const event = await run(command, runner);
    if (event) send(event);
  }

  return runner;
}
