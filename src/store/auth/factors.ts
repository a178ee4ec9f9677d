export type FactorType = 'totp' | 'phone' | 'webauthn';

export type Factor = {
  id: string;
  userId: string;
  /** Unique for a user; null: none was given. */
  name: string | null;
  type: FactorType;
  verified: boolean;
  /** The TOTP secret, the phone number or nothing, sealed. */
  sealed: Buffer | null;
  /** The latest TOTP step that counted. */
  lastStep: number;
  /** Wrong codes in a row. */
  wrong: number;
  lockedUntil: number;
  /** WebAuthn: id, public key and counter, as JSON. */
  credential: string | null;
  createdAt: number;
};

export type Challenge = {
  id: string;
  /** Null: nobody is signed in yet (passkeys). */
  sessionId: string | null;
  factorId: string | null;
  /** WebAuthn's challenge, or the keyed hash of a phone code. */
  value: Buffer;
  until: number;
};

export type FactorStore = {
  /** Verified ones and unverified ones, oldest first. */
  of(userId: string): Promise<Factor[]>;
  find(id: string): Promise<Factor | undefined>;
  /** @returns false where the user has a factor of that name */
  insert(factor: Factor): Promise<boolean>;
  /** A right code at that step: wrong ones are forgotten, the factor is verified. False: the step has counted before. */
  accept(id: string, step: number): Promise<boolean>;
  /** A wrong code; from the `most`th on the factor is locked until `lockedUntil`. */
  reject(id: string, most: number, lockedUntil: number): Promise<void>;
  setCredential(id: string, credential: string): Promise<void>;
  delete(id: string, userId: string): Promise<boolean>;
  insertChallenge(challenge: Challenge): Promise<void>;
  findChallenge(id: string): Promise<Challenge | undefined>;
  /** Once. Undefined where it is unknown or used; the caller looks at `until`. */
  takeChallenge(id: string): Promise<Challenge | undefined>;
};
