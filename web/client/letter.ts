/** `POST /auth/v1/otp`: a letter with a link and a code to the real address. */

import { LETTERS_IN } from '#languages/en/alias.ts';
import type { AuthAnswer } from './auth-call.ts';

export type LetterOutcome =
  | 'sent'
  /** The address has used up its letters for now. */
  | 'usedUp'
  /** The mail server of the address refuses it. */
  | 'refused'
  | 'unreachable'
  | 'failed'
  /** Seconds to wait. */
  | { wait: number };

/** Longest wait that is shown in seconds. */
const SHORT_WAIT_S = 60;

/** In English the call is that of the stock client; the build leaves this out. */
const IN_LANGUAGE = LETTERS_IN === 'en' ? {} : { language: LETTERS_IN };

/** Never throws. */
export async function sendLetter(
  call: (path: string, body: unknown) => Promise<AuthAnswer>,
  email: string,
): Promise<LetterOutcome> {
  try {
    const { status, text, wait } = await call('otp', { email, create_user: true, ...IN_LANGUAGE });
    if (status < 300) return 'sent';
    if (status === 429) return wait <= SHORT_WAIT_S ? { wait } : 'usedUp';
    if (text.includes('email_address_invalid')) return 'refused';
    return status < 500 ? 'failed' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
