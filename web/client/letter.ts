/** `POST /auth/v1/otp`: a letter with a link and a code to the real address. */

import type { AuthAnswer } from './auth-call.ts';
import { LETTERS_IN } from '#languages/en/alias.ts';

/** Supabase's templates see `data` alone. In English the call is the specified one; the build leaves this out. */
const WITH_LANGUAGE = LETTERS_IN === 'en' ? {} : { data: { language: LETTERS_IN } };

export type LetterOutcome =
  | 'sent'
  /** The address has used up its letters for now. */
  | 'usedUp'
  /** The mail server of the address rejects it. */
  | 'refused'
  | 'unreachable'
  | 'failed'
  /** Seconds to wait. */
  | { wait: number };

/** Longest wait that is shown in seconds. */
const SHORT_WAIT_S = 60;

/** Never throws. */
export async function sendLetter(
  call: (path: string, body: unknown) => Promise<AuthAnswer>,
  email: string,
): Promise<LetterOutcome> {
  try {
    const { status, text, wait } = await call('otp', {
      email,
      create_user: true,
      ...WITH_LANGUAGE,
    });
    if (status < 300) return 'sent';
    if (status === 429) return wait <= SHORT_WAIT_S ? { wait } : 'usedUp';
    if (text.includes('email_address_invalid')) return 'refused';
    return status < 500 ? 'failed' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
