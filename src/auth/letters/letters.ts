/** Outgoing letters: each is counted, sent, and retried after a 4yz. */

import type {
  Letter as OutgoingLetter,
  LetterContent,
  LinkLetterKind,
  NoticeKind,
} from '#rules/letter.ts';
import { maskedAddress } from '#rules/address.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import type { User } from '#store/sessions/users.ts';
import { languageOf } from './account-language.ts';
import type { LetterBudget } from './letter-budget.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type {
  SignInLetter,
  LetterPort,
  LetterVerdict,
  LetterWait,
  Requester,
} from './letter-port.ts';
import { subjectOf } from './letter-subject.ts';
import {
  leadsElsewhere,
  type OneTimeCodes,
  letterKindOf,
  takesBack,
} from '../tokens/one-time-codes.ts';

/** A letter with a 4yz is retried 5, 15 and 60 minutes after its first try: these are the pauses, in milliseconds. */
const PAUSES_MS = [5, 10, 45].map((minutes) => minutes * 60_000);
/** The most letters that are retried at the same time. */
const AT_ONCE = 100;
/** Notices that wait for a retry, in memory; further ones are not retried. */
const WAITING_NOTICES = 1000;

export type LettersOptions = {
  store: Pick<AuthStore, 'oneTime' | 'users'>;
  budget: LetterBudget;
  /** The aliases that wait for a confirmation of their address. */
  aliases: Pick<OwnedAliases, 'isConfirming' | 'waitingFor'>;
  codes: OneTimeCodes;
  /** The address that gets the notice with this link to undo a change; undefined: none can be read. */
  earlierAddress: (way: OneTime) => string | undefined;
  /** PUBLIC_URL, without a slash at its end. */
  site: string;
  /**
   * Hands a letter to the next hop; never rejects for a fault of the remote server.
   * @param key identifies the letter in a report that comes back
   */
  post: (letter: OutgoingLetter, key: string) => Promise<{ kind: LetterVerdict }>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs `run` once after this many milliseconds. */
  after: (ms: number, run: () => void) => void;
  /** Reports a fault that came after its response. */
  onFault: (error: unknown) => void;
};

export class Letters implements LetterPort {
  readonly #options: LettersOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  #waitingNotices = 0;

  constructor(options: LettersOptions) {
    this.#options = options;
  }

  spend(addresses: readonly string[], requester: Requester): Promise<LetterWait | undefined> {
    return this.#options.budget.spend(addresses, requester);
  }

  isBusy(): boolean {
    return this.#options.budget.isBusy();
  }

  used(address: string): Promise<void> {
    return this.#options.budget.used(address);
  }

  declined(address: string, isOwner: boolean): Promise<void> {
    return this.#options.budget.stops.declined(address, isOwner);
  }

  /** Sends a letter whose budget is already spent. @throws StoreUnavailable */
  send(letter: SignInLetter): Promise<LetterVerdict> {
    return this.#track(this.#send(letter, 0));
  }

  notify(notice: NoticeKind, to: string, language?: string): void {
    this.#track(this.#notify(notice, to, language, 0)).catch(this.#options.onFault);
  }

  /** Sends the letters that are due for a retry, each with a new link and code. Never rejects. */
  async sendAgain(): Promise<void> {
    await this.#track(this.#sendDue()).catch(this.#options.onFault);
  }

  /** Resolves when no letter is being sent. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #send(letter: SignInLetter, retries: number): Promise<LetterVerdict> {
    const { codes, now, onFault } = this.#options;
    const kind = await this.#post(this.#contentOf(letter), letter.to, letter.language);
    const pause = PAUSES_MS[retries];
    if (kind === 'deferred' && pause !== undefined) {
      // When the store does not respond, the person who waits for the letter requests another one.
      await codes.sendAgainAt(letter.link, now() + pause).catch(onFault);
    }
    return kind;
  }

  async #sendDue(): Promise<void> {
    const { store, now, onFault } = this.#options;
    const due = await store.oneTime.takeRetries(now(), AT_ONCE);
    await Promise.all(due.map((entry) => this.#sendAgain(entry).catch(onFault)));
  }

  async #sendAgain(entry: OneTime): Promise<void> {
    const { store, budget, codes, now } = this.#options;
    const { userId, kind, retries } = entry;
    const user = await store.users.byId(userId);
    if (user === undefined) return;
    const to = this.#recipientOf(entry, user);
    if (to === null || entry.linkUntil <= now()) return;
    const language = languageOf(user);
    if (kind === 'factors-forgotten') return this.#tell(kind, entry, to, language);
    if (takesBack(kind)) return this.#tellOfChange(entry, to, language);
    if ((await budget.stops.waitOf(to)) > 0) return;
    // A newer letter, or one that was used meanwhile, must not be voided.
    if ((await store.oneTime.find(userId, kind))?.link !== entry.link) return;
    const { subject, ...named } = await subjectOf(user, letterKindOf(kind), this.#options.aliases);
    const issued = await codes.issue(userId, kind, entry, { subject, retries });
    const { email: account } = user;
    const elsewhere = leadsElsewhere(entry);
    await this.#send({ ...issued, ...named, kind, to, account, elsewhere, language }, retries);
  }

  #recipientOf(entry: OneTime, { email, newEmail }: User): string | null {
    if (entry.kind === 'email_change_new') return newEmail;
    if (entry.kind === 'not_me' || !takesBack(entry.kind)) return email;
    return this.#options.earlierAddress(entry) ?? null;
  }

  #contentOf(letter: SignInLetter): LetterContent {
    const { link, code, alias, account, elsewhere, language } = letter;
    const kind = letterKindOf(letter.kind);
    if (kind === 'device' || kind === 'factors-forgotten' || takesBack(kind)) {
      throw new Error('a code for another browser and a notice are no letters with a link');
    }
    if (kind === 'reauthentication') return { kind, code };
    if (kind === 'email_change_new') {
      return { kind, code, asker: account === null ? null : maskedAddress(account) };
    }
    const { aliases, site } = this.#options;
    // The screen asks in a dialog, and the fragment hides the token from every server and scanner.
    const inDialog = kind === 'magiclink' && !elsewhere && aliases.isConfirming;
    const address = inDialog
      ? `${site}/${language === undefined ? '' : `${language}/`}#confirm=${link}`
      : `${site}/auth/v1/verify?type=${linkType(kind)}&token=${link}`;
    if (alias !== undefined) return { kind: 'confirm', alias, link: address, code };
    return { kind, link: address, code };
  }

  /** A notice that is stored until it is sent: a process that ends meanwhile sends it twice rather than never. */
  async #tell(
    notice: NoticeKind,
    { userId, kind, link, retries }: OneTime,
    to: string,
    language: string | undefined,
  ) {
    const { budget, store } = this.#options;
    const { oneTime } = store;
    if (await budget.stops.holdsNotices(to)) return;
    // Taking it has already counted the retry.
    const pause = PAUSES_MS[retries - 1];
    if (pause !== undefined) await oneTime.retryAt(link, this.#options.now() + pause);
    const verdict = await this.#post({ kind: notice }, to, language);
    if (verdict !== 'deferred' || pause === undefined) await oneTime.delete(userId, kind);
  }

  /**
   * The same with a link, which is new each time, as links are not stored. No stop holds: the address has agreed to the
   * change, so its mailbox exists, and whoever has read a letter there can send a report about it.
   */
  async #tellOfChange(entry: OneTime, to: string, language: string | undefined) {
    const { codes, site, store, now } = this.#options;
    const { userId, kind, retries, linkUntil } = entry;
    // It was used, or the address changed again.
    if ((await store.oneTime.find(userId, kind))?.link !== entry.link) return;
    // From the change on, not from this try: a link also ends those of later changes.
    const { link } = await codes.issue(userId, kind, entry, { retries, linkUntil });
    const pause = PAUSES_MS[retries - 1];
    if (pause !== undefined) await codes.sendAgainAt(link, now() + pause);
    const notice = kind === 'not_me' ? 'not_me' : 'way_back';
    const page = `${site}/auth/v1/verify?type=${notice}&token=${link}`;
    const verdict = await this.#post({ kind: notice, link: page }, to, language);
    if (verdict !== 'deferred') await codes.sendAgainAt(link, null);
  }

  async #notify(
    notice: NoticeKind,
    to: string,
    language: string | undefined,
    retries: number,
  ): Promise<void> {
    if (await this.#options.budget.stops.holdsNotices(to)) return;
    const kind = await this.#post({ kind: notice }, to, language);
    const pause = PAUSES_MS[retries];
    if (kind !== 'deferred' || pause === undefined || this.#waitingNotices >= WAITING_NOTICES) {
      return;
    }
    this.#waitingNotices += 1;
    this.#options.after(pause, () => {
      this.#waitingNotices -= 1;
      this.#track(this.#notify(notice, to, language, retries + 1)).catch(this.#options.onFault);
    });
  }

  async #post(
    content: LetterContent,
    to: string,
    language: string | undefined,
  ): Promise<LetterVerdict> {
    const { post, budget, site } = this.#options;
    return (
      await post(
        { ...content, to, site, ...(language && { language }) },
        budget.stops.reportName(to),
      )
    ).kind;
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const ended = () => void this.#underWay.delete(work);
    work.then(ended, ended);
    return work;
  }
}

const linkType = (kind: LinkLetterKind) =>
  kind === 'email_change_current' ? 'email_change' : kind;
