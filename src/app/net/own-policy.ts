/**
 * Our own policy for servers that send to us (MTA-STS, RFC 8461): the file, and the id in the record that announces it.
 */

import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';

/** Seconds for which senders keep it: a day in testing mode, so that a mistake ends soon. */
const MAX_AGE = { testing: 86_400, enforce: 604_800 };
/** Hexadecimal digits of the id; RFC 8461 section 3.1 allows 32. */
const ID_LENGTH = 20;

export type OwnPolicy = {
  text: string;
  id: string;
  /** Domains of the policy, in A-labels. */
  domains: readonly string[];
};

/** @returns undefined if we do not offer TLS: then no sender may require it */
export function ownPolicy(
  config: Pick<Config, 'tls' | 'names' | 'bounceDomain' | 'mailHost' | 'mtaStsIn'>,
): OwnPolicy | undefined {
  const { tls, names, bounceDomain, mailHost, mtaStsIn } = config;
  if (tls === undefined) return undefined;
  const lines = [
    'version: STSv1',
    `mode: ${mtaStsIn}`,
    `mx: ${mailHost}`,
    `max_age: ${MAX_AGE[mtaStsIn]}`,
  ];
  const text = lines.map((line) => `${line}\r\n`).join('');
  const id = createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH);
  return { text, id, domains: [...new Set([...names.domains, bounceDomain])] };
}
