/** Joins the letters of the session facility to the mail engine. */

import { NewCorrespondents, NO_CORRESPONDENT_LIMIT } from '#api/functions/new-correspondents.ts';
import { earlierAddressReader } from '#auth/tokens/earlier-address.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { LetterBudget } from '#auth/letters/letter-budget.ts';
import { Letters } from '#auth/letters/letters.ts';
import { OneTimeCodes } from '#auth/tokens/one-time-codes.ts';
import type { OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import { systemClock } from '#time/clock.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import { LETTER_LIMITS, type LetterLimits, tryOutLimits } from '#rules/letter-budget.ts';
import type { Config } from './config/config.ts';
import type { MailEngine } from './mail-engine.ts';
import type { LetterWatch } from './observe/letter-watch.ts';
import { verdictOf } from './observe/mail-metrics.ts';
import type { SharedParts } from './config/shared-parts.ts';

export type CreateLettersOptions = SharedParts & {
  aliases: OwnedAliases;
  budget: LetterBudget;
  /** The origin of the site, for the links in letters. */
  site: string;
  sendLetter: MailEngine['sendLetter'];
  letterWatch: LetterWatch;
};

type CountParts = Pick<SharedParts, 'config' | 'secrets'> & {
  store: { auth: Pick<AuthStore, 'letterBudget'> };
};

export function createLetterBudget({
  config,
  store,
  secrets,
  log,
}: CountParts & Pick<SharedParts, 'log'>): LetterBudget {
  return new LetterBudget({
    onBusy: () => log.warn('hourly limit for letters to new addresses half used on this node'),
    store: store.auth.letterBudget,
    keys: deriveAuthKeys(secrets).address,
    limits: limitsOf(config),
    now: Date.now,
  });
}

/** Without RATE_LIMITS nothing is counted. */
export function createNewCorrespondents({
  config,
  store,
  secrets,
}: CountParts): Pick<NewCorrespondents, 'spend'> {
  if (!config.rateLimits) return NO_CORRESPONDENT_LIMIT;
  const keys = deriveAuthKeys(secrets).address;
  return new NewCorrespondents({ store: store.auth.letterBudget, keys, now: Date.now });
}

export function createLetters(options: CreateLettersOptions): Letters {
  const { aliases, budget, secrets, site, sendLetter, letterWatch, metrics, log } = options;
  const { auth: store } = options.store;
  const now = Date.now;
  const keys = deriveAuthKeys(secrets);
  return new Letters({
    store,
    budget,
    aliases,
    codes: new OneTimeCodes({ store: store.oneTime, keys: keys.once, now }),
    earlierAddress: earlierAddressReader(keys.seal),
    site,
    async post(letter, key) {
      const delivery = await sendLetter(letter, key);
      letterWatch.note(delivery, key);
      metrics.letters.inc({ kind: letter.kind, verdict: verdictOf(delivery) });
      return delivery;
    },
    now,
    after: systemClock.after,
    onFault: (err) => log.warn({ err }, 'internal error while sending a letter'),
  });
}

export function limitsOf({ nextHop, rateLimits, auth }: Config): LetterLimits {
  if (nextHop.kind === 'mailbox') return tryOutLimits(auth.switches.autoconfirm);
  return rateLimits ? LETTER_LIMITS : { ...LETTER_LIMITS, block: [] };
}
