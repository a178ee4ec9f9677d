export type Identity = {
  id: string;
  userId: string;
  /** `email`, or the operator's name of an OpenID provider. */
  provider: string;
  /** The provider's subject; for `email` the user's id. */
  subject: string;
  /** Claims, as a JSON object. */
  data: string;
  createdAt: number;
  lastSignInAt: number | null;
};

export type IdentityStore = {
  /** Oldest first. */
  of(userId: string): Promise<Identity[]>;
  find(provider: string, subject: string): Promise<Identity | undefined>;
  /** @returns false where the provider's subject belongs to somebody already */
  insert(identity: Identity): Promise<boolean>;
  signedIn(id: string, data: string, now: number): Promise<void>;
  /** Never the last one of a user. @returns false where it is the last, or is not theirs */
  delete(id: string, userId: string): Promise<boolean>;
};
