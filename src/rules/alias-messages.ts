/** The part of the catalogue (messages.ts) about an alias that is there, letter for letter. The first script does without. */

export const ALIAS_MESSAGES = {
  toggleFailed: 'Failed to update forwarding status. Please try again.',
  aliasDisabled: 'Alias is disabled. Reactivate to receive messages.',
  testMailSent: 'Test mail forwarded successfully!',
} as const;
