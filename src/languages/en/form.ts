/**
 * Every text of the first script. The texts of an alias are in alias.ts. The specification's texts are here letter for
 * letter; the few that it leaves open are marked as our own.
 */

import { MESSAGES as CATALOGUE } from '#rules/messages.ts';

export const MESSAGES = CATALOGUE;

export const LANGUAGE = 'en';

export const TEXTS = {
  form: {
    label: 'Enter your real email',
    placeholder: 'you@example.com',
    submit: 'Generate Alias',
    checking: 'Checking...',
    creating: 'Creating alias...',
    hint: 'Your alias will be generated instantly',
    limitReached: 'Free plan limit reached',
  },
  madeIn: 'Made in',
} as const;

/** Our own: the name, and what an alias is, in a few words beside it. */
export const PAGE = { name: 'Veilpost', what: 'An address to give out instead of yours' } as const;

/** Our own: the page's description for search engines and for a browser without scripts. Only the build needs it. */
export const ABOUT = {
  title: 'Veilpost: one email alias for spam-free browsing',
  description:
    'Enter your real email and get an alias at once. Mail to the alias is forwarded to you, and you can switch it off at any time.',
  noScript: 'This page needs JavaScript to generate an alias.',
} as const;

/** Our own: the text for a stranger under the empty form. Each fact is a sentence. */
export const FIRST_LOOK = {
  facts: [
    ['Mail to the alias', 'is forwarded to you'],
    ['Your mail', 'passes through and is not kept'],
    ['The alias', 'can be switched off with one click'],
  ],
  kept: 'What we keep, and for how long',
} as const;

/** Our own: texts for screen readers. */
export const SPOKEN = {
  notifications: 'Notifications',
  newTab: 'Opens in a new tab',
} as const;

/** Our own: the obstacle, in addition to the catalogue's message, and the visitor's next step. */
export const TROUBLE = {
  unreachable: 'The server cannot be reached. What you typed is still here. Try again in a moment.',
  busy: 'Too many requests from your network. Try again in a minute.',
  unacceptable: 'An alias cannot be created for this address. Check it for typos.',
  broken:
    'Something went wrong on this page. Your alias is not affected. Reload the page to continue.',
} as const;

export const TRY_AGAIN = 'Try again';
export const RELOAD = 'Reload';
