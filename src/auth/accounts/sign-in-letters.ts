/** Requested letters: the limits, the link and code, and the response to the requester. */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { OneTimeKind } from '#store/sessions/one-time.ts';
import type { User } from '#store/sessions/users.ts';
import type { Accounts } from './accounts.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import { languageOf } from '../letters/account-language.ts';
import type { AskedData } from './asked-data.ts';
import type { KnownBrowsers } from '../letters/known-browsers.ts';
import type { LetterPort, LetterVerdict, LetterWait, Requester } from '../letters/letter-port.ts';
import { subjectOf } from '../letters/letter-subject.ts';
import {
  type Destination,
  leadsElsewhere,
  letterKindOf,
  type OneTimeCodes,
  ownKindOf,
} from '../tokens/one-time-codes.ts';

export type LetterRequestResult =
  | { kind: 'sent'; verdict: LetterVerdict }
  /** The response hides whether there is such a user. */
  | { kind: 'silent' }
  | { kind: 'wait'; wait: LetterWait };

export type LetterRequest = Destination & {
  /** Canonical. */
  email: string;
  requester: Requester;
  /** Of the requesting page, if it is one of ours; otherwise the letter is in the language of the account. */
  language?: string | undefined;
};

export type SignInLettersOptions = {
  store: Pick<AuthStore, 'oneTime'>;
  accounts: Accounts;
  codes: OneTimeCodes;
  askedData: AskedData;
  letters: LetterPort;
  aliases: Pick<OwnedAliases, 'waitingFor'>;
  browsers: Pick<KnownBrowsers, 'knows'>;
  /** Reports a fault that came after its response. */
  onFault: (error: unknown) => void;
};

export function createSignInLetters({
  accounts,
  askedData,
  letters,
  aliases,
  browsers,
  codes,
  store,
  onFault,
}: SignInLettersOptions) {
  return {
    /**
     * A sign-in letter to any address; a user is created if there is none. Resolves with the remote server's verdict.
     * @param data waits for the proof of the requesting browser
     */
    async toAnybody(
      request: LetterRequest,
      kind: OneTimeKind,
      data: Record<string, unknown>,
    ): Promise<LetterRequestResult> {
      // Before any row is written: a request beyond the budget leaves no row.
      const wait = await letters.spend([request.email], request.requester);
      if (wait !== undefined) return { kind: 'wait', wait };
      const user = await accounts.findOrMake(request.email);
      await askedData.keep(user, request.challenge, data);
      await accounts.speaks(user, request.language);
      return { kind: 'sent', verdict: await answer(user, kind, request) };
    },
    /** A letter to an existing user only. The response comes at once, and is the same for an unknown one. */
    toKnown(request: LetterRequest, kind: OneTimeKind): LetterRequestResult {
      sendToKnown(request, kind).catch(onFault);
      return { kind: 'silent' };
    },
    /** Sends the letters of a pending sign-up or address change again. The response is that of `toKnown`. */
    pendingAgain(request: LetterRequest, pending: 'signup' | 'email_change'): LetterRequestResult {
      sendPending(request, pending).catch(onFault);
      return { kind: 'silent' };
    },
    /** The same as `send`, after the response. */
    sendLater(...letter: Parameters<typeof send>): void {
      send(...letter).catch(onFault);
    },
    send,
  };

  /**
   * In a browser in which the address was signed in, the letter has a link and a code that no stranger's request voids.
   */
  async function answer(
    user: User,
    kind: OneTimeKind,
    request: LetterRequest,
  ): Promise<LetterVerdict> {
    const isOwn = await browsers.knows(request.requester.browser, request.email);
    return send(user, isOwn ? ownKindOf(kind) : kind, request.email, request);
  }

  /** Makes link and code, and sends them; the budget is already spent. */
  async function send(
    user: User,
    kind: OneTimeKind,
    to: string,
    destination: Destination & { language?: string | undefined },
  ): Promise<LetterVerdict> {
    const shown = letterKindOf(kind);
    const { subject, ...named } = await subjectOf(user, shown, aliases);
    const issued = await codes.issue(user.id, kind, destination, { subject });
    const elsewhere = leadsElsewhere(destination);
    const language = destination.language ?? languageOf(user);
    const account = user.email;
    return letters.send({ ...issued, ...named, kind: shown, to, account, elsewhere, language });
  }

  async function sendToKnown(request: LetterRequest, kind: OneTimeKind): Promise<void> {
    const user = await accounts.find(request.email);
    if (user === undefined) return;
    if ((await letters.spend([request.email], request.requester)) !== undefined) return;
    await answer(user, kind, request);
  }

  async function sendPending(
    request: LetterRequest,
    pending: 'signup' | 'email_change',
  ): Promise<void> {
    const user = await accounts.find(request.email);
    if (user === undefined) return;
    const all: { kind: OneTimeKind; to: string | null }[] =
      pending === 'signup'
        ? [{ kind: 'signup', to: user.confirmedAt === null ? user.email : null }]
        : [
            { kind: 'email_change_current', to: user.email },
            { kind: 'email_change_new', to: user.newEmail },
          ];
    const { redirectTo } = request;
    const open: { kind: OneTimeKind; to: string; destination: Destination }[] = [];
    for (const { kind, to } of all) {
      if (to === null) continue;
      const sent = await store.oneTime.find(user.id, kind);
      // A user of an unproven address is a sign-up, whatever the letter was.
      if (kind === 'signup') open.push({ kind, to, destination: request });
      // A letter of a change keeps the session that stays.
      else if (sent)
        open.push({ kind, to, destination: { redirectTo, challenge: sent.challenge } });
    }
    if (open.length === 0) return;
    const addresses = open.map(({ to }) => to);
    const { newEmail } = user;
    const requester = {
      ...request.requester,
      ...(pending === 'email_change' && newEmail !== null && { change: { to: newEmail } }),
    };
    if ((await letters.spend(addresses, requester)) !== undefined) return;
    await Promise.all(open.map(({ kind, to, destination }) => send(user, kind, to, destination)));
  }
}
