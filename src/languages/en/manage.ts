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
  /** Behind the number of mails. */
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
  senders: 'Who may write to me',
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
  end: 'Switch off by itself',
  lock: 'Known senders only',
  senders: 'Senders',
  history: 'Last 7 days',
  passkey: 'Passkey',
  factor: 'Second factor',
  address: 'Change address',
  write: 'Write to somebody first',
  replyBody: 'If my address stands in my answer',
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
  why: 'With a passkey you sign in by your fingerprint, face or PIN, and need no mail.',
  add: 'Add a passkey',
  remove: 'Remove',
} as const;

export const FACTOR = {
  off: 'off',
  on: 'on',
  why: 'Whoever reads your mail then still needs a code from an app on your phone to change or delete anything.',
  enrol: 'Set it up',
  scan: 'Scan this with your authenticator app, or type the key into it. Then type the code that it shows.',
  picture: 'QR code for your authenticator app',
  remove: 'Remove it',
} as const;

export const ADDRESS = {
  why: 'Mail to your alias will be forwarded to the new address. We send a mail to both; it counts once you have pressed the button in the one and typed the code from the other here.',
  label: 'New address',
  change: 'Change address',
  code: (email: string) => `Code from the mail to ${email}`,
  half: 'Now press the button in the mail to the present address, if you have not done so.',
} as const;

export const WRITE = {
  why: 'Somebody who has not written to your alias yet gets a mail from it, too. You can begin with five new people a day.',
  label: 'Their email',
  get: 'Get the address',
  address: (email: string) => `Your address for ${email}`,
  copy: 'Copy the address',
  copied: 'Copied',
  blocked: 'Please select the address and copy it.',
  open: 'Write in your mail program',
  how: 'Write from your own mailbox to this address. They see only your alias. It works for this person alone.',
} as const;

/** The alias that switches off by itself. */
export const END = {
  why: 'From then on mail to this alias is refused, and you see here for seven days who wrote. You can switch the alias on again.',
  never: 'never',
  on: (time: string) => `on ${time}`,
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  /** Read out before a number of days, not visible. */
  after: 'Switch off after',
} as const;

export const REPLY_BODY = {
  why: 'Mail programs often put your address below your text. It is not passed on: your alias stands in its place, or the answer comes back to you. What cannot be changed comes back in any case.',
  replace: 'write the alias instead',
  refuse: 'return it to me',
  toReplace: 'Write the alias instead',
  toRefuse: 'Return it to me',
} as const;

export const SWITCH_OFF = {
  why: 'Each forwarded mail may carry a link that switches the alias off. A new one makes all older ones void.',
  renew: 'Make a new link',
} as const;

export const EVERYWHERE = {
  why: 'You are then signed out in every browser, in this one too. Your alias goes on as it is.',
  button: 'Sign out of all browsers',
} as const;

export const DELETE = {
  alias: (name: string) =>
    `Mail to ${name} will be refused from now on. Nobody ever gets this name again, you neither.`,
  aliasButton: 'Delete the alias',
  all: 'Your alias, its history, your sessions, passkeys and factors are deleted at once. This cannot be undone.',
  allButton: 'Delete everything',
} as const;

export const DONE = {
  passkey: 'Done.',
  factor: 'Done.',
  address:
    'Please press the button in the mail to the present address, and type the code from the other one here.',
  lock: 'Done.',
  end: 'Done.',
  senders: 'Done.',
  history: 'Done.',
  replyBody: 'Done.',
  link: 'Done. All older links are void.',
  download: 'The file is in your downloads.',
};

export const FAILED = {
  secondFactor: 'Please sign in anew, with your second factor.',
  wrongCode: 'This code is wrong or has expired.',
  busy: 'That was too often. Please try again later.',
  full: 'The list is full: undo one.',
  taken: 'This address has an alias already.',
  refused: 'The address is not accepted. Please check the spelling.',
  cancelled: 'Nothing was changed.',
  unreachable: 'The server cannot be reached. Please try again in a moment.',
  failed: 'That did not work. Please try again in a moment.',
};

/** Classes of reasons, as the history names them (src/rules/history.ts). */
export const REASONS = {
  paused: 'you paused',
  ended: 'the alias has ended',
  unknown_mailbox: 'your mailbox is not known there',
  mailbox_full: 'your mailbox is full',
  too_large: 'too large for your mailbox',
  policy: 'not wanted by your mail server',
  busy: 'your mail server was busy',
  unreachable: 'your mail server did not answer',
  untrusted: 'the connection to your mail server could not be trusted',
  doubt: 'the connection broke before the answer',
  listed: 'its server is on a list of spam senders',
  unwanted: 'the spam filter',
  new_sender: 'new sender',
  unproven: 'sender could not be checked',
  blocked: 'you have blocked the sender',
  message: 'your mail server rejected the message format',
};

/** What became of a mail. */
export const HAPPENED = {
  refused: (reason: string) => `Refused: ${reason}`,
  waiting: (reason: string) => `Waiting: ${reason}`,
  byServer: 'by your mail server',
  putOff: 'your mail server put it off',
};
