/** Readers of NEXT_HOP, the server that forwarded mail goes to, and of the proofs required from servers found by MX. */

import { parseNextHop, type Target } from '#mail/smtp/send/route/target.ts';
import { ConfigError } from './fault.ts';
import { choice, type Environment, parsed, quoted, text } from './values.ts';

export function wayOut(env: Environment) {
  const mtaSts = choice(env, 'MTA_STS', ['on', 'report', 'off']);
  return {
    /** DANE: `auto`, if the resolvers of this machine validate; `on`: else the service does not start. */
    dane: choice(env, 'DANE', ['auto', 'on', 'off']),
    /** Whether the policies of domains (MTA-STS) are looked up. */
    mtaSts: mtaSts !== 'off',
    /** Whether domains that request it get a daily report on TLS to their servers (RFC 8460). */
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
