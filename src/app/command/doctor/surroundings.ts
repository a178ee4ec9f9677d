/** The tools of the examinations. */

import type { Resolve } from '#mail/dns/answer.ts';
import type { PolicyFetch } from '#mail/smtp/send/tls/fetch-policy.ts';
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
  /** Whether the system's clock is kept by a time server; undefined where the system does not say. */
  clockIsKept: () => Promise<boolean | undefined>;
  /** As other servers fetch our policy. */
  fetch: PolicyFetch;
  log: Log;
};

/** A and AAAA records; empty where there are none or no answer. @param host a name, or an address itself */
export async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const answers = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')]);
  return answers.flatMap((answer) => (answer.kind === 'records' ? [...answer.records] : []));
}
