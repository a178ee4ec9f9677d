/**
 * The catalogue of messages (product specification, section 8), letter for letter. Screen and api take them from here,
 * and from alias-messages.ts.
 */

export const MESSAGES = {
  planLimit: 'Free users can only generate one alias. Upgrade coming soon!',
  creationFailed: 'Failed to create alias. Please try again.',
  noUniqueAlias: 'Unable to generate unique alias',
  invalidEmail: 'Please enter a valid email address',
  created: 'Your alias has been generated!',
} as const;

/** The warning of the test mail's limit. @param seconds left to wait, a whole number from 1 */
export function waitMessage(seconds: number): string {
  return `Please wait ${seconds} seconds before sending another test mail.`;
}
