export type Passkey = {
  id: string;
  userId: string;
  /** base64url. */
  credential: string;
  publicKey: Buffer;
  counter: number;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
};

export type PasskeyStore = {
  of(userId: string): Promise<Passkey[]>;
  byCredential(credential: string): Promise<Passkey | undefined>;
  /** @returns false where the credential is known already */
  insert(passkey: Passkey): Promise<boolean>;
  /** False where the authenticator's counter went back. Counters that stay 0 are fine. */
  used(id: string, counter: number, now: number): Promise<boolean>;
  rename(id: string, userId: string, name: string): Promise<Passkey | undefined>;
  delete(id: string, userId: string): Promise<boolean>;
};
