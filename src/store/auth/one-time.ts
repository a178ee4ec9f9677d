/** What a letter or a message asks for; each kind at most once for a user. */
export type OneTimeKind =
  | 'magiclink'
  | 'signup'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'device';

export type OneTime = {
  userId: string;
  kind: OneTimeKind;
  /** Keyed hashes of the link's token and of the code. */
  link: Buffer;
  code: Buffer;
  /** Wrong codes so far. */
  tries: number;
  linkUntil: number;
  codeUntil: number;
  /** Where the link leads in the end; null: the site. */
  redirectTo: string | null;
  /** S256 code challenge of the caller; null: none. */
  challenge: string | null;
  /** When the letter is tried again after a 4yz; null: not. */
  retryAt: number | null;
  retries: number;
};

export type OneTimeStore = {
  /** Takes the place of an earlier one of the same kind. */
  put(entry: OneTime): Promise<void>;
  find(userId: string, kind: OneTimeKind): Promise<OneTime | undefined>;
  /** Link and code die together. Undefined where it is unknown, used or expired, or of none of these kinds. */
  redeemLink(
    link: Buffer,
    kinds: readonly OneTimeKind[],
    now: number,
  ): Promise<OneTime | undefined>;
  /** The same by the code, which is dead after five wrong ones; a wrong one is counted against each open entry. */
  redeemCode(
    userId: string,
    code: Buffer,
    kinds: readonly OneTimeKind[],
    now: number,
  ): Promise<OneTime | undefined>;
  /** Letters to be tried again now; each is handed to one node only. */
  takeRetries(now: number, most: number): Promise<OneTime[]>;
  delete(userId: string, kind: OneTimeKind): Promise<void>;
};
