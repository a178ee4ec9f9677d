/** A sign-in that goes through a browser: to a provider and back, and from there to its caller by a code. */
export type Flow = {
  /** The state parameter's keyed hash, as text. */
  id: string;
  provider: string;
  /** S256 code challenge of the caller; null: the session comes in the fragment. */
  challenge: string | null;
  /** Keyed hash of the code for the caller; null: the provider has not answered yet. */
  authCode: string | null;
  /** Who signed in; null: not known yet. */
  userId: string | null;
  /** The session that a new identity is linked to; null: a sign-in. */
  linking: string | null;
  redirectTo: string | null;
  /** Verifier, nonce and method, sealed. */
  sealed: Buffer;
  until: number;
};

export type FlowStore = {
  insert(flow: Flow): Promise<void>;
  /** Once: the answer of the provider has come. Undefined where it is unknown, expired or used. */
  take(id: string, now: number): Promise<Flow | undefined>;
  /** The flow with that code, once, whether or not it has expired (the caller tells the two apart). */
  takeCode(authCode: string): Promise<Flow | undefined>;
};
