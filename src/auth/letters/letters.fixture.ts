/** Letters over a database of their own, to a remote server with the test's replies. */

import { createSecretKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Letter } from '#rules/letter.ts';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import type { OneTimeKind } from '#store/sessions/one-time.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { keptStore } from '#support/database.ts';
import { LetterBudget } from './letter-budget.ts';
import type { LetterVerdict } from './letter-port.ts';
import { subjectOf } from './letter-subject.ts';
import { Letters } from './letters.ts';
import { OneTimeCodes } from '../tokens/one-time-codes.ts';

/** In milliseconds. */
export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;
export const JANE = 'jane@mailbox.test';
/** The address that gets the notices with a link to undo the change. */
export const EARLIER = 'jane@earlier.test';
export const USER = user(JANE, { newEmail: 'new@mailbox.test' });

/** An alias of Jane's address except for its name. */
const WAITING = {
  id: '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11',
  real_email: JANE,
  active: true,
  created_at: '2026-11-22T12:00:00.000Z',
};

/**
 * Letters, and a remote server with the test's replies. @param waiting the alias that waits for Jane's address, if any
 */
export async function letters(t: TestContext, { isConfirming = false, waiting = '' } = {}) {
  const clock = new FakeClock();
  const whole = await keptStore(clock.date);
  t.after(() => whole.close());
  const store = whole.auth;
  await store.users.insert(USER);
  const key = createSecretKey('a key for tests', 'utf8');
  const now = clock.date;
  const budget = new LetterBudget({
    store: store.letterBudget,
    keys: [key],
    limits: LETTER_LIMITS,
    now,
  });
  const codes = new OneTimeCodes({ store: store.oneTime, keys: [key], now });
  const posted: { letter: Letter; key: string; at: number }[] = [];
  const faults: unknown[] = [];
  const far: { says: LetterVerdict } = { says: 'accepted' };
  const begun = now();
  const aliases = {
    isConfirming,
    waitingFor: async (email: string) =>
      email === JANE && waiting !== '' ? { ...WAITING, alias_email: waiting } : undefined,
  };
  const all = new Letters({
    store,
    budget,
    codes,
    earlierAddress: () => EARLIER,
    aliases,
    site: 'https://veilpost.test',
    post: async (letter, of) => {
      posted.push({ letter, key: of, at: (now() - begun) / MINUTE });
      return { kind: far.says };
    },
    now,
    after: (ms, run) => void clock.after(ms, run),
    onFault: (error) => faults.push(error),
  });
  /** The steps of a call that requests a letter. */
  const ask = async (kind: OneTimeKind = 'magiclink', to = JANE, elsewhere = true) => {
    const destination = elsewhere
      ? { redirectTo: '/x', challenge: 'c' }
      : { redirectTo: null, challenge: null };
    const { subject, ...named } = await subjectOf({ ...USER, email: to }, kind, aliases);
    const issued = await codes.issue(USER.id, kind, destination, { subject });
    return all.send({ ...issued, ...named, kind, to, account: JANE, elsewhere });
  };
  /** Advances minute by minute, as the service's timer does. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(MINUTE);
      await all.sendAgain();
      await all.settled();
    }
  };
  return { clock, store, budget, codes, all, posted, faults, far, ask, pass };
}

/** The token in the link of a letter; empty without a link. */
export function tokenOf({ letter }: { letter: Letter }): string {
  return 'link' in letter ? (/token=([\w-]{43})$/.exec(letter.link)?.[1] ?? '') : '';
}
