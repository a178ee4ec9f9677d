/**
 * Every text of the screen outside of the catalogue of messages (`#rules/messages.ts`). The specification's texts are
 * here letter for letter; the few that it leaves open are marked as our own.
 */

export const LANGUAGE = 'en';

export const TEXTS = {
  form: {
    label: 'Enter your real email',
    placeholder: 'you@example.com',
    submit: 'Generate Alias',
    checking: 'Checking...',
    creating: 'Creating alias...',
    hint: 'Your alias will be generated instantly',
    currentAlias: 'Your current alias:',
    limitReached: 'Free plan limit reached',
  },
  result: {
    heading: 'Your alias is ready!',
    use: 'Use this email for spam-free browsing',
    copy: 'Copy Alias',
    copied: 'Copied!',
    upgrade: 'Upgrade coming soon for multiple aliases.',
    disableAnyTime: 'You can disable this alias at any time',
    back: 'Back to main screen',
  },
  forwarding: {
    on: 'Forwarding On',
    onDetail: 'Emails sent to your alias will be forwarded to',
    off: 'Forwarding Off',
    offDetail: 'Email forwarding is currently disabled',
    badge: 'Disabled',
    banner: 'Alias is disabled - emails will not be forwarded',
    blocked: 'Alias Disabled',
  },
  testMail: {
    open: 'Send Test Mail',
    title: 'Send Test Mail',
    to: 'To',
    subject: 'Subject',
    message: 'Message',
    rateLimit: 'Rate limit: 1 test mail per minute',
    cancel: 'Cancel',
    send: 'Send Test Mail',
    sending: 'Sending...',
  },
  madeIn: 'Made in',
} as const;

/** Our own: the name. */
export const PAGE = { name: 'Veilpost' } as const;

/** Our own: the page's description for search engines and for a browser without scripts. Only the build needs it. */
export const ABOUT = {
  title: 'Veilpost: one email alias for spam-free browsing',
  description:
    'Enter your real email and get an alias at once. Mail to the alias is forwarded to you, and you can switch it off at any time.',
  noScript: 'This page needs JavaScript to generate an alias.',
} as const;

/** Our own: the text for a stranger under the empty form. Each fact is a sentence. */
export const FIRST_LOOK = {
  what: 'Give away the alias, keep your address.',
  how: 'Mail to the alias is forwarded to you.',
  facts: [
    ['Who writes to you', 'sees the alias, never your address'],
    ['Your mail', 'passes through, none of it is kept'],
    ['The alias', 'is switched off with one click'],
  ],
  kept: 'What we keep, and for how long',
} as const;

/** Our own: texts for screen readers, and names of controls with only an icon. */
export const SPOKEN = {
  copyAddress: 'Copy address',
  copied: 'Alias copied',
  notifications: 'Notifications',
  newTab: 'Opens in a new tab',
} as const;

/** Our own: the obstacle, in addition to the catalogue's message, and the visitor's next step. */
export const TROUBLE = {
  unreachable: 'The server cannot be reached. What you typed is kept; try again in a moment.',
  busy: 'Too many requests came from your network. Try again in a minute.',
  unacceptable: 'No alias can be made for this address. Check it for a typing error.',
  broken:
    'Something went wrong on this page. Your alias is not affected; reload the page to go on.',
} as const;

export const TRY_AGAIN = 'Try again';
export const RELOAD = 'Reload';

/** Our own: the reason for a failed test mail. The far side's own words are never shown. */
export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Test mail could not be delivered: the receiving server refused it${code === undefined ? '' : ` (${code})`}.`,
  deferred: 'Test mail could not be delivered: the receiving server asked to try again later.',
  unanswered: 'Test mail could not be delivered: the receiving server did not answer.',
  other: 'Test mail could not be sent. What you typed is kept; try again in a moment.',
} as const;

/** Our own: the browser has refused the clipboard; by the kind of the visitor's machine. */
export const COPY_BLOCKED = {
  keyboard: 'Copying is blocked by the browser. The address is selected: press Ctrl+C.',
  apple: 'Copying is blocked by the browser. The address is selected: press Cmd+C.',
  touch: 'Copying is blocked by the browser. The address is selected: hold it to copy.',
} as const;

/** Our own: the receipt, as `Delivered to mx.example.com over TLS 1.3 in 640 ms`, or to `the try-out mailbox in 25 ms`. */
export const RECEIPT = {
  deliveredTo: 'Delivered to',
  mailbox: 'the try-out mailbox',
  over: 'over',
  unencrypted: 'without encryption',
  in: 'in',
} as const;
