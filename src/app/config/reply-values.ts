/** Readers of the values of owners' replies: reply addresses, and the proof that a reply requires. */

import { choice, type Environment } from './values.ts';

export type ReplyConfig = {
  /**
   * Whether reply addresses are written into messages, and mail to them is accepted. Requires the checks, which
   * authenticate an owner. Without them senders stay as they are, and replies show the real address.
   */
  on: boolean;
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
};

/** @param checks whether mail is judged */
export function replyValues(env: Environment, checks: boolean): ReplyConfig {
  const word = choice(env, 'REPLIES', ['on', 'dkim', 'off']);
  return {
    on: word !== 'off' && checks,
    proof: word === 'dkim' ? 'dkim' : 'any',
  };
}
