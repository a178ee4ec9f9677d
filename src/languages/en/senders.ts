/** The texts of known senders, and of those whom an owner lets in or blocks. */

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
