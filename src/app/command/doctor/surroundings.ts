/** What the examinations use. */

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

/** A and AAAA records; empty if there are none or the DNS does not answer. @param host a name, or an IP address */
export async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const answers = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')]);
  return answers.flatMap((answer) => (answer.kind === 'records' ? [...answer.records] : []));
}
