export type User = {
  id: string;
  /** Canonical (rules/address.ts); null: an anonymous user. */
  email: string | null;
  /** When the address was proven; null: never yet. */
  confirmedAt: number | null;
  /** An address that is to take the place of `email`. */
  newEmail: string | null;
  /** How many of the two letters of an address change have been confirmed: 0 or 1. */
  newEmailStep: number;
  /** `app_metadata` and `user_metadata`, as JSON objects. */
  app: string;
  meta: string;
  /** scrypt, encoded with its parameters; null: none. */
  password: string | null;
  anonymous: boolean;
  createdAt: number;
  updatedAt: number;
  lastSignInAt: number | null;
};

export type UserStore = {
  byId(id: string): Promise<User | undefined>;
  byEmail(email: string): Promise<User | undefined>;
  /** @returns false where the address has a user already */
  insert(user: User): Promise<boolean>;
  /** A sign-in; `confirmed`: it proved the address too. The changed row. */
  signedIn(id: string, now: number, confirmed: boolean): Promise<User | undefined>;
  /** Only the named columns change. The changed row. */
  update(
    id: string,
    change: Partial<Pick<User, 'app' | 'meta' | 'password' | 'newEmail' | 'newEmailStep'>>,
    now: number,
  ): Promise<User | undefined>;
  /** One of the two letters was confirmed. The changed row; undefined where that is no longer the pending address. */
  confirmStep(id: string, newEmail: string, now: number): Promise<User | undefined>;
  /** The pending address takes the old one's place, confirmed. Undefined: not pending any more, or it has another user. */
  adoptEmail(id: string, newEmail: string, now: number): Promise<User | undefined>;
  /** The user and every row of theirs in every table of the facility. */
  delete(id: string): Promise<boolean>;
};
