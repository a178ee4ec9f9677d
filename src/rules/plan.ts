/** The product's constants and limits (product specification, section 9). Times are in milliseconds. */

import type { NumberRange } from './alias.ts';

/** The four digits in an alias; an operator may widen them with the setting of this name. */
export const ALIAS_NUMBERS: NumberRange = { first: 1000, last: 9999 };

/** Candidates to try before creating an alias fails. */
export const ALIAS_ATTEMPTS = 10;

/** Aliases of one address, at most, whatever the operator sets. */
export const MOST_ALIASES_PER_OWNER = 500;

/** Characters of an owner's label for an alias, at most. */
export const LABEL_CHARACTERS = 200;

/** Delay after the last keystroke before an existing alias is looked up. */
export const LOOKUP_DEBOUNCE_MS = 500;

/** The time that a toast is shown. */
export const TOAST_MS = 4000;

/** The time that the copy button reads 'Copied!'. */
export const COPIED_MS = 2000;

/** One test mail in this time. */
export const TEST_MAIL_INTERVAL_MS = 60_000;

/** The duration of a simulated send, and the least time that a real one shows 'Sending...'. */
export const SIMULATED_SEND_MS = 1500;
