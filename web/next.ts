/** The result of a machine's step: the next state, and commands. */
export type Next<State, Command> = { state: State; commands: readonly Command[] };

export const next = <State, Command>(
  state: State,
  ...commands: Command[]
): Next<State, Command> => ({ state, commands });

/** A method: with the event of one type it counts as a step for any. */
type Step<State, Event, Command> = {
  step(state: State, event: Event, now: number): Next<State, Command>;
}['step'];

/** A step for each type of event; `now`: milliseconds since 1970. */
export type Steps<State, Event extends { type: string }, Command> = {
  [Type in Event['type']]: Step<State, Extract<Event, { type: Type }>, Command>;
};

/** The machine that takes the step of an event's type. */
export const machineOf =
  <State, Event extends { type: string }, Command>(steps: Steps<State, Event, Command>) =>
  (state: State, event: Event, now: number): Next<State, Command> => {
    const type: Event['type'] = event.type;
    const step: Step<State, Event, Command> = steps[type];
    return step(state, event, now);
  };
