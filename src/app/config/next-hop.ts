/** Readers of NEXT_HOP, the server that forwarded mail goes to, and of the proofs that servers found by MX must give. */

import { parseNextHop, type Target } from '#mail/smtp/send/route/target.ts';
import { ConfigError } from './config-error.ts';
import { choice, type Environment, parsed, quoted, text } from './values.ts';

export function wayOut(env: Environment) {
  const mtaSts = choice(env, 'MTA_STS', ['on', 'report', 'off']);
  return {
    /** DANE: `auto`, where the resolvers of this machine validate; `on`: the service does not start without. */
    dane: choice(env, 'DANE', ['auto', 'on', 'off']),
    /** Whether the policies of domains are asked for (MTA-STS). */
    mtaSts: mtaSts !== 'off',
    /** Whether domains that ask for it are told daily how TLS to their servers went (RFC 8460). */
    tlsReports: mtaSts === 'report',
  };
}

export type NextHopSetting = { kind: 'mailbox' } | Target;

export function nextHop(env: Environment, name: string, initial: string): NextHopSetting {
  const value = text(env, name) ?? initial;
  if (value === 'mailbox:') return { kind: 'mailbox' };
  const word = /^(mailbox|mx):?\/*$/i.exec(value)?.[1]?.toLowerCase();
  if (word !== undefined && value !== `${word}:`) {
    throw new ConfigError(name, `must be written ${word}: with its colon, but is ${quoted(value)}`);
  }
  return parsed(env, name, initial, parseNextHop);
}
