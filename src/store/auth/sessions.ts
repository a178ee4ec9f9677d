export type AuthSession = {
  id: string;
  userId: string;
  /** Of the refresh token that is valid now. */
  counter: number;
  /** Late uses of the parent token since `lateSince`. */
  late: number;
  lateSince: number;
  /** `[{method, timestamp}]` newest first, as JSON; timestamps in seconds. */
  amr: string;
  createdAt: number;
  refreshedAt: number;
};

export type SessionStore = {
  find(id: string): Promise<AuthSession | undefined>;
  insert(session: AuthSession): Promise<void>;
  /** From `counter` to the next; undefined where another request was faster, or the session is gone. */
  advance(id: string, counter: number, now: number): Promise<AuthSession | undefined>;
  /** Counts one late use of the parent token, within `windowMs`. @returns how many there are now */
  countLate(id: string, now: number, windowMs: number): Promise<number>;
  /** A factor was verified or removed: new methods, and the counter advances. */
  setMethods(id: string, amr: string, now: number): Promise<AuthSession | undefined>;
  delete(id: string): Promise<boolean>;
  /** All of a user's; `except`: but this one. How many. */
  deleteOf(userId: string, except?: string): Promise<number>;
  /** All of a user's whose `amr` names none of these methods; `except`: but this one. How many. */
  deleteWithout(userId: string, methods: readonly string[], except: string): Promise<number>;
  /** Of a user, for a change of methods of each. */
  of(userId: string): Promise<AuthSession[]>;
};
