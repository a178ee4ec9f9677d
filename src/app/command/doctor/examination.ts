/** The examinations of the doctor: what they use, and what they find. */

import type { Resolve } from '#mail/dns/answer.ts';
import type { PolicyFetch } from '#mail/smtp/send/tls/sts-policy.ts';
import type { Connect } from '#mail/smtp/send/session/dial.ts';
import type { Clock } from '#time/clock.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../observe/log.ts';

export type Installation = {
  config: Config;
  resolve: Resolve;
  connect: Connect;
  clock: Clock;
  /** Port of mail servers: 25. */
  mailPort: number;
  /** Addresses of this machine that others can reach. */
  ownAddresses: readonly string[];
  /** Whether the system's clock is synchronized; undefined if the system does not report it. */
  clockIsKept: () => Promise<boolean | undefined>;
  /** Fetches our policy as other servers do. */
  fetch: PolicyFetch;
  log: Log;
};

export type Finding = {
  /** `wrong`: mail or visitors are affected. `warning`: they may be, or the examination had no result. */
  level: 'ok' | 'warning' | 'wrong';
  /** The subject, in a few words. */
  subject: string;
  /** The finding. */
  text: string;
  /** What to do about it. */
  fix?: string;
};

/** Of one examination: nothing if there is no such part. */
export type Findings = Finding | Finding[];

/** One line, and a second one with the fix if there is one. */
export function findingLines({ level, subject, text, fix }: Finding): string {
  const line = `${level.padEnd(8)} ${subject}: ${text}\n`;
  return fix === undefined ? line : `${line}${' '.repeat(9)}${fix}\n`;
}

/** @param about the subject of all findings of one examination */
export const findings = (about: string) => ({
  ok: (text: string): Finding => ({ level: 'ok', subject: about, text }),
  warning: (text: string, fix?: string): Finding => ({
    level: 'warning',
    subject: about,
    text,
    ...(fix !== undefined && { fix }),
  }),
  wrong: (text: string, fix: string): Finding => ({ level: 'wrong', subject: about, text, fix }),
});
