/** Warnings at the start, one log line each, about settings that work but not as most operators want. */

import type { Config } from './config.ts';
import type { UnknownName } from './unknown-names.ts';
import { isConfined, isLoopback } from './listen-address.ts';
import type { Log } from '../observe/log.ts';

export function warnOfSettings(config: Config, log: { warn: (text: string) => void }): void {
  const tryOut = config.nextHop.kind === 'mailbox';
  if (!tryOut && config.operatorEmail === undefined) {
    log.warn('OPERATOR_EMAIL is not set: mail to postmaster and abuse is deferred');
  }
  if (!tryOut && config.ownership === 'open') {
    log.warn('OWNERSHIP is open: anyone can point aliases at any address (docs/self-hosting.md)');
    if (config.testMail === 'live') {
      log.warn(
        'TEST_MAIL is live and addresses are not confirmed: visitors can send test mail to anyone (docs/self-hosting.md)',
      );
    }
  }
  if (!tryOut && config.ownership === 'confirmed' && config.publicUrl === undefined) {
    log.warn('PUBLIC_URL is not set: links in confirmation letters point to this machine');
  }
  if (tryOut && !isLoopback(config.httpHost)) {
    log.warn('anyone who can connect to this machine can read the try-out mailbox');
  }
  if (!isConfined(config.adminHost)) {
    log.warn(
      'HOST has an admin= address beyond this machine and private networks: anyone who can connect to ADMIN_PORT can read the metrics',
    );
  }
  if (!tryOut && config.auth.on && config.secretKeys.length === 0) {
    log.warn(
      'SECRET_KEY is not set: it is stored in the database with the data it encrypts, so a copy of the database reveals everything (docs/sessions.md)',
    );
  }
  const filter = config.filter.address?.to;
  if (filter && 'host' in filter && !filter.isSecure && !isLoopback(filter.host)) {
    log.warn('FILTER is reached in plaintext: anyone on the path can read all mail');
  }
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: guessing aliases is not limited');
}

/** Logs only names: a value may be a password. */
export function warnOfUnknown(unknown: readonly UnknownName[], log: Log): void {
  for (const { name, meant, inFile } of unknown) {
    const where = inFile ? `${name} in .env` : name;
    log.warn(`${where} is not a setting${meant === undefined ? '' : `: is ${meant} meant?`}`);
  }
}
