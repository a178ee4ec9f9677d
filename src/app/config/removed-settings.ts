/** Removed settings. A warning names one that is still set; it is an error if the service would contradict it. */

import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, text } from './values.ts';

/** Their names, with what replaces them. */
export const REMOVED = new Map([
  ['PRIVACY', 'REPLIES=on replaces senders with reply addresses, REPLIES=off keeps them'],
  ['HTTP_HOST', 'use HOST, and SMTP_HOST for a different address for mail'],
  ['REPLY_BODY', 'each owner chooses, and by default the alias replaces the address'],
  ['REPLY_PROOF', 'use REPLIES=dkim instead of REPLY_PROOF=dkim'],
  ['SEAL', 'with MAIL_CHECKS=on, mail that keeps its author is always sealed'],
  ['LOG_REPLIES', 'use LOG_MAIL=words instead of LOG_REPLIES=on'],
  ['FILTER_REPLIES', 'use FILTER=...?replies=on'],
  ['AUTH_PASSWORDS', 'use AUTH=on,passwords'],
  ['AUTH_ANONYMOUS', 'use AUTH=on,anonymous'],
  ['AUTH_AUTOCONFIRM', 'use AUTH=on,autoconfirm'],
]);

/**
 * @throws ConfigError if, against the operator's setting, senders would become reply addresses, a weaker proof would be
 * enough for an owner, HTTP would listen elsewhere, or replies would leave unfiltered
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
      throw new ConfigError(name, `is no longer a setting: ${REMOVED.get(name) ?? ''}`);
  }
}

/** Whether an earlier version was set to return every reply that shows the real address. */
export const refusedReplies = (env: Environment) => text(env, 'REPLY_BODY') === 'refuse';
