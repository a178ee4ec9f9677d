import { useSyncExternalStore } from 'react';

/** A state outside of React. */
export type ScreenStore<State> = {
  state: () => State;
  /** The state at the beginning: the prerendered page shows it. */
  first: () => State;
  /** @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
};

export function createStore<State>(
  first: State,
): ScreenStore<State> & { set: (state: State) => void } {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    first: () => first,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

/** The present state; during hydration the first one, whatever has happened before it. */
export function useStore<State>({ subscribe, state, first }: ScreenStore<State>): State {
  return useSyncExternalStore(subscribe, state, first);
}
