/** Every text of an owner's several aliases, and of the apps that can use them. All of it is our own. */

/** Of dates and numbers. */
export const LOCALE = 'en-GB';

export const ALIASES = {
  full: (has: number, most: number) => `You have ${has} of ${most} aliases.`,
  search: 'Search',
  found: (some: number, all: number) => `${some} of ${all} aliases found`,
  none: 'No alias matches your search.',
  /** The alias that the page shows above. */
  shown: 'shown above',
  off: 'off',
  paused: 'paused',
  pinned: 'pinned',
  /** Before the host of a site. */
  site: (host: string) => `used at ${host}`,
  addLabel: 'Add a label',
  label: 'Label',
  delivered: (count: number) => `${count} delivered in 7 days`,
  nothing: 'no mail in 7 days',
  /** @param day as `26 Nov` */
  last: (day: string) => `last on ${day}`,
  /** Read out: the names of the controls of a row. */
  select: (alias: string) => `Show ${alias}`,
  forwards: (alias: string) => `Forwarding for ${alias}`,
  copy: (alias: string) => `Copy ${alias}`,
  copied: 'Copied!',
  /** If the browser refuses to copy. */
  blocked: 'Please select the address and copy it.',
  labelOf: (alias: string) => `Label of ${alias}`,
} as const;

export const KEYS = {
  title: 'Apps that can use your aliases',
  none: 'With an API key, a password manager or a browser extension can create aliases for you.',
  make: 'New key',
  name: 'Name of the app',
  /** Above the three choices. */
  scope: 'What it can do',
  scopes: {
    create: 'Create aliases',
    manage: 'Create, list and label aliases, and switch them on and off',
    delete: 'All of the above, and permanently delete aliases',
  },
  create: 'Create key',
  cancel: 'Cancel',
  once: 'Copy the key now. It will not be shown again.',
  copy: 'Copy key',
  copied: 'Copied!',
  /** If the browser refuses to copy. */
  blocked: 'Please select the key and copy it.',
  server: 'Server URL',
  key: 'API key',
  bitwarden:
    'In Bitwarden, open the username generator and choose SimpleLogin as the service. Then enter this server URL and API key.',
  done: 'Done',
  made: (day: string) => `created on ${day}`,
  used: (day: string) => `last used on ${day}`,
  unused: 'never used',
  revoke: 'Revoke',
  /** Read out. */
  revokeOf: (name: string) => `Revoke ${name}`,
  /** Before a key is revoked. */
  revokeWhy: 'This app will no longer be able to use your aliases until you give it a new key.',
  code: 'Code from your authenticator app',
  tooMany: 'You have 10 keys. Revoke one first.',
} as const;

/** The reasons why an action failed. */
export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Too many new aliases. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  unreachable: 'The server cannot be reached. Please try again in a moment.',
  failed: 'That did not work. Please try again in a moment.',
  wrongCode: 'This code is wrong or has expired.',
} as const;
