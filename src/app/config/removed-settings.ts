/** Settings that earlier versions had. One that is still set is told, and refused where the service would do else than it says. */

import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, text } from './values.ts';

/** Their names, with what takes their place. */
export const REMOVED = new Map([
  ['PRIVACY', 'with REPLIES=on senders become reply addresses, with REPLIES=off they stay'],
  ['HTTP_HOST', 'HOST takes its place, and SMTP_HOST sets another address for mail'],
  ['REPLY_BODY', 'each owner chooses, and the alias in place of the address is the default'],
  ['REPLY_PROOF', 'REPLIES=dkim takes the place of REPLY_PROOF=dkim'],
  ['SEAL', 'mail that keeps its author is sealed wherever mail is judged'],
  ['LOG_REPLIES', 'LOG_MAIL=words takes the place of LOG_REPLIES=on'],
  ['FILTER_REPLIES', 'FILTER=...?replies=on takes its place'],
  ['AUTH_PASSWORDS', 'AUTH=on,passwords takes its place'],
  ['AUTH_ANONYMOUS', 'AUTH=on,anonymous takes its place'],
  ['AUTH_AUTOCONFIRM', 'AUTH=on,autoconfirm takes its place'],
]);

/**
 * @throws ConfigError where senders would become reply addresses, less prove an owner, HTTP be open elsewhere, or answers leave
 * unfiltered, against the operator's word
 */
export function refuseRemoved(env: Environment, { replies, httpHost, filter }: Config): void {
  const refused = {
    PRIVACY: text(env, 'PRIVACY') === 'transparent' && replies.on,
    REPLY_PROOF: text(env, 'REPLY_PROOF') === 'dkim' && replies.on && replies.proof !== 'dkim',
    FILTER_REPLIES: text(env, 'FILTER_REPLIES') === 'on' && filter.address?.replies === false,
    HTTP_HOST: (text(env, 'HTTP_HOST') ?? httpHost) !== httpHost,
  };
  for (const [name, isRefused] of Object.entries(refused)) {
    if (isRefused)
      throw new ConfigError(name, `is no setting any more: ${REMOVED.get(name) ?? ''}`);
  }
}

/** Whether an earlier version returned every answer that shows the real address, and was told to. */
export const refusedReplies = (env: Environment) => text(env, 'REPLY_BODY') === 'refuse';
