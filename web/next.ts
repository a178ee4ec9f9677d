/** The result of a machine's step: the next state, and commands. */
export type Next<State, Command> = { state: State; commands: readonly Command[] };

export const next = <State, Command>(
  state: State,
  ...commands: Command[]
): Next<State, Command> => ({ state, commands });
