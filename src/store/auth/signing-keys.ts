export type SigningKey = { kid: string; sealed: Buffer; createdAt: number };

export type SigningKeyStore = {
  /** Oldest first. */
  all(): Promise<SigningKey[]>;
  /** Only where no key is younger than `youngerThan`: of several nodes one makes it. @returns whether it was this one */
  insert(key: SigningKey, youngerThan: number): Promise<boolean>;
  /** The same key under another secret. */
  reseal(kid: string, sealed: Buffer): Promise<void>;
  delete(kid: string): Promise<void>;
};
