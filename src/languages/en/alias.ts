/**
 * Every text around an alias; they come with the script that shows one. The specification's texts are here letter for
 * letter; the few that it leaves open are marked as our own.
 */

import { ALIAS_MESSAGES as CATALOGUE, waitMessage as wait } from '#rules/alias-messages.ts';

// Not exported from there at once: the bundler would keep such a file apart, as a script of its own.
export const ALIAS_MESSAGES = CATALOGUE;
export const waitMessage = wait;

/** Of dates and numbers. */
export const LOCALE = 'en-GB';

/** The language of the letters that this screen asks for. */
export const LETTERS_IN: string = 'en';

export const ALIAS = { current: 'Your current alias:' } as const;

export const RESULT = {
  heading: 'Your alias is ready!',
  use: 'Use this email for spam-free browsing',
  copy: 'Copy Alias',
  copied: 'Copied!',
  upgrade: 'Upgrade coming soon for multiple aliases.',
  disableAnyTime: 'You can disable this alias at any time',
  back: 'Back to main screen',
} as const;

export const FORWARDING = {
  on: 'Forwarding On',
  onDetail: 'Emails sent to your alias will be forwarded to',
  off: 'Forwarding Off',
  offDetail: 'Email forwarding is currently disabled',
  badge: 'Disabled',
  banner: 'Alias is disabled - emails will not be forwarded',
  blocked: 'Alias Disabled',
} as const;

export const TEST_MAIL = {
  open: 'Send Test Mail',
  title: 'Send Test Mail',
  to: 'To',
  subject: 'Subject',
  message: 'Message',
  rateLimit: 'Rate limit: 1 test mail per minute',
  cancel: 'Cancel',
  send: 'Send Test Mail',
  sending: 'Sending...',
} as const;

/** Our own: why a field of the test mail accepts no more characters. */
export const FULL = (field: string, most: number) =>
  `${field}: ${most.toLocaleString(LOCALE)} characters at most.`;

/** Our own: texts for screen readers, and names of controls with only an icon. */
export const SPOKEN = {
  copyAddress: 'Copy address',
  copied: 'Alias copied',
} as const;

/** Our own: the reason for a failed test mail. The remote server's own words are never shown. */
export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Test mail could not be delivered: the receiving server rejected it${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Test mail could not be delivered: the receiving server temporarily rejected it. Try again later.',
  unanswered: 'Test mail could not be delivered: the receiving server did not respond.',
  other: 'Test mail could not be sent. What you typed is still here. Try again in a moment.',
} as const;

/** Our own: the browser has refused the clipboard; by the kind of the visitor's machine. */
export const COPY_BLOCKED = {
  keyboard: 'Copying is blocked by the browser. The address is selected: press Ctrl+C.',
  apple: 'Copying is blocked by the browser. The address is selected: press Cmd+C.',
  touch: 'Copying is blocked by the browser. The address is selected: touch and hold it to copy.',
} as const;

/** Our own: the receipt, as `Delivered to mx.example.com over TLS 1.3, verified, in 640 ms`. */
export const RECEIPT = {
  /** @param tls its version, as `TLS 1.3`; null: plaintext. @param time as `640 ms` */
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const proof = verified ? ', verified,' : '';
    return `Delivered to ${host} ${tls === null ? 'without encryption' : `over ${tls}${proof}`} in ${time}`;
  },
  /** Before, in and after the link to the try-out mailbox. */
  tryOut: (time: string) => ['Delivered to ', 'the try-out mailbox', ` in ${time}`],
};

/** Our own: why a test mail is refused, with confirmed addresses. */
export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Please confirm your address first. We sent an email to ${email}.`,
  paused: (time: string) => `Forwarding is paused until ${time}.`,
};
