import type { Next } from './next.ts';
import { createStore, type ScreenStore } from './store.ts';

/** A running state machine. */
export type Runner<State, Event> = ScreenStore<State> & { send: (event: Event) => void };

/** The command to send the event after this many milliseconds. */
export type Wait<Event> = { do: 'wait'; ms: number; event: Event };

/**
 * Runs a state machine: passes it events, carries out its commands, and notifies listeners of each new state.
 * @param run carries out a command; its event, if it resolves to one, is sent to the machine. It never rejects.
 */
export function createRunner<State, Event, Command extends { do: string }>(
  first: State,
  step: (state: State, event: Event, now: number) => Next<State, Command | Wait<Event>>,
  run: (command: Command) => Promise<Event | void>,
): Runner<State, Event> {
  const { set, ...store } = createStore(first);

  function send(event: Event): void {
    const { state, commands } = step(store.state(), event, Date.now());
    set(state);
    for (const command of commands) {
      if (isWait<Event>(command)) setTimeout(() => send(command.event), command.ms);
      else void run(command).then((follow) => follow && send(follow));
    }
  }

  return { ...store, send };
}

const isWait = <Event>(command: { do: string }): command is Wait<Event> => command.do === 'wait';

/** A method, as a step is (next.ts). */
type Run<Command, Event> = { run(command: Command): Promise<Event | void> | void }['run'];

/** Carries out commands: the parts have one function for each kind. */
export const runOf =
  <Command extends { do: string }, Event>(
    parts: {
      [Kind in Command['do']]: Run<Extract<Command, { do: Kind }>, Event>;
    },
  ) =>
  async (command: Command): Promise<Event | void> => {
    const kind: Command['do'] = command.do;
    const run: Run<Command, Event> = parts[kind];
    return run(command);
  };
