/** The reason for an owner's failed call, from the words of the answer. */

export type Failure =
  /** The action waits for a code of the second factor, and then runs again. */
  | 'secondFactor'
  | 'wrongCode'
  | 'busy'
  | 'taken'
  | 'full'
  | 'refused'
  | 'cancelled'
  | 'unreachable'
  | 'failed';

/** @param status of HTTP; @param text any text with the error's code */
export function failureOf(status: number, text: string): Failure {
  if (text.includes('insufficient_aal')) return 'secondFactor';
  if (/mfa_(?:verification_failed|challenge_expired)|otp_expired/.test(text)) return 'wrongCode';
  if (status === 429) return 'busy';
  if (text.includes('email_exists')) return 'taken';
  if (text.includes('too_many_rules')) return 'full';
  if (/email_address_invalid|no_reply_address|validation_failed/.test(text)) return 'refused';
  if (/NotAllowedError|CEREMONY_ABORTED/.test(text)) return 'cancelled';
  return status === 0 || status >= 500 ? 'unreachable' : 'failed';
}

/** The reason of any thrown value. auth-js puts status and code of the answer into its errors. */
export function failureOfError(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return 'failed';
  const { status, code, name, cause }: Record<string, unknown> = { ...error };
  const said = [code, name, error instanceof Error ? error.name : '', cause].join(' ');
  return failureOf(typeof status === 'number' ? status : said.includes('WebAuthn') ? 400 : 0, said);
}
