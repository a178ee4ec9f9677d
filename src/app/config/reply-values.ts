/** Readers of what concerns answers of owners: reply addresses, and what senders become for them. */

import { ConfigError } from './config-error.ts';
import { choice, type Environment } from './values.ts';

export type ReplyConfig = {
  /** Whether mail to reply addresses is taken, and they are written into mails. Needs the checks, which prove an owner. */
  on: boolean;
  /** What proves an owner; `dkim`: SPF alone does not. */
  proof: 'any' | 'dkim';
  /** What becomes of a reply with the owner's address in a text: it is refused, or the alias comes in its place. */
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
