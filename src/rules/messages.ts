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
