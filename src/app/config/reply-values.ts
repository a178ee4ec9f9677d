/** Readers of the values of owners' replies: reply addresses, proof, and the privacy of senders. */

import { ConfigError } from './config-error.ts';
import { choice, type Environment } from './values.ts';

export type ReplyConfig = {
  /**
   * Whether reply addresses are written into mails, and mail to them is taken. Needs the checks, which prove an owner.
   */
  on: boolean;
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
  /**
   * The treatment of a reply whose text holds the owner's address: it is refused, or the alias replaces the address.
   */
  body: 'refuse' | 'replace';
  /** `private`: senders become reply addresses where answers would show the real address. */
  privacy: 'private' | 'transparent';
};

/** @param checks of MAIL_CHECKS */
export function replyValues(env: Environment, checks: 'on' | 'mark' | 'off'): ReplyConfig {
  const on = choice(env, 'REPLIES', ['on', 'off']) === 'on' && checks !== 'off';
  const privacy = choice(
    env,
    'PRIVACY',
    on ? ['private', 'transparent'] : ['transparent', 'private'],
  );
  if (privacy === 'private' && !on) {
    const missing = checks === 'off' ? 'MAIL_CHECKS=on' : 'REPLIES=on';
    throw new ConfigError('PRIVACY', `is private, which needs reply addresses: set ${missing}`);
  }
  return {
    on,
    proof: choice(env, 'REPLY_PROOF', ['any', 'dkim']),
    body: choice(env, 'REPLY_BODY', ['refuse', 'replace']),
    privacy,
  };
}
