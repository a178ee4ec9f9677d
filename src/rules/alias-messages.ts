/**
 * The part of the catalogue (messages.ts) about an existing alias, letter for letter. The first script does not contain
 * it.
 */

export const ALIAS_MESSAGES = {
  toggleFailed: 'Failed to update forwarding status. Please try again.',
  aliasDisabled: 'Alias is disabled. Reactivate to receive messages.',
  testMailSent: 'Test mail forwarded successfully!',
} as const;

/** The warning of the test mail's limit. @param seconds left to wait, a whole number from 1 */
export function waitMessage(seconds: number): string {
  return `Please wait ${seconds} seconds before sending another test mail.`;
}
