/** Single-use links and codes: 256 random bits for a link, 128 and a MAC if it has a subject, six digits. */

import { createHmac, randomBytes, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto';
import {
  type OneTime,
  type OneTimeKind,
  type OneTimeStore,
  WAYS_BACK,
} from '#store/sessions/one-time.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { keyedHash } from './keys.ts';

/** Milliseconds. */
export const LINK_MS = 24 * 3_600_000;
const CODE_MS = 15 * 60_000;
/** Of a code that one browser shows for another one; no letter contains it. */
export const DEVICE_CODE_MS = 10 * 60_000;
/** Of the link with which the new address of a change says 'This was not me'. */
export const UNDO_MS = 7 * 24 * 3_600_000;
/** Most tries of a code; the link stays valid. */
const TRIES = 5;
/** Of the code to the new address of a change, which has no link: an address block has five of them. */
const CHANGE_TRIES = 20;

/** Octets of a link with a subject: a MAC of the same length follows them. */
const RANDOM_OCTETS = 16;

/** 32 octets in base64url. */
const LINK_FORM = /^[\w-]{43}$/;
const CODE_FORM = /^\d{6}$/;

/** Kinds that have our own value in place of a code challenge. */
const OWN_VALUE: ReadonlySet<OneTimeKind> = new Set([
  'email_change_current',
  'device',
  'not_me',
  ...WAYS_BACK,
]);

/** Whether the link of this kind undoes a change of address. */
export const takesBack = (kind: OneTimeKind): kind is 'not_me' | (typeof WAYS_BACK)[number] =>
  kind === 'not_me' || WAYS_BACK.some((way) => way === kind);

const OWN_LETTERS = { magiclink: 'magiclink_own', recovery: 'recovery_own' } as const;

/** The kind of such a letter if the requesting browser was signed in with its address before. */
export const ownKindOf = (kind: OneTimeKind): OneTimeKind =>
  kind === 'magiclink' || kind === 'recovery' ? OWN_LETTERS[kind] : kind;

/** The kind of letter, whoever requested it. */
export function letterKindOf(
  kind: OneTimeKind,
): Exclude<OneTimeKind, 'magiclink_own' | 'recovery_own'> {
  if (kind === 'magiclink_own') return 'magiclink';
  return kind === 'recovery_own' ? 'recovery' : kind;
}

export type Issued = { link: string; code: string };

export type Destination = Pick<OneTime, 'redirectTo' | 'challenge'>;

/** Whether a link leads to another front end. */
export const leadsElsewhere = ({ redirectTo }: Destination): boolean => redirectTo !== null;

/** A redeemed code, and the subject that it was made for; null: it has none. */
export type RedeemedCode = OneTime & { subject: string | null };

type IssueOptions = { subject?: string | null; retries?: number; linkUntil?: number };

export type OneTimeCodesOptions = {
  store: OneTimeStore;
  /** The first key makes new hashes; all of them are accepted. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class OneTimeCodes {
  readonly #store: OneTimeStore;
  readonly #keys: readonly KeyObject[];
  readonly #now: () => number;

  constructor({ store, keys, now }: OneTimeCodesOptions) {
    this.#store = store;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * Makes a link and a code, and voids an earlier pair of the same kind.
   * @param subject the pending address of a change, or the id of the alias that the letter names: they prove nothing
   * for another
   * @param linkUntil absent: a new link lives its whole time
   */
  async issue(
    userId: string,
    kind: OneTimeKind,
    destination: Destination,
    more: IssueOptions = {},
  ): Promise<Issued> {
    const { issued, entry } = this.#made(userId, kind, destination, more);
    await this.#store.put(entry);
    return issued;
  }

  /** The same for a code that a session shows, for another browser. @returns undefined: the session has ended */
  async issueShown({
    id,
    userId,
  }: Pick<AuthSession, 'id' | 'userId'>): Promise<string | undefined> {
    const { issued, entry } = this.#made(userId, 'device', { redirectTo: null, challenge: id });
    return (await this.#store.putShown(entry, id)) ? issued.code : undefined;
  }

  #made(
    userId: string,
    kind: OneTimeKind,
    { redirectTo, challenge }: Destination,
    { subject = null, retries = 0, linkUntil }: IssueOptions = {},
  ): { issued: Issued; entry: OneTime } {
    const issued = { link: this.#newLink(userId, subject), code: newCode() };
    const [link = '', code = ''] = [
      this.#hashes(linkText(issued.link))[0],
      this.#hashes(codeText(userId, issued.code, subject))[0],
    ];
    const now = this.#now();
    const { linkMs, codeMs } = lifetimesOf(kind);
    const entry: OneTime = {
      userId,
      kind,
      link,
      code,
      tries: 0,
      linkUntil: linkUntil ?? now + linkMs,
      codeUntil: now + codeMs,
      redirectTo,
      // A stranger's challenge must not keep the owner's link from signing in: it only counts for a named front end.
      challenge: redirectTo === null && !OWN_VALUE.has(kind) ? null : challenge,
      retryAt: null,
      retries,
    };
    return { issued, entry };
  }

  /**
   * Sets the retry of the letter with this link; null: none.
   * @returns false if another letter has replaced it, or it was used
   */
  async sendAgainAt(link: string, at: number | null): Promise<boolean> {
    return this.#store.retryAt(this.#hashes(linkText(link))[0] ?? '', at);
  }

  /** The purpose of a link, which stays unused. Undefined if the link does not exist or was used. */
  async findLink(link: string): Promise<OneTime | undefined> {
    if (!LINK_FORM.test(link)) return undefined;
    return this.#store.findLink(this.#hashes(linkText(link)));
  }

  /**
   * @param code `stays`: a robot that pressed the button of the link's page has not used up the code that the reader
   * types
   * @returns undefined for a wrong, used or expired link, or one of another kind
   */
  async redeemLink(
    link: string,
    kinds: readonly OneTimeKind[],
    code: 'void' | 'stays' = 'void',
  ): Promise<OneTime | undefined> {
    if (!LINK_FORM.test(link)) return undefined;
    return this.#store.redeemLink(this.#hashes(linkText(link)), kinds, this.#now(), code);
  }

  /** Whether the link was made for this user and this subject. */
  isAbout(link: string, userId: string, subject: string): boolean {
    const octets = Buffer.from(link, 'base64url');
    const [random, given] = [octets.subarray(0, RANDOM_OCTETS), octets.subarray(RANDOM_OCTETS)];
    return this.#keys.some((key) => {
      const expected = subjectMac(key, userId, subject, random);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  /**
   * The same as `redeemLink` for a code; each call counts as a try.
   * @param subjects all that the code may have, as in `issue`; a code without a subject fits too
   */
  async redeemCode(
    userId: string,
    code: string,
    kinds: readonly OneTimeKind[],
    subjects: readonly string[] = [],
  ): Promise<RedeemedCode | undefined> {
    if (!CODE_FORM.test(code)) return undefined;
    const subjectOf = new Map(
      [null, ...subjects].flatMap((subject) =>
        this.#hashes(codeText(userId, code, subject)).map((hash) => [hash, subject] as const),
      ),
    );
    const most = kinds.includes('email_change_new') ? CHANGE_TRIES : TRIES;
    const hashes = [...subjectOf.keys()];
    const entry = await this.#store.redeemCode(userId, hashes, kinds, this.#now(), most);
    return entry && { ...entry, subject: subjectOf.get(entry.code) ?? null };
  }

  /** The id of no user: if the address has none, a code is tried for it as for a user. */
  nobodyAt(email: string): string {
    return this.#hashes(`nobody ${email}`)[0] ?? '';
  }

  #newLink(userId: string, subject: string | null): string {
    const [key] = this.#keys;
    if (subject === null || key === undefined) return newLink();
    const random = randomBytes(RANDOM_OCTETS);
    return Buffer.concat([random, subjectMac(key, userId, subject, random)]).toString('base64url');
  }

  #hashes(text: string): string[] {
    return this.#keys.map((key) => keyedHash(key, text));
  }
}

/** The link of a code that is displayed, or sent without a link, goes to no one. */
function lifetimesOf(kind: OneTimeKind): { linkMs: number; codeMs: number } {
  if (takesBack(kind)) return { linkMs: UNDO_MS, codeMs: 0 };
  if (kind === 'device') return { linkMs: DEVICE_CODE_MS, codeMs: DEVICE_CODE_MS };
  return { linkMs: LINK_MS, codeMs: kind === 'email_change_new' ? LINK_MS : CODE_MS };
}

const newLink = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

const linkText = (link: string) => `link ${link}`;
const codeText = (userId: string, code: string, subject: string | null) =>
  subject === null ? `code ${userId} ${code}` : `code ${userId} ${code} ${subject}`;

/** Binds a link to its subject. An address is never a UUID, so one subject cannot be taken for the other. */
const subjectMac = (key: KeyObject, userId: string, subject: string, random: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`change ${userId} ${subject} `)
    .update(random)
    .digest()
    .subarray(0, RANDOM_OCTETS);

/**
 * The row from which a notice is sent, due at once. Its hashes only name it: no text has them, so nothing can be redeemed
 * until the letter gets its own link when it is sent.
 * @param challenge the sealed earlier address; null: the notice undoes nothing
 */
export const noticeRow = (
  userId: string,
  kind: OneTimeKind,
  { linkUntil, challenge, now }: { linkUntil: number; challenge: string | null; now: number },
): OneTime => ({
  userId,
  kind,
  link: newLink(),
  code: newLink(),
  tries: 0,
  linkUntil,
  codeUntil: 0,
  redirectTo: null,
  challenge,
  retryAt: now,
  retries: 0,
});
