/** The texts of known senders, and of those whom an owner lets in or blocks. */

/** Mail of known senders only. */
export const LOCK = {
  on: 'on',
  off: 'off',
  why: 'You know who wrote before, and whom you let in. Mail of others waits for a day and is then refused: let them in above.',
  toOn: 'Take mail only from senders I know',
  toOff: 'Take mail from everybody',
} as const;

/** What an owner says about a sender, on buttons and in the list. */
export const SENDERS = {
  none: 'Nobody yet: the buttons are beside each mail.',
  let: 'Let in',
  block: 'Block',
  blocked: 'Blocked',
  forget: 'Undo',
} as const;
