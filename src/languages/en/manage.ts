/** Every text of 'Manage this alias'. All of it is our own: the specification has no owner. */

/** Of dates and numbers. */
export const LOCALE = 'en-GB';

export const MANAGE = {
  pauseHour: 'Pause for 1 hour',
  pauseHours: '8 hours',
  /** Read out before it, not visible. */
  pauseFor: 'Pause for',
  pauseTomorrow: 'until tomorrow',
  /** Read out before it, not visible. */
  pauseUntil: 'Pause',
  nothing: 'No mail in the last 7 days.',
  delivered: 'Delivered',
  /** After the number of messages. */
  onDay: (day: string) => ` on ${day}`,
  cancel: 'Cancel',
  code: 'Code from your authenticator app',
  confirm: 'Confirm',
  busy: 'One moment...',
  /** The value of a row before it is known. */
  unknown: '...',
} as const;

/** The headings of the groups. */
export const GROUPS = {
  history: 'What happened to my mail',
  senders: 'Who can write to me',
  pause: 'Pause',
  writing: 'Writing as your alias',
  signIn: 'Sign-in',
  leaving: 'Leaving',
} as const;

/** The value of the history's row. */
export const TALLY = {
  none: 'no mail',
  arrived: (arrived: number) => `${arrived} arrived`,
  failed: (arrived: number, failed: number) => `${arrived} arrived, ${failed} did not`,
};

export const ENTRIES = {
  end: 'Switch-off date',
  lock: 'Known senders only',
  senders: 'Senders',
  history: 'Last 7 days',
  passkey: 'Passkey',
  factor: 'Second factor',
  address: 'Change address',
  write: 'Write to someone new',
  replyBody: 'If a reply contains my address',
  link: 'New switch-off link',
  download: 'Download my data',
  here: 'Sign out here',
  everywhere: 'Sign out everywhere',
  alias: 'Delete this alias',
  all: 'Delete everything about me',
};

export const PASSKEY = {
  none: 'none yet',
  some: (count: number) => (count === 1 ? 'on' : `on: ${count}`),
  why: 'With a passkey you sign in with your fingerprint, face or PIN instead of an email.',
  add: 'Add a passkey',
  remove: 'Remove',
} as const;

export const FACTOR = {
  off: 'off',
  on: 'on',
  why: 'Someone who can read your mail will still need a code from an app on your phone to change or delete anything.',
  enrol: 'Set it up',
  scan: 'Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.',
  picture: 'QR code for your authenticator app',
  remove: 'Remove it',
} as const;

export const ADDRESS = {
  why: 'Mail to your alias will be forwarded to the new address. We send an email to both addresses. The change takes effect once you open the link in the one to your current address and enter the code from the other one here.',
  label: 'New address',
  code: (email: string) => `Code from the email to ${email}`,
  half: 'Now open the link in the email to your current address, if you have not done so yet.',
} as const;

export const WRITE = {
  why: 'Send a message from your alias to someone who has not written to it yet. You can write to five new people a day.',
  label: 'Their email',
  get: 'Get the address',
  address: (email: string) => `Your address for ${email}`,
  copy: 'Copy the address',
  copied: 'Copied',
  blocked: 'Please select the address and copy it.',
  open: 'Write in your email app',
  how: 'Write to this address from your own mailbox. They see only your alias. The address works for this person only.',
} as const;

/** Mail from known senders only. */
export const LOCK = {
  on: 'on',
  off: 'off',
  why: 'Known senders are those who have written before and those you let in. Mail from anyone else waits for a day and is then rejected: let them in above.',
  toOn: 'Accept mail only from senders I know',
  toOff: 'Accept mail from everyone',
} as const;

/** An owner's decision about a sender, on buttons and in the list. */
export const SENDERS = {
  none: 'No one yet. The buttons are next to each message.',
  let: 'Let in',
  block: 'Block',
  blocked: 'Blocked',
  forget: 'Remove',
} as const;

/** The alias that switches off by itself. */
export const END = {
  why: 'After that, mail to this alias is rejected. For seven days you can see here who wrote. You can switch the alias back on.',
  never: 'never',
  on: (time: string) => `on ${time}`,
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  /** Read out before a number of days, not visible. */
  after: 'Switch off after',
} as const;

export const REPLY_BODY = {
  why: 'Email apps often put your address below your text. We never pass it on: it is replaced with your alias, or the reply is returned to you. Replies that cannot be rewritten are always returned.',
  replace: 'use the alias instead',
  refuse: 'return it to me',
  toReplace: 'Use the alias instead',
  toRefuse: 'Return it to me',
} as const;

export const SWITCH_OFF = {
  why: 'Each forwarded message may contain a link that switches the alias off. A new link invalidates all earlier ones.',
  renew: 'Create a new link',
} as const;

export const EVERYWHERE = {
  why: 'This signs you out in every browser, including this one. Your alias stays as it is.',
  button: 'Sign out of all browsers',
} as const;

export const DELETE = {
  alias: (name: string) =>
    `Mail to ${name} will be rejected from now on. No one will ever get this name again, including you.`,
  aliasButton: 'Delete the alias',
  all: 'Your alias, its history, your sessions, passkeys and factors are deleted immediately. This cannot be undone.',
  allButton: 'Delete everything',
} as const;

export const DONE = {
  /** Of an action without a sentence of its own. */
  alone: 'Done.',
  address:
    'Open the link in the email to your current address, and enter the code from the other one here.',
  link: 'Done. All earlier links are invalid now.',
  download: 'The file is in your downloads.',
};

export const FAILED = {
  secondFactor: 'Sign in again with your second factor.',
  wrongCode: 'This code is wrong or has expired.',
  busy: 'Too many attempts. Please try again later.',
  full: 'The list is full. Remove an entry first.',
  taken: 'This address already has an alias.',
  refused: 'This address was not accepted. Please check the spelling.',
  cancelled: 'Nothing was changed.',
  unreachable: 'The server cannot be reached. Please try again in a moment.',
  failed: 'That did not work. Please try again in a moment.',
};

/** Classes of reasons, as the history names them (src/rules/history.ts). */
export const REASONS = {
  paused: 'you paused',
  ended: 'the alias has ended',
  unknown_mailbox: 'your mailbox was not found',
  mailbox_full: 'your mailbox is full',
  too_large: 'too large for your mailbox',
  policy: 'against a policy of your mail server',
  busy: 'your mail server was busy',
  unreachable: 'your mail server did not respond',
  untrusted: 'the connection to your mail server could not be trusted',
  doubt: 'the connection was lost before the reply',
  listed: 'its server is on a list of spam senders',
  unwanted: 'spam filter',
  new_sender: 'new sender',
  unproven: 'sender could not be verified',
  blocked: 'you blocked the sender',
  message: 'your mail server rejected the message format',
};

/** What happened to a message. */
export const HAPPENED = {
  refused: (reason: string) => `Rejected: ${reason}`,
  waiting: (reason: string) => `Waiting: ${reason}`,
  byServer: 'by your mail server',
  putOff: 'deferred by your mail server',
};
