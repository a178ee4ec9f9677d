/** The session kept in this browser, as far as the calls need it. Any other use of it loads auth.ts. */

import type { Tokens } from './ask.ts';

/** auth-js's name for it in the storage. */
const SESSION_KEY = 'veilpost.session';

/** A token with less time left is renewed before its use, as in auth-js. In milliseconds. */
const MARGIN_MS = 90_000;

export type KeptSession = {
  token: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Canonical address of its user. */
  email: string;
};

/** Its possible places: the one that ends with the tab comes first. A browser may refuse either. */
const storages = (): Storage[] =>
  [() => sessionStorage, () => localStorage].flatMap((open) => {
    try {
      return open();
    } catch {
      return [];
    }
  });

function kept(): KeptSession | undefined {
  for (const storage of storages()) {
    try {
      const { access_token, expires_at, user } = JSON.parse(storage.getItem(SESSION_KEY) ?? '');
      return { token: String(access_token), until: expires_at * 1000, email: String(user.email) };
    } catch {
      // The place holds nothing readable.
    }
  }
  return undefined;
}

function drop(): void {
  for (const storage of storages()) storage.removeItem(SESSION_KEY);
}

/** Stores an item in the first place that accepts it: one of them may be full. */
function put(places: Storage[], key: string, value: string): void {
  places.some((place) => {
    try {
      place.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * @param answer of `auth/v1/verify`, in the form that auth-js keeps too
 * @param brief whether it ends with the tab
 */
function keep(answer: string, brief: boolean): void {
  drop();
  const [tab, ...disk] = storages();
  put([...(brief ? [] : disk), ...(tab ? [tab] : [])], SESSION_KEY, answer);
}

/** The functions for the scripts that come later; none of them imports this one. */
export const SESSIONS = { key: SESSION_KEY, margin: MARGIN_MS, storages, put, kept, keep, drop };
export type SessionFunctions = typeof SESSIONS;

/**
 * @param renewed requests a new token, as in `Tokens`
 * @param now milliseconds since 1970
 */
export const keptTokens = (renewed: Tokens['renewed'], now: () => number): Tokens => ({
  renewed,
  drop,
  current: async () => {
    const session = kept();
    return !session || session.until - now() > MARGIN_MS ? session?.token : renewed();
  },
});
